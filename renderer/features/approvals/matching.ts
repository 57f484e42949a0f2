import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';

const key = (request: ApprovalRequest): string => JSON.stringify([request.server, request.original, request.arguments]);

/** The other waiting requests that ask for exactly the same call (PER-5). */
export function matching(request: ApprovalRequest, queue: readonly ApprovalRequest[]): ApprovalRequest[] {
  const wanted = key(request);
  return queue.filter((other) => other.id !== request.id && key(other) === wanted);
}
