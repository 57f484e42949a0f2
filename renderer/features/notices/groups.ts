import type { Notice } from '../../../preload/contract/servers.ts';

export interface NoticeGroup {
  /** Undefined: about no file. */
  file: string | undefined;
  notices: Notice[];
}

/** Notices by file, each file where its worst notice stands; those without one come last. The order within a file is by place. */
export function groupNotices(notices: readonly Notice[]): NoticeGroup[] {
  const groups = new Map<string | undefined, Notice[]>();
  for (const notice of notices) groups.set(notice.file, [...(groups.get(notice.file) ?? []), notice]);
  return [...groups]
    .map(([file, list]) => ({ file, notices: [...list].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)) }))
    .sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined));
}
