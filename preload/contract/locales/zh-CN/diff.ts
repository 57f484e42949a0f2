import type { Messages } from '../en.ts';

export const diff: Messages['diff'] = {
  removed: '已删去：',
  added: '已加上：',
  kind: { removed: '已移除', added: '新增' },
  showAll: '显示全文',
};
