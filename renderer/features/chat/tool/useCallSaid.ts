import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useFormat } from '../../../i18n/format.ts';

export interface CallSaid {
  /** What happened, in the window's language; undefined where only main's sentence knows it. */
  said: string | undefined;
  /** Whether the tool may have run. */
  effect: string | undefined;
}

/**
 * The failures of a call in words that tell them apart (CAL-2): the server never got it, did not answer in time, refused it, or went
 * away meanwhile. In English main's own sentence is the most exact; in other languages it is said again from its parameters.
 */
export function useCallSaid(error: ErrorInfo): CallSaid {
  const { t, i18n } = useTranslation();
  const { duration } = useFormat();
  const { server = '', method = 'tools/call', limitMs, rpcCode, reason = '' } = error.params ?? {};
  const names = { server, method };
  const english = i18n.language === 'en' || server === '';
  switch (error.code) {
    case 'call.timeout': {
      const known = typeof limitMs === 'number' && !english;
      return { said: known ? t('chat.tool.said.timeout', { ...names, limit: duration(limitMs) }) : undefined, effect: t('chat.tool.effect.late') };
    }
    case 'call.disconnected':
      return { said: english ? undefined : t('chat.tool.said.disconnected', names), effect: t('chat.tool.effect.unsent') };
    case 'call.outcome_unknown':
      return { said: english ? undefined : t('chat.tool.said.lost', names), effect: t('chat.tool.effect.unknown') };
    case 'call.protocol': {
      const said = rpcCode === undefined ? t('chat.tool.said.unread', names) : t('chat.tool.said.refused', { ...names, code: rpcCode, reason });
      return { said: english ? undefined : said, effect: rpcCode === undefined ? undefined : t('chat.tool.effect.refused') };
    }
    case 'call.arguments':
    case 'call.unknown_tool':
      return { said: undefined, effect: t('chat.tool.effect.unsent') };
    default:
      return { said: undefined, effect: undefined };
  }
}
