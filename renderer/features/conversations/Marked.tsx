/** A text in which the query is marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  const at = query ? text.toLocaleLowerCase().indexOf(query.toLocaleLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-warn-soft text-text">{text.slice(at, at + query.length)}</mark>
      <Marked text={text.slice(at + query.length)} query={query} />
    </>
  );
}
