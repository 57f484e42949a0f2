import {
  CloudSun,
  Download,
  FolderOpen,
  Languages,
  MessageSquare,
  PanelLeft,
  Plus,
  RotateCw,
  Server,
  Settings2,
  SquarePen,
  SunMoon,
  Upload,
  Wrench,
  Zap,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import type { EntryGroup, PaletteEntry, PaletteIcon } from './entries.ts';

const OWN: Record<PaletteIcon, typeof Zap> = {
  new: SquarePen,
  add: Plus,
  import: Download,
  export: Upload,
  programs: Wrench,
  weather: CloudSun,
  folder: FolderOpen,
  theme: SunMoon,
  language: Languages,
  sidebar: PanelLeft,
  restart: RotateCw,
};
const ICON: Record<EntryGroup, typeof Zap> = { actions: Zap, pages: Settings2, servers: Server, conversations: MessageSquare };

interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  active: number;
  query: string;
  onHover: (index: number) => void;
  onRun: (index: number) => void;
}

export function PaletteList({ id, entries, active, query, onHover, onRun }: PaletteListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className="min-h-0 flex-1 overflow-y-auto p-1.5">
      {entries.length === 0 && <p className="px-2.5 py-4 text-center text-sm text-text-3">{t('palette.empty', { query })}</p>}
      {entries.map((entry, i) => {
        const Icon = entry.icon ? OWN[entry.icon] : ICON[entry.group];
        const first = entries[i - 1]?.group !== entry.group;
        return (
          <div key={entry.id} role="presentation">
            {first && (
              <p role="presentation" className="px-2.5 pt-2 pb-1 text-2xs font-medium text-text-3">
                {t(`palette.group.${entry.group}`)}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field that owns this list */}
            <div
              id={`${id}-${i}`}
              data-index={i}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onPointerMove={() => onHover(i)}
              onClick={() => onRun(i)}
              className={cx('flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm', i === active && 'bg-active')}
            >
              <Icon size={14} className="shrink-0 text-text-3" aria-hidden />
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              {entry.keys && <Kbd keys={entry.keys} />}
            </div>
          </div>
        );
      })}
    </div>
  );
}
