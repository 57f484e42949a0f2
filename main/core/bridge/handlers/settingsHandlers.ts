import { HostError } from '../../base/hostError.ts';
import { testConnection } from '../../models/modelCatalog.ts';
import type { Handlers } from '../dispatch.ts';
import type { Publisher } from '../publisher.ts';
import type { Services } from '../services.ts';

type SettingsHandlers = Pick<Handlers, Extract<keyof Handlers, `settings.${string}` | `host.${string}` | `notice.${string}`>>;

export function settingsHandlers(services: Services, publisher: Publisher): SettingsHandlers {
  const { settings, secrets, desktop, apiKeyName } = services;
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
      if (!desktop.mayShow(path)) throw new HostError('host.forbidden', 'Only files of Quayside’s own data folder can be shown.');
      desktop.showFile(path);
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
      return testConnection({
        kind: provider.kind,
        baseUrl: provider.baseUrl,
        ...(apiKey ? { apiKey } : {}),
        ...(provider.model ? { model: provider.model } : {}),
      });
    },
  };
}
        fetch: services.modelFetch,
