// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApprovalPanel } from '../../../renderer/features/approvals/panel.ts';
import { ElicitationDock } from '../../../renderer/features/elicitations/ElicitationDock.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { forecastRequest } from '../harness/sample/approvals.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { type Scenario, sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

beforeEach(() => useApprovalPanel.setState({ aside: false, current: undefined, focusRequests: 0, edits: {} }));
afterEach(cleanup);

async function open(scenario: Scenario, approval = false) {
  const state = sampleState({ scenario, theme: 'light', language: 'en' });
  const host: FakeHost = new FakeHost(approval ? { ...state, approvals: { [forecastRequest.id]: forecastRequest } } : state);
  host.handlers = sampleHandlers(() => host);
  await renderOn(host, <ElicitationDock />);
  return host;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const answers = (host: FakeHost) => host.callsOf('elicitation.answer');

describe('questions of servers', () => {
  it('say who asks, hold what the server suggests, and send it', async () => {
    const host = await open('question');
    expect(screen.getByRole('dialog').textContent).toContain('github asks you something');
    fireEvent.click(button('Send answer'));
    expect(answers(host), 'the branch is missing').toHaveLength(0);
    expect(await screen.findByText('This value is needed.')).toBeTruthy();
    fireEvent.click(button('Decline'));
    expect(answers(host)).toEqual([{ id: 'q1', answer: { action: 'decline' } }]);
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('notes asks you something'));
  });

  it('warn of a form that asks for a secret', async () => {
    await open('question-secret');
    expect(screen.getByRole('dialog').textContent).toContain('This form asks for a secret');
  });

  it('show the whole address of a page and open it only by a deliberate press', async () => {
    const host = await open('question-page');
    expect(screen.getByRole('dialog').textContent).toContain('github.com.account-check.example/oauth/authorize');
    fireEvent.click(button('Open in browser'));
    expect(answers(host), 'it had only just appeared').toHaveLength(0);
    await waitFor(() => expect(button('Open in browser').getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button('Open in browser'));
    expect(answers(host)).toEqual([{ id: 'q3', answer: { action: 'accept' } }]);
  });

  it('wait behind an approval, can be put aside, and come back with F6', async () => {
    const host = await open('question-secret', true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Answer the approval first.')).toBeTruthy();
    host.update((state) => ({ ...state, approvals: {} }));
    const panel = await screen.findByRole('dialog');
    fireEvent.keyDown(panel, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(answers(host)).toHaveLength(0);
    fireEvent.keyDown(window, { key: 'F6' });
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});
