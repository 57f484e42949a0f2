import type { Notice } from '../../../preload/contract/servers.ts';
import { shortHash } from './paths.ts';

/** The same finding has the same id at every reading, so that a notice the user put away stays away. */
export const noticeId = ({ code, file, entry, field, message }: Omit<Notice, 'id'>): string =>
  `${code}:${shortHash(JSON.stringify([file, entry, field, message.replace(/line \d+(, column \d+)?/g, '')]))}`;

export const makeNotice = (from: Omit<Notice, 'id'>): Notice => ({ id: noticeId(from), ...from });
