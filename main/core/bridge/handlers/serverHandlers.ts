import { HostError } from '../../base/hostError.ts';
import { checkRuntimes } from '../../discovery/runtimes.ts';
import type { ConnectionTests } from '../connectionTests.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { editorHandlers } from './editorHandlers.ts';
import { signInHandlers } from './signInHandlers.ts';
import { transferHandlers } from './transferHandlers.ts';

type Area = 'server' | 'servers' | 'runtimes' | 'project' | 'editor';
type ServerHandlers = Pick<Handlers, Extract<keyof Handlers, `${Area}.${string}`>>;

export function serverHandlers(services: Services, tests: ConnectionTests): ServerHandlers {
  const { config, servers, settings, desktop, editors } = services;

  async function openProject(folder: string | undefined): Promise<{ folder?: string }> {
    const chosen = folder ?? (await desktop.chooseFolder());
    if (chosen === undefined) return {};
    await config.openProject(chosen);
    servers.rootsChanged();
    return { folder: chosen };
  }

  return {
    ...signInHandlers(services),
    ...transferHandlers(services),
    ...editorHandlers(services),
    async 'server.save'({ draft, replaces, remember }) {
      const before = replaces === undefined || replaces === draft.name ? undefined : servers.get(replaces);
      await config.saveServer(draft, replaces, remember);
      const renamed = servers.get(draft.name);
      // Another name is no reason to sign in again (a13).
      if (before && renamed) await services.auth.move(before.config, renamed.config);
      return {};
    },
    'server.draft': ({ name }) => ({ draft: config.draftOf(name) }),
    async 'server.remove'({ name }) {
      const record = servers.get(name);
      await config.removeServer(name);
      if (record) await services.auth.forget(record.config);
      return {};
    },
    async 'server.setEnabled'({ name, enabled }) {
      const editor = editors.idOf(name);
      // An editor is no entry of a file: off means that it is merely offered again.
      if (editor === undefined) await config.setEnabled(name, enabled);
      else if (!enabled) editors.disconnect(editor);
      return {};
    },
    async 'server.restart'({ name }) {
      if (!servers.get(name)) throw new HostError('host.not_found', `There is no server "${name}" to restart.`, { fix: 'Mend its entry first.' });
      await servers.restart(name);
      return {};
    },
    async 'server.setTrustAnnotations'({ name, trust }) {
      const others = settings.current().permissions.trustAnnotations.filter((other) => other !== name);
      await settings.update({ permissions: { trustAnnotations: trust ? [...others, name] : others } });
      return {};
    },
    'server.logs': ({ name }) => ({ lines: servers.logs(name).map((line) => ({ ...line, text: services.redact(line.text) })) }),
    async 'server.setInputs'({ name, values, remember }) {
      await config.setInputs(name, values, remember);
      return {};
    },
    'server.test': ({ testId, draft, replaces }) => tests.run(testId, draft, replaces),
    'server.cancelTest'({ testId }) {
      tests.cancel(testId);
      return {};
    },
    async 'server.addWeatherExample'() {
      const draft = services.weatherDraft();
      const { name } = draft;
      const known = servers.get(name);
      if (!known) await config.saveServer(draft);
      else if (known.state.kind === 'disabled') await config.setEnabled(name, true);
      return { name };
    },
    'runtimes.check': async () => ({ runtimes: await checkRuntimes({ childEnvironment: services.childEnvironment }) }),
    'project.open': ({ folder }) => openProject(folder),
    async 'project.close'() {
      await config.closeProject();
      servers.rootsChanged();
      return {};
    },
    async 'project.trust'({ contentHash, accept }) {
      await (accept ? config.acceptTrust(contentHash) : config.declineTrust(contentHash));
      return {};
    },
  };
}
