import type { ReactNode } from 'react';

/** A group inside a settings section. */
export function Group({ title, help, aside, children }: { title: ReactNode; help?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-6">
      <div className="mb-2 flex items-baseline gap-3">
        <h3 className="flex-1 text-sm font-semibold">{title}</h3>
        {aside}
      </div>
      {help && <p className="mb-2 max-w-[72ch] text-xs text-text-3">{help}</p>}
      {children}
    </section>
  );
}

/** The sentence under a section's title. */
export const Intro = ({ children }: { children: ReactNode }) => <p className="mt-1 max-w-[68ch] text-sm text-pretty text-text-2">{children}</p>;
