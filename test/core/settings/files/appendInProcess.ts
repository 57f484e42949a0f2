/** Appends words to a file from a process of its own: node appendInProcess.ts FILE LOCKS WORD TIMES */
import { updateTextFile } from '../../../../main/core/settings/files/updateTextFile.ts';

const [file = '', lockFolder = '', word = '', times = '1'] = process.argv.slice(2);
for (let i = 0; i < Number(times); i += 1) await updateTextFile(file, (text) => `${text ?? ''}${word}-${i};`, { lockFolder });
