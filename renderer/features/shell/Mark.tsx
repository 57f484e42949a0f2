/** The sign of Quayside: a mooring ring on the edge of the quay, with a rope that leaves it like the tail of a Q. */
export function Mark({ size = 20, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" className={className} aria-hidden>
      <circle cx="11" cy="10.5" r="7" stroke="currentColor" strokeWidth="2.4" />
      <path d="M11 10.5c3.2 0 4.2 2.4 5.4 4.8 1 2 2.2 3.6 4.8 3.6" stroke="var(--c-buoy)" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M3 21.5h11" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
