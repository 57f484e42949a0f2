import type { HostState } from '../../../../preload/contract/mirror.ts';
import { Settings } from '../../../../preload/contract/settings.ts';
import { changedRequest, forecastRequest, moveRequest, twinRequest } from './approvals.ts';
import { chats, conversations } from './chats.ts';
import { branchQuestion, pageQuestion, secretQuestion } from './elicitations.ts';
import { notices, servers, trust } from './servers.ts';

export type Scenario =
  | 'rich'
  | 'fresh'
  | 'offline'
  | 'approval'
  | 'destructive'
  | 'changed'
  | 'queue'
  | 'trust'
  | 'allow-all'
  | 'question'
  | 'question-page'
  | 'question-secret';

export interface Look {
  scenario: Scenario;
  theme: 'light' | 'dark';
  language: 'en' | 'zh-CN';
}

const provider = { kind: 'openai-compatible' as const, baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-chat', maxOutputTokens: 8192 };

/** A state of main as it may well be on an ordinary day, in several moods. */
export function sampleState({ scenario, theme, language }: Look): HostState {
  const settings = Settings.parse({ theme, language, welcomeDone: true, provider });
  const state: HostState = {
    app: {
      version: '0.1.0',
      platform: 'Linux 6.9 (x64)',
      missing: { encryption: true, notifications: false },
      shell: 'Chromium 143 (stand-in for Electron)',
      homeFolder: '/home/ling/.config/quayside',
    },
    settings: { settings, hasApiKey: true },
    mode: 'ask',
    project: { folder: '/home/ling/projects/harbour' },
    notices: structuredClone(notices),
    servers: structuredClone(servers),
    conversations: structuredClone(conversations),
    chats: {},
    approvals: {},
    editors: { e1: { id: 'e1', name: 'VS Code', folders: ['/home/ling/projects/harbour'], transport: 'ws-ide' } },
    elicitations: {},
  };
  switch (scenario) {
    case 'rich':
      return state;
    case 'fresh':
      return {
        ...state,
        settings: { settings: { ...settings, welcomeDone: false, provider: Settings.parse({}).provider }, hasApiKey: false },
        project: {},
        notices: {},
        servers: {},
        conversations: {},
      };
    case 'offline':
      return { ...state, settings: { settings: { ...settings, provider: Settings.parse({}).provider }, hasApiKey: false } };
    case 'approval':
      return { ...state, approvals: { a1: forecastRequest, a2: moveRequest, a3: twinRequest } };
    case 'destructive':
      return { ...state, approvals: { a2: moveRequest } };
    case 'question':
      return { ...state, elicitations: { q1: branchQuestion, q2: secretQuestion } };
    case 'question-page':
      return { ...state, elicitations: { q3: pageQuestion } };
    case 'question-secret':
      return { ...state, elicitations: { q2: secretQuestion } };
    case 'changed':
      return { ...state, approvals: { a4: changedRequest } };
    case 'queue':
      return { ...state, approvals: { a1: forecastRequest, a2: moveRequest, a3: twinRequest, a4: changedRequest } };
    case 'trust':
      return { ...state, project: { ...state.project, trust } };
    case 'allow-all':
      return { ...state, mode: 'allow-all' };
  }
}

export const sampleChats = chats;
