import type { ElicitationView } from '../../../../preload/contract/elicitations.ts';

const base = { server: 'github', createdAt: Date.UTC(2026, 10, 30, 9, 0), expiresAt: Date.UTC(2026, 10, 30, 9, 30) };

/** A form with every kind of field that the protocol allows. */
export const branchQuestion: ElicitationView = {
  ...base,
  id: 'q1',
  message: 'Which branch shall the pull request go to? 目标分支还没有选定。',
  ask: {
    mode: 'form',
    secretFields: [],
    requestedSchema: {
      type: 'object',
      properties: {
        branch: { type: 'string', title: 'Branch', description: 'The branch the work is merged into.', enum: ['main', 'release/2.1', 'develop'] },
        reviewers: { type: 'integer', title: 'Reviewers', minimum: 0, maximum: 5, default: 1 },
        draft: { type: 'boolean', title: 'Open as a draft', default: true },
        note: { type: 'string', title: 'Note' },
      },
      required: ['branch'],
    },
  },
};

export const secretQuestion: ElicitationView = {
  ...base,
  id: 'q2',
  server: 'notes',
  createdAt: base.createdAt + 1,
  message: 'Please enter your key to go on.',
  ask: {
    mode: 'form',
    secretFields: ['api_key'],
    requestedSchema: { type: 'object', properties: { api_key: { type: 'string', title: 'API key' } }, required: ['api_key'] },
  },
};

export const pageQuestion: ElicitationView = {
  ...base,
  id: 'q3',
  message: 'Connect your account to let this tool see private repositories.',
  ask: {
    mode: 'url',
    url: 'https://github.com.account-check.example/oauth/authorize?client_id=quayside&scope=repo&state=5a1c2f',
    host: 'github.com.account-check.example',
    warnings: [],
  },
};
