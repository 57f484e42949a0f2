import fs from 'node:fs';
import path from 'node:path';
import { HostError } from '../../base/hostError.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';

type TransferHandlers = Pick<Handlers, 'servers.importPreview' | 'servers.importApply' | 'servers.export' | 'servers.exportSave'>;

/** Servers from other apps and for them (CFG-7). */
export const transferHandlers = ({ config, desktop }: Services): TransferHandlers => ({
  'servers.importPreview': ({ text }) => config.importPreview(text),
  'servers.importApply': ({ choices, text, remember }) => config.importApply(choices, text, remember),
  'servers.export': ({ names }) => ({ text: config.exportServers(names) }),
  async 'servers.exportSave'({ names }) {
    const folder = await desktop.chooseFolder();
    return folder === undefined ? {} : { file: await writeNew(folder, config.exportServers(names)) };
  },
});

/** A file of its own name: what is there already is never written over. */
async function writeNew(folder: string, text: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const file = path.join(folder, n === 1 ? 'mcp-servers.json' : `mcp-servers-${n}.json`);
    try {
      await fs.promises.writeFile(file, text, { flag: 'wx' });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new HostError('host.unavailable', `The file ${file} cannot be written.`, {
        fix: 'Choose another folder, or copy the text.',
        cause: error,
      });
    }
  }
}
