import type { Messages } from '../en.ts';

export const account: Messages['account'] = {
  title: '账户',
  signIn: '登录',
  signInAgain: '重新登录',
  signOut: '退出登录',
  cancel: '取消',
  signedOut: '未登录。',
  signedIn: '已在 {{issuer}} 登录',
  waiting: '请在浏览器中完成登录。',
  showAgain: '再次打开页面',
  scopes: '权限：{{scopes}}',
  expires: '访问有效至 {{when}}',
  expired: '访问已于 {{when}} 到期',
  remember: { session: '保留至 Quayside 退出', file: '保存在仅您可读的文件中', encrypted: '加密保存' },
  keep: '保持登录（保存在仅您可读的文件中）',
  paste: '浏览器显示错误？请将其地址粘贴到这里',
  pasteDone: '使用',
};
