import { ImageOff } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** What happens when a person follows a link in foreign text. The window shows the target first (SEC-3). */
export const LinkContext = createContext<(url: string) => void>(() => {});

/** An http(s) address, normalised; anything else is not a link. */
export function webUrl(href: string | undefined): string | undefined {
  if (!href || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

/** A link that asks before it leaves. Not an anchor: there is no page to go to, and a middle click must not open one. */
export function MarkdownLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const follow = useContext(LinkContext);
  const url = webUrl(href);
  if (!url) return <span title={href}>{children}</span>;
  return (
    <button type="button" className="link inline cursor-pointer text-start select-text" title={url} onClick={() => follow(url)}>
      {children}
    </button>
  );
}

/** Remote images are never loaded by themselves: loading one tells its server that it was read. */
export function RemoteImage({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const { t } = useTranslation();
  const url = webUrl(src);
  return (
    <span className="my-1 inline-flex items-center gap-1.5 rounded-sm border border-dashed border-line-strong px-2 py-1 text-xs text-text-2">
      <ImageOff size={13} aria-hidden />
      <span>{alt || t('common.openLink.blockedImage')}</span>
      {url && <MarkdownLink href={url}>{new URL(url).host}</MarkdownLink>}
    </span>
  );
}
