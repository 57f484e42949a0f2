import { FakeHost } from './fakeHost.ts';
import { sampleHandlers } from './sample/handlers.ts';
import { type Look, type Scenario, sampleState } from './sample/state.ts';

/** The real window on a sample host. The address chooses what to see: ?scenario=approval&theme=dark&language=zh-CN#/chat/c2 */
const query = new URLSearchParams(window.location.search);
const look: Look = {
  scenario: (query.get('scenario') ?? 'rich') as Scenario,
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  language: query.get('language') === 'zh-CN' ? 'zh-CN' : 'en',
};
const host: FakeHost = new FakeHost(sampleState(look));
host.handlers = sampleHandlers(() => host);
window.quayside = host;
Object.assign(window, { host });
await import('../../../renderer/main.tsx');
