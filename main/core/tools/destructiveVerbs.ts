import { stripHidden } from '../base/hiddenText.ts';

/** A whole word of the name, in its base form: `list_deleted_files` only reads. */
const WORDS = new Set(
  (
    'delete del remove rm rmdir unlink drop destroy kill terminate erase wipe purge truncate overwrite clear reset revoke uninstall ' +
    'prune discard shred shutdown reboot nuke expunge deprovision deactivate decommission ban'
  ).split(' '),
);
/** Long enough to be sure even when glued to another word (`deleteall`, `bulkdelete`), but not as `deleted` or `removal`. */
const GLUED = /(?:delete|remove|destroy|overwrite|uninstall|truncate|purge|terminate|erase)(?!d|r$|rs$|ed|ment|ion)/;
/** 已 and 被 before it make it a state: 列出已删除文件 only reads. */
const CHINESE =
  /(?<![已被])(?:删|刪|移除|清空|清除|清理|销毁|銷毀|摧毁|卸载|卸載|解除安裝|终止|終止|杀死|殺死|结束进程|覆盖|覆蓋|覆写|覆寫|抹除|擦除|抹掉|格式化|重置|丢弃|丟棄|撤销|撤銷|吊销|吊銷|注销|註銷|作废|作廢|关机|關機)/;

/** Whether a tool's name says that it destroys something (PER-2). Looks at words, not letters: `list_deleted` only reads. */
export function namesDestruction(name: string): boolean {
  const clean = stripHidden(name).normalize('NFKC');
  if (CHINESE.test(clean)) return true;
  const words = clean
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.some((word) => WORDS.has(word) || GLUED.test(word));
}
