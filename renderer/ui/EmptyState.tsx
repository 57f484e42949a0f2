import type { ReactNode } from 'react';

/** What a place says while it is empty: what will be here, and how to begin. */
export function EmptyState({ art, title, children, actions }: { art?: ReactNode; title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-10 text-center">
      {art && <div className="mb-4 text-text-3">{art}</div>}
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      {children && <div className="mt-2 text-sm text-pretty text-text-2">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
