import type { Messages } from './en.ts';
import { account } from './zh-CN/account.ts';
import { approvals } from './zh-CN/approvals.ts';
import { chat } from './zh-CN/chat.ts';
import { common } from './zh-CN/common.ts';
import { diff } from './zh-CN/diff.ts';
import { elicitations } from './zh-CN/elicitations.ts';
import { entry } from './zh-CN/entry.ts';
import { errors } from './zh-CN/errors.ts';
import { form } from './zh-CN/form.ts';
import { notices } from './zh-CN/notices.ts';
import { palette } from './zh-CN/palette.ts';
import { rules } from './zh-CN/rules.ts';
import { servers } from './zh-CN/servers.ts';
import { settings } from './zh-CN/settings.ts';
import { shell } from './zh-CN/shell.ts';
import { stages } from './zh-CN/stages.ts';
import { tools } from './zh-CN/tools.ts';
import { welcome } from './zh-CN/welcome.ts';

/** Simplified Chinese. A missing or an extra key does not compile, because each part names its type. */
export const zhCN: Messages = {
  common,
  shell,
  chat,
  approvals,
  servers,
  settings,
  welcome,
  palette,
  form,
  elicitations,
  errors,
  entry,
  notices,
  account,
  stages,
  tools,
  diff,
  rules,
};
