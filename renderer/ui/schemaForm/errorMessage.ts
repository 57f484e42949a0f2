import { useTranslation } from 'react-i18next';
import type { FieldError } from './validate.ts';

/** Says a schema error in the user's language; keywords without a sentence of their own get the validator's. */
export function useFieldErrorMessage(): (error: FieldError) => string {
  const { t } = useTranslation();
  return ({ keyword, limit, reason }) => {
    switch (keyword) {
      case 'required':
        return t('form.error.required');
      case 'type':
        if (limit === 'number') return t('form.error.number');
        if (limit === 'integer') return t('form.error.integer');
        return t('form.error.type', { expected: limit ?? '?' });
      case 'enum':
      case 'const':
        return t('form.error.enum');
      case 'minLength':
      case 'maxLength':
      case 'minimum':
      case 'maximum':
      case 'minItems':
      case 'maxItems':
        return t(`form.error.${keyword}`, { limit: limit ?? '?' });
      case 'pattern':
        return t('form.error.pattern', { pattern: limit ?? '?' });
      case 'format':
        return t('form.error.format', { format: limit ?? '?' });
      case 'additionalProperties':
      case 'unevaluatedProperties':
        return t('form.error.additional');
      default:
        return t('form.error.other', { reason });
    }
  };
}
