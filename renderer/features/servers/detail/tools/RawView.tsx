import { useTranslation } from 'react-i18next';
import type { RawExchange } from '../../../../../preload/contract/chat.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { FoldedText } from '../../../../ui/text/FoldedText.tsx';

/** What went over the wire, both ways. */
export function RawView({ raw }: { raw: RawExchange | undefined }) {
  const { t } = useTranslation();
  if (!raw) return <p className="text-xs text-text-3">{t('tools.tester.none')}</p>;
  return (
    <section aria-label={t('tools.tester.raw')} className="@container">
      <div className="grid gap-3 @2xl:grid-cols-2">
        <Side title={t('tools.tester.request')} text={raw.request} />
        <Side title={t('tools.tester.response')} text={raw.response ?? ''} empty={t('tools.tester.noResponse')} />
      </div>
      <p className="mt-1 text-xs text-text-3">{t('tools.tester.shortened')}</p>
    </section>
  );
}

function Side({ title, text, empty }: { title: string; text: string; empty?: string }) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center gap-2">
        <h3 className="flex-1 text-xs font-semibold text-text-2">{title}</h3>
        {text !== '' && <CopyButton text={text} />}
      </div>
      <div className="code rounded-md border border-line bg-well px-3 py-2">{text === '' ? empty : <FoldedText text={text} />}</div>
    </div>
  );
}
