import { type ComponentType, createContext, useContext } from 'react';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import type { FieldControl } from '../Field.tsx';
import { atPointer } from './pointer.ts';
import type { FieldSpec, Value } from './schema.ts';
import type { FieldError } from './validate.ts';

export interface FieldInputProps {
  spec: FieldSpec;
  value: unknown;
  path: string;
  control: FieldControl;
  label: string;
  required: boolean;
  onChange: (value: unknown) => void;
}

interface FormScope {
  root: JsonSchema;
  errors: readonly FieldError[];
  original: Value | undefined;
  /** Optional fields stand in the form at once instead of being offered. */
  showAll?: boolean;
  /** The input for any kind of field. It comes from above because a list and an object hold fields again. */
  Input: ComponentType<FieldInputProps>;
}

export const FormContext = createContext<FormScope>({ root: {}, errors: [], original: undefined, Input: () => null });
export const useFormScope = (): FormScope => useContext(FormContext);

export const childPath = (path: string, key: string | number): string => `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The errors at exactly this place, and whether its value differs from the original. */
export function useFieldState(path: string, value: unknown): { errors: FieldError[]; changed: boolean } {
  const { errors, original } = useFormScope();
  const changed = original !== undefined && JSON.stringify(atPointer(original, path)) !== JSON.stringify(value);
  return { errors: errors.filter((error) => error.path === path), changed };
}
