import fs from 'node:fs';
import type { Settings } from '../../preload/contract/settings.ts';
import type { Logger } from '../core/ports.ts';
import type { NetworkSettings } from '../core/transports/transport.ts';

/** The settings as transports take them: files of certificate authorities are read, one that cannot be read is named in the log. */
export function networkOf({ proxy, noProxy, caFiles, systemCa }: Settings['network'], logger: Logger): NetworkSettings {
  const extraCa = caFiles.flatMap((file) => {
    try {
      return [fs.readFileSync(file, 'utf8')];
    } catch {
      logger.warn(`The file of certificate authorities ${file} cannot be read; servers that need it will be refused.`);
      return [];
    }
  });
  return {
    ...(proxy.trim() ? { proxy: proxy.trim() } : {}),
    ...(noProxy.trim() ? { noProxy: noProxy.trim() } : {}),
    ...(extraCa.length > 0 ? { extraCa } : {}),
    ...(systemCa ? { systemCa } : {}),
  };
}
