/**
 * Cuts the calls of a step into groups that run one after the other; the calls inside a group run in parallel (CAL-7). Calls that
 * declare themselves read-only share a group while they follow each other; any other call is alone, so that no read overtakes a
 * write that the model put before it.
 */
export function callGroups<T>(calls: readonly T[], readOnly: (call: T) => boolean): T[][] {
  const groups: T[][] = [];
  let open: T[] | undefined;
  for (const call of calls) {
    if (!readOnly(call)) {
      groups.push([call]);
      open = undefined;
    } else if (open) open.push(call);
    else {
      open = [call];
      groups.push(open);
    }
  }
  return groups;
}
