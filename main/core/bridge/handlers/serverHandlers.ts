import type { ServerDraft } from '../../../../preload/contract/servers.ts';
import { HostError, toErrorInfo } from '../../base/hostError.ts';
import { checkRuntimes } from '../../discovery/runtimes.ts';
import { brokenStages } from '../../trace/serverStages.ts';
import type { TrialResult } from '../../trace/tryServer.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { signInHandlers } from './signInHandlers.ts';

type ServerHandlers = Pick<Handlers, Extract<keyof Handlers, `server.${string}` | `servers.${string}` | `runtimes.${string}` | `project.${string}`>>;

/** Longest wait for a server that is only tried out. */
const TEST_LIMIT_MS = 60_000;

export function serverHandlers(services: Services): ServerHandlers {
  const { config, servers, settings, desktop } = services;

  async function openProject(folder: string | undefined): Promise<{ folder?: string }> {
    const chosen = folder ?? (await desktop.chooseFolder());
    if (chosen === undefined) return {};
    await config.openProject(chosen);
    servers.rootsChanged();
    return { folder: chosen };
  }

  return {
    ...signInHandlers(services),
    async 'server.save'({ draft, replaces }) {
      const before = replaces === undefined || replaces === draft.name ? undefined : servers.get(replaces);
      await config.saveServer(draft, replaces);
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
      await config.setEnabled(name, enabled);
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
    'server.test': ({ draft, replaces }) => testServer(services, draft, replaces),
    async 'server.addWeatherExample'() {
      const draft = services.weatherDraft();
      const { name } = draft;
      const known = servers.get(name);
      if (!known) await config.saveServer(draft);
      else if (known.state.kind === 'disabled') await config.setEnabled(name, true);
      return { name };
    },
    'servers.importPreview': ({ text }) => config.importPreview(text),
    'servers.importApply': ({ choices, text }) => config.importApply(choices, text),
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

/** Tries what the form describes, as it would be started, before it is saved. */
async function testServer({ config, tryServer }: Services, draft: ServerDraft, replaces: string | undefined): Promise<TrialResult> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TEST_LIMIT_MS);
  try {
    return await tryServer(await config.resolveDraft({ ...draft, disabled: false }, replaces), limit.signal);
  } catch (error) {
    return { stages: brokenStages(toErrorInfo(error)).slice(0, 3), tools: 0 };
  } finally {
    clearTimeout(timer);
  }
}
