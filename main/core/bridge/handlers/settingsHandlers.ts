import { HostError } from '../../base/hostError.ts';
import { testConnection } from '../../models/modelCatalog.ts';
import type { Handlers } from '../dispatch.ts';
import type { Publisher } from '../publisher.ts';
import type { Services } from '../services.ts';

type SettingsHandlers = Pick<Handlers, Extract<keyof Handlers, `settings.${string}` | `host.${string}` | `notice.${string}`>>;

const TEXT_FILE = /\.(?:jsonc?|ya?ml|txt)$/i;

export function settingsHandlers(services: Services, publisher: Publisher): SettingsHandlers {
  const { settings, secrets, desktop, apiKeyName } = services;
  /** Files that the window was told of: those of servers and of notices. */
  const isKnown = (path: string): boolean =>
    [...Object.values(publisher.state.servers), ...Object.values(publisher.state.notices)].some(({ file }) => file === path);
  return {
    'host.snapshot'(_input, caller) {
      caller.subscribe();
      return {};
    },
    async 'host.openExternal'({ url }) {
      await desktop.openExternal(url);
      return {};
    },
    'host.showFile'({ path }) {
      // A path the window did not get from us is not shown (SEC-2).
      if (!desktop.mayShow(path) && !isKnown(path)) {
        throw new HostError('host.forbidden', 'Only files of Quayside’s own data folder and of the configuration can be shown.');
      }
      desktop.showFile(path);
      return {};
    },
    async 'host.openFile'({ path }) {
      // Opening may run what a file is; a configuration is text, and its name says so.
      if (!isKnown(path) || !TEXT_FILE.test(path)) throw new HostError('host.forbidden', 'Only configuration files can be opened from here.');
      await desktop.openFile(path);
      return {};
    },
    'notice.dismiss'({ id }) {
      services.dismissed.add(id);
      publisher.update((state) => {
        const { [id]: gone, ...notices } = state.notices;
        return gone ? { ...state, notices } : state;
      });
      return {};
    },
    async 'settings.update'(patch) {
      await settings.update(patch);
      return {};
    },
    async 'settings.setApiKey'({ apiKey, remember }) {
      const name = apiKeyName(settings.current().provider.kind);
      if (apiKey.trim() === '') await secrets.delete(name);
      else await secrets.set(name, apiKey.trim(), remember);
      const hasApiKey = apiKey.trim() !== '';
      publisher.update((state) => ({ ...state, settings: { ...state.settings, hasApiKey } }));
      return {};
    },
    async 'settings.testProvider'() {
      const { provider } = settings.current();
      if (provider.kind === 'offline') return { ok: true, detail: 'No language model is chosen.', models: [] };
      const apiKey = await secrets.get(apiKeyName(provider.kind));
      const result = await testConnection({
        kind: provider.kind,
        baseUrl: provider.baseUrl,
        fetch: services.modelFetch,
        ...(apiKey ? { apiKey } : {}),
        ...(provider.model ? { model: provider.model } : {}),
      });
      return services.redact(result);
    },
  };
}
