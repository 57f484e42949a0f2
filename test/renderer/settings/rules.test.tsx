// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEAD_CODES } from '../../../preload/contract/permissions.ts';
import { readValue, valueText, withOperator } from '../../../renderer/features/settings/permissions/conditionValue.ts';
import { DeadReasons } from '../../../renderer/features/settings/permissions/DeadReasons.tsx';
import { RuleTable } from '../../../renderer/features/settings/permissions/RuleTable.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

async function open(node = <RuleTable />) {
  const host: FakeHost = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }));
  host.handlers = sampleHandlers(() => host);
  await renderOn(host, node);
  return host;
}

describe('the values of conditions', () => {
  it.each([
    ['Bern', 'Bern'],
    ['5', 5],
    ['"5"', '5'],
    ['true', true],
    ['{"a":[1]}', { a: [1] }],
    ['', ''],
    ['5 apples', '5 apples'],
  ])('%s stands for %j and back', (text, value) => {
    expect(readValue('equals', 'a', text)).toEqual({ path: 'a', op: 'equals', value });
    expect(valueText({ path: 'a', op: 'equals', value })).toBe(text);
  });

  it('survive another operator where they can', () => {
    expect(withOperator({ path: 'n', op: 'equals', value: 5 }, 'range')).toEqual({ path: 'n', op: 'range', min: 5 });
    expect(withOperator({ path: 'n', op: 'range', min: 5, max: 9 }, 'equals')).toEqual({ path: 'n', op: 'equals', value: 5 });
    expect(withOperator({ path: 'p', op: 'in', value: '/x' }, 'range')).toEqual({ path: 'p', op: 'range' });
    expect(withOperator({ path: 'p', op: 'equals', value: '/x' }, 'in')).toEqual({ path: 'p', op: 'in', value: '/x' });
  });
});

it('every reason for a dead rule has words', async () => {
  await open(<DeadReasons reasons={DEAD_CODES.map((code) => ({ code, message: '', params: { reason: 'R', value: 'V', path: 'P', rule: 'U' } }))} />);
  const texts = (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '');
  expect(new Set(texts).size).toBe(DEAD_CODES.length);
  for (const text of texts) expect(text).toMatch(/\.$|: [RU]$/);
});

describe('the rules', () => {
  it('are shown with text, warning and both ways to change them', async () => {
    const host = await open();
    await screen.findByText('mcp__files__read_*(path in /home/ling/projects/harbour)');
    expect(screen.getByText('This rule can never match')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the rule mcp__*__delete_*' }));
    await waitFor(() => expect(host.callsOf('permissions.removeRule')).toEqual([{ id: 'r3' }]));
  });

  it('are edited as text or in the form; the last touched leads, and main reads both', async () => {
    const host = await open();
    fireEvent.click(await screen.findByRole('button', { name: /^Edit the rule mcp__files__read_/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect((dialog.getByLabelText('As text') as HTMLTextAreaElement).value).toContain('path in /home'));
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '/srv' } });
    await waitFor(() =>
      expect(host.callsOf('permissions.checkRule').at(-1)?.draft).toMatchObject({
        id: 'r2',
        rule: { names: { server: 'files', tool: 'read_*', conditions: [{ path: 'path', op: 'in', value: '/srv' }] } },
      }),
    );
    fireEvent.change(dialog.getByLabelText('As text'), { target: { value: 'mcp__*__delete_*' } });
    await waitFor(() => expect((dialog.getByLabelText('Tool') as HTMLInputElement).value).toBe('delete_*'));
    fireEvent.click(dialog.getByRole('radio', { name: 'Deny' }));
    await dialog.findByText('3 of the last 6 calls');
    await waitFor(() => expect((dialog.getByRole('button', { name: 'Put into force' }) as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Put into force' }));
    await waitFor(() =>
      expect(host.callsOf('permissions.saveRule')[0]?.draft).toMatchObject({ id: 'r2', effect: 'deny', rule: { text: 'mcp__*__delete_*' } }),
    );
  });

  it('that cannot be read are not saved', async () => {
    const host = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('As text'), { target: { value: ' ' } });
    await dialog.findByText('The rule names no tool.');
    expect((dialog.getByRole('button', { name: 'Put into force' }) as HTMLButtonElement).disabled).toBe(true);
    expect(host.callsOf('permissions.saveRule')).toEqual([]);
  });
});
