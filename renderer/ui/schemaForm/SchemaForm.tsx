import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { FormContext } from './context.ts';
import { FieldInput } from './FieldInput.tsx';
import { JsonField } from './JsonField.tsx';
import { ObjectFields } from './ObjectFields.tsx';
import { fieldOf, type Value } from './schema.ts';
import type { FieldError } from './validate.ts';

interface SchemaFormProps {
  schema: JsonSchema;
  value: Value;
  onChange: (value: Value) => void;
  errors: readonly FieldError[];
  /** Marks fields that differ from these, e.g. from what the model had asked for. */
  original?: Value;
  /** Shows optional fields at once: for a short form whose every field is a question. */
  showAll?: boolean;
}

/** A form made from a JSON schema. Types are the schema's: text stays text, and what is not touched is not changed. */
export function SchemaForm({ schema, value, onChange, errors, original, showAll = false }: SchemaFormProps) {
  const spec = fieldOf(schema, schema, value);
  return (
    <FormContext.Provider value={{ root: schema, errors, original, showAll, Input: FieldInput }}>
      {spec.kind === 'object' ? (
        <ObjectFields spec={spec} value={value} path="" onChange={onChange} />
      ) : (
        <JsonField value={value} onChange={(next) => onChange(next as Value)} path="" label="JSON" />
      )}
    </FormContext.Provider>
  );
}
