import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

interface SearchInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  id?: string;
  className?: string;
}

export function SearchInput({ label, value, onChange, id, className }: SearchInputProps) {
  const { t } = useTranslation();
  return (
    <div className={cx('relative', className)}>
      <Search size={14} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-text-3" aria-hidden />
      <input
        id={id}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation();
            onChange('');
          }
        }}
        className="h-[30px] w-full appearance-none rounded-sm border border-line-strong bg-ground pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden text-sm focus-visible:border-focus focus-visible:outline-offset-0"
      />
      {value && (
        <IconButton
          label={t('common.clear')}
          icon={<X size={13} aria-hidden />}
          size="sm"
          tooltip={false}
          onClick={() => onChange('')}
          className="absolute top-[3px] right-[3px]"
        />
      )}
    </div>
  );
}
