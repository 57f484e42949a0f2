import { describe, expect, test } from 'vitest';
import { namesDestruction } from '../../../main/core/tools/destructiveVerbs.ts';
import { assessRisk } from '../../../main/core/tools/risk.ts';
import type { ToolAnnotations } from '../../../preload/contract/tools.ts';

const risk = (annotations: ToolAnnotations, trusted: boolean, original = 'get_thing') => assessRisk({ original, annotations }, { trusted });

describe('hints of a trusted server', () => {
  test.each<[ToolAnnotations, Partial<ReturnType<typeof risk>>]>([
    [{}, { readOnly: false, destructive: true, idempotent: false, openWorld: true, declared: false }],
    [{ readOnlyHint: true }, { readOnly: true, destructive: false, idempotent: true, declared: true }],
    [{ readOnlyHint: false }, { readOnly: false, destructive: true }],
    [
      { readOnlyHint: false, destructiveHint: false },
      { readOnly: false, destructive: false },
    ],
    [{ destructiveHint: false }, { readOnly: false, destructive: false }],
    [
      { readOnlyHint: true, destructiveHint: true },
      { readOnly: false, destructive: true },
    ],
    [
      { readOnlyHint: true, destructiveHint: false },
      { readOnly: true, destructive: false },
    ],
    [
      { idempotentHint: true, destructiveHint: false },
      { idempotent: true, readOnly: false },
    ],
    [{ openWorldHint: false }, { openWorld: false, destructive: true, declared: false }],
  ])('%j', (annotations, expected) => {
    expect(risk(annotations, true)).toMatchObject({ trusted: true, ...expected });
  });
});

describe('hints of a server nobody trusts', () => {
  test('nothing that would make a call run by itself is believed', () => {
    expect(risk({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }, false)).toEqual({
      readOnly: false,
      destructive: false,
      idempotent: false,
      openWorld: true,
      declared: true,
      trusted: false,
      // Its word is kept, to be told as its word.
      claims: { readOnly: true, closedWorld: true },
    });
  });

  test.each<ToolAnnotations>([{ destructiveHint: true }, { readOnlyHint: true, destructiveHint: true }, {}, { readOnlyHint: false }])(
    '%j is destructive',
    (annotations) => {
      expect(risk(annotations, false).destructive).toBe(true);
    },
  );

  test('for every combination of hints: without trust never less careful than with it', () => {
    const values = [undefined, true, false];
    for (const readOnlyHint of values)
      for (const destructiveHint of values)
        for (const idempotentHint of values)
          for (const openWorldHint of values) {
            const annotations = Object.fromEntries(
              Object.entries({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }).filter(([, value]) => value !== undefined),
            ) as ToolAnnotations;
            const [without, withTrust] = [risk(annotations, false), risk(annotations, true)];
            expect(without.readOnly).toBe(false);
            expect(without.idempotent).toBe(false);
            expect(without.openWorld).toBe(true);
            expect(without.destructive || !withTrust.destructive).toBe(true);
            if (withTrust.readOnly) expect(withTrust.destructive).toBe(false);
          }
  });
});

describe('verbs in the name', () => {
  test.each([
    'delete_all_files',
    'deleteFile',
    'remove-item',
    'bulkDelete',
    'DROP_TABLE',
    'kill',
    'fs.rm',
    'overwriteFile',
    'deletefile',
    'uninstall_app',
    'purgeCache',
    'HTTPDelete',
    'admin/destroy',
    'truncate_table',
    'reset',
    'wipe_disk',
    'revoke-token',
    '删除文件',
    '清空回收站',
    'user_移除',
    '批量删除',
    'de\u200Blete_it',
    'ｄｅｌｅｔｅ',
    '格式化磁盘',
    '刪除檔案',
  ])('%s destroys', (name) => {
    expect(namesDestruction(name)).toBe(true);
    expect(risk({ readOnlyHint: true, destructiveHint: false }, true, name)).toMatchObject({ destructive: true, readOnly: false });
  });

  test.each([
    'get_forecast',
    'list_deleted_files',
    'read_file',
    'undeleted',
    'find_removed',
    'format_date',
    'droplet_info',
    'skills',
    'query',
    'truncated_text',
    'informer',
    'removal_stats',
    '列出已删除文件',
    '查询',
    'create_issue',
    'terminator_movie',
    'erased_blocks',
    'clearance_level',
  ])('%s does not', (name) => {
    expect(namesDestruction(name)).toBe(false);
  });
});
