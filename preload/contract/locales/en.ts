import { account } from './en/account.ts';
import { approvals } from './en/approvals.ts';
import { chat } from './en/chat.ts';
import { common } from './en/common.ts';
import { diff } from './en/diff.ts';
import { elicitations } from './en/elicitations.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { form } from './en/form.ts';
import { notices } from './en/notices.ts';
import { palette } from './en/palette.ts';
import { rules } from './en/rules.ts';
import { servers } from './en/servers.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { stages } from './en/stages.ts';
import { tools } from './en/tools.ts';
import { welcome } from './en/welcome.ts';

/** The source of all texts of the window. Other languages must have exactly the same keys (see `Messages`). */
export const en = {
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
} as const;

/** The shape every language has to fill: same keys, any text. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
export type Messages = Translated<typeof en>;

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
/** Every key there is, e.g. `common.cancel`. */
export type MessageKey = Paths<typeof en>;
