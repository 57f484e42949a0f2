import { useAnnouncement } from './announce.ts';

export function Announcer() {
  const { text, count } = useAnnouncement();
  return (
    <div aria-live="assertive" aria-atomic className="sr-only">
      {/* A no-break space more or less makes a repeated sentence a new one. */}
      {text && `${text}${count % 2 ? '\u00a0' : ''}`}
    </div>
  );
}
