import type { Messages } from '../en.ts';

export const notices: Messages['notices'] = {
  severity: { info: '供你参考', warning: '请留意', error: '有内容未生效' },
  openServer: '打开服务器',
};
