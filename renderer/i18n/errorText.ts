import { useTranslation } from 'react-i18next';
import { ERROR_CODES, type ErrorCode, type ErrorInfo } from '../../preload/contract/errors.ts';

export interface ErrorText {
  title: string;
  /** The sentence that names the thing. Main writes it in English. */
  message: string;
  fix: string;
  /** True where the message is in another language than the window. */
  foreign: boolean;
}

const isErrorCode = (code: string): code is ErrorCode => (ERROR_CODES as readonly string[]).includes(code);

/**
 * Says an error in the user's language. The code gives title and way out; main's own sentence is more exact but English,
 * so the English window prefers main's fix, every other language the translated one.
 */
export function useErrorText(): (error: ErrorInfo) => ErrorText {
  const { t, i18n } = useTranslation();
  return (error) => {
    const english = i18n.language === 'en';
    const code = isErrorCode(error.code) ? error.code : 'host.internal';
    const fix = t(`errors.${code}.fix`);
    return { title: t(`errors.${code}.title`), message: error.message, fix: english ? (error.fix ?? fix) : fix, foreign: !english };
  };
}
