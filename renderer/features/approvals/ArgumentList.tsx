import { FolderOpen, Link2, Pencil, SquareTerminal, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { JsonTree } from '../../ui/json/JsonTree.tsx';
import { FoldedText } from '../../ui/text/FoldedText.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { countHidden } from '../../ui/text/visibleText.ts';
import { type ArgumentKind, classifyArgument } from './classifyArgument.ts';

const KIND_ICON = { path: FolderOpen, command: SquareTerminal, url: Link2 };
/** Counting looks at the start of huge values only; what is shown is marked in any case. */
const COUNT_MAX = 100_000;

/** Every argument: long ones folded, paths, commands and addresses standing out, hidden characters made visible. */
export function ArgumentList({ args, onEdit }: { args: Record<string, unknown>; onEdit: () => void }) {
  const { t } = useTranslation();
  const names = Object.keys(args);
  const hidden = useMemo(() => countHidden((JSON.stringify(args) ?? '').slice(0, COUNT_MAX)), [args]);
  return (
    <div>
      <div className="mb-1 flex items-center gap-2">
        <h3 className="flex-1 text-xs font-semibold text-text-2">{t('approvals.arguments')}</h3>
        <Button size="sm" variant="ghost" icon={<Pencil size={12} aria-hidden />} onClick={onEdit}>
          {t('approvals.edit')}
        </Button>
      </div>
      {hidden > 0 && (
        <p className="mb-1.5 flex items-center gap-1.5 text-xs font-medium text-warn">
          <TriangleAlert size={13} aria-hidden />
          {t('approvals.hidden', { count: hidden })}
        </p>
      )}
      {names.length === 0 ? (
        <p className="text-sm text-text-3">{t('approvals.noArguments')}</p>
      ) : (
        <dl className="overflow-hidden rounded-md border border-line">
          {names.map((name) => (
            <Argument key={name} name={name} value={args[name]} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Argument({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  const kind = classifyArgument(name, value);
  const Icon = kind === 'plain' ? undefined : KIND_ICON[kind];
  return (
    <div
      className={cx(
        'grid grid-cols-1 gap-x-3 border-b border-line px-3 py-2 last:border-b-0 @lg:grid-cols-[minmax(90px,170px)_1fr]',
        kind !== 'plain' && 'bg-buoy-soft',
      )}
    >
      <dt className="code flex min-w-0 items-start gap-1.5 [overflow-wrap:anywhere] text-text-2">
        {Icon && <Icon size={14} className="mt-[3px] shrink-0 text-buoy-text" aria-hidden />}
        <span className="min-w-0">
          <VisibleText text={name} />
          {kind !== 'plain' && <span className="ml-1.5 font-sans text-2xs text-buoy-text">{t(`approvals.kind.${kind}`)}</span>}
        </span>
      </dt>
      <dd className="min-w-0">
        <ArgumentValue value={value} kind={kind} />
      </dd>
    </div>
  );
}

function ArgumentValue({ value, kind }: { value: unknown; kind: ArgumentKind }) {
  if (typeof value === 'string') {
    return <FoldedText text={value} className={cx('code', kind !== 'plain' && 'font-medium text-text')} />;
  }
  if (typeof value === 'object' && value !== null) return <JsonTree value={value} openTo={kind === 'plain' ? 1 : 2} />;
  return <span className="code">{String(value)}</span>;
}
