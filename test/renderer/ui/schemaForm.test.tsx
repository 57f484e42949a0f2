// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { showLanguage } from '../../../renderer/i18n/index.ts';
import { ArgumentsEditor, useValidation } from '../../../renderer/ui/schemaForm/ArgumentsEditor.tsx';
import { resolve } from '../../../renderer/ui/schemaForm/resolve.ts';
import { fieldOf, startValue, type Value } from '../../../renderer/ui/schemaForm/schema.ts';
import { validate } from '../../../renderer/ui/schemaForm/validate.ts';
import { forecastSchema, moveSchema } from '../harness/sample/tools.ts';

afterEach(cleanup);

describe('fieldOf', () => {
  const kind = (schema: JsonSchema, value?: unknown) => fieldOf(schema, schema, value).kind;
  it.each([
    ['string', { type: 'string' }, 'string'],
    ['integer', { type: 'integer' }, 'number'],
    ['boolean', { type: 'boolean' }, 'boolean'],
    ['a nullable type', { type: ['string', 'null'] }, 'union'],
    ['an enum', { enum: ['a', 1, null] }, 'choice'],
    ['titled constants', { oneOf: [{ const: 'a', title: 'A' }] }, 'choice'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'list'],
    ['an object without a type', { properties: { a: {} } }, 'object'],
    ['several types', { type: ['string', 'number'] }, 'union'],
    ['one type in a list', { type: ['string'] }, 'string'],
    ['nothing but null', { type: 'null' }, 'null'],
    ['parts that all hold', { allOf: [{ type: 'object', properties: { a: {} } }, { properties: { b: {} } }] }, 'object'],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'union'],
    ['a union of one', { anyOf: [{ type: 'string' }] }, 'json'],
    ['a union too long for a list', { anyOf: Array.from({ length: 21 }, (_, i) => ({ minimum: i })) }, 'json'],
    ['nothing at all', {}, 'json'],
  ] as const)('%s', (_, schema, expected) => expect(kind(schema as JsonSchema)).toBe(expected));

  it('falls back to JSON when the value is not what the schema says, so that nothing is lost', () => {
    expect(kind({ type: 'string' }, 12)).toBe('json');
    expect(kind({ type: 'object', properties: {} }, ['a'])).toBe('json');
  });

  it('follows references and survives a circle', () => {
    const root: JsonSchema = { $defs: { a: { $ref: '#/$defs/b' }, b: { type: 'integer' }, loop: { $ref: '#/$defs/loop' } } };
    expect(resolve({ $ref: '#/$defs/a' }, root)).toMatchObject({ type: 'integer' });
    expect(resolve({ $ref: '#/$defs/loop' }, root)).toEqual({});
    expect(resolve({ $ref: 'https://example.org/x' }, root)).toEqual({});
  });

  it('begins a schema that requires itself only so deep', () => {
    const root: JsonSchema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(JSON.stringify(startValue(root, root)).match(/next/g)).toHaveLength(6);
    const both: JsonSchema = { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' };
    expect(startValue(both, both)).toBeNull();
    expect(resolve({ allOf: [{ $ref: '#' }] }, { allOf: [{ $ref: '#' }], type: 'object' })).toMatchObject({ type: 'object' });
  });

  it('does not take inherited keys for properties', () => {
    expect(kind({ type: 'object', properties: { toString: { type: 'string' } } })).toBe('object');
    expect(startValue({ type: 'object', properties: {}, required: ['constructor'] }, {})).toEqual({ constructor: null });
  });
});

describe('validate', () => {
  it.each([
    ['a missing value, at its own place', forecastSchema, {}, '/city', 'required'],
    ['an unknown field', forecastSchema, { city: 'x', foo: 1 }, '/foo', 'additionalProperties'],
    ['a wrong type', forecastSchema, { city: 1 }, '/city', 'type'],
    ['a limit', forecastSchema, { city: 'x', days: 9 }, '/days', 'maximum'],
    ['an enum', forecastSchema, { city: 'x', units: 'kelvin' }, '/units', 'enum'],
    ['an item of a list', moveSchema, { source: 'a', destination: 'b', exclude: ['x', 1] }, '/exclude/1', 'type'],
  ])('%s', (_, schema, value, path, keyword) => {
    expect(validate(schema, value)).toContainEqual(expect.objectContaining({ path, keyword }));
  });

  it('takes the digits of a long number for the number they are', () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' }, n: { type: 'number' }, s: { type: 'integer' } } };
    expect(validate(schema, { id: '12345678901234567890', n: '-9007199254740993' })).toEqual([]);
    expect(validate(schema, { s: '12' })).toContainEqual(expect.objectContaining({ path: '/s', keyword: 'type' }));
    expect(validate(schema, { s: 'many' })).toContainEqual(expect.objectContaining({ path: '/s' }));
  });

  it('names the limit and finds nothing in a good value', () => {
    expect(validate(forecastSchema, { city: 'x', days: 9 })[0]?.limit).toBe('7');
    expect(validate(forecastSchema, { city: '杭州', days: 2 })).toEqual([]);
  });

  it('says something about a union that fits nowhere', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [{ const: 1 }, { const: 2 }] } } };
    expect(validate(schema, { a: 3 }).length).toBeGreaterThan(0);
  });

  it('survives a schema that is none', () => expect(validate({ type: 'object', properties: { a: { pattern: '(' } } }, { a: 'x' })).toEqual([]));
});

function Editor({ schema, start, onValue }: { schema: JsonSchema; start: Value; onValue: (value: Value) => void }) {
  const [value, setValue] = useState(start);
  const errors = useValidation(schema, value);
  onValue(value);
  return <ArgumentsEditor schema={schema} value={value} onChange={setValue} errors={errors} original={start} />;
}

async function open(schema: JsonSchema, start: Value) {
  await showLanguage('en');
  let current = start;
  render(<Editor schema={schema} start={start} onValue={(value) => (current = value)} />);
  return { value: () => current };
}

describe('ArgumentsEditor', () => {
  it('edits a text and keeps it a text, even when it looks like a number', async () => {
    const form = await open(forecastSchema, { city: '杭州', days: 2 });
    fireEvent.change(screen.getByLabelText(/^City/), { target: { value: '123' } });
    expect(form.value()).toEqual({ city: '123', days: 2 });
    expect(screen.getAllByText('changed')).toHaveLength(1);
  });

  it('reads numbers as numbers and shows an error at the field for what is none', async () => {
    const form = await open(forecastSchema, { city: '杭州', days: 2 });
    const days = screen.getByLabelText('Days');
    fireEvent.change(days, { target: { value: '3' } });
    expect(form.value().days).toBe(3);
    fireEvent.change(days, { target: { value: '3 days' } });
    expect(form.value().days).toBe('3 days');
    expect(await screen.findByText('Must be a whole number.')).toBeTruthy();
    expect(days.getAttribute('aria-invalid')).toBe('true');
  });

  it('offers optional fields, sets them to their default and takes them away again', async () => {
    const form = await open(forecastSchema, { city: '杭州' });
    fireEvent.click(screen.getByRole('button', { name: 'Days' }));
    expect(form.value()).toEqual({ city: '杭州', days: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Remove Days' }));
    expect(form.value()).toEqual({ city: '杭州' });
  });

  it('keeps fields that the schema does not know', async () => {
    const form = await open(moveSchema, { source: 'a', destination: 'b', trace: { id: 7 } });
    fireEvent.change(screen.getByLabelText(/^source/), { target: { value: 'c' } });
    expect(form.value()).toEqual({ source: 'c', destination: 'b', trace: { id: 7 } });
  });

  it('edits lists item by item', async () => {
    const form = await open(moveSchema, { source: 'a', destination: 'b', exclude: ['x', 'y'] });
    fireEvent.click(screen.getByRole('button', { name: 'Remove item 1' }));
    expect(form.value().exclude).toEqual(['y']);
    fireEvent.click(screen.getByRole('button', { name: 'Add an item' }));
    expect(form.value().exclude).toEqual(['y', '']);
  });

  it('takes JSON only while it is an object, and says where it is not', async () => {
    const form = await open(forecastSchema, { city: '杭州' });
    const json = screen.getByLabelText('Arguments as JSON');
    fireEvent.change(json, { target: { value: '{"city": ' } });
    expect(form.value()).toEqual({ city: '杭州' });
    expect(screen.getByRole('alert').textContent).toContain('Not valid JSON');
    fireEvent.change(json, { target: { value: '[]' } });
    expect(screen.getByRole('alert').textContent).toContain('must be a JSON object');
    fireEvent.change(json, { target: { value: '{"city":"宁波"}' } });
    expect(form.value()).toEqual({ city: '宁波' });
  });

  it('puts no huge value into an input and offers no JSON view for it', async () => {
    const form = await open(moveSchema, { source: 'a', destination: 'b', content: 'x'.repeat(400_000) });
    expect(screen.queryByLabelText('Arguments as JSON')).toBeNull();
    expect(document.body.innerHTML.length).toBeLessThan(30_000);
    fireEvent.change(screen.getByLabelText(/^source/), { target: { value: 'c' } });
    expect((form.value().content as string).length).toBe(400_000);
  });

  const wide: JsonSchema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      note: { type: ['string', 'null'] },
      when: { type: 'string', format: 'date' },
      target: {
        title: 'Target',
        oneOf: [
          { title: 'A file', type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
          { title: 'An address', type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
        ],
      },
    },
  };

  it('keeps every digit of a long number, in the form and in the JSON beside it', async () => {
    const form = await open(wide, { id: 1 });
    fireEvent.change(screen.getByLabelText('id'), { target: { value: '12345678901234567891' } });
    expect(form.value()).toEqual({ id: '12345678901234567891' });
    expect(screen.queryByText('Must be a whole number.')).toBeNull();
    fireEvent.change(screen.getByLabelText('Arguments as JSON'), {
      target: { value: '{"id": 98765432109876543210, "n": [1, 2.5, 9007199254740991]}' },
    });
    expect(form.value()).toEqual({ id: '98765432109876543210', n: [1, 2.5, 9_007_199_254_740_991] });
  });

  it('says which form of a union a value has, and keeps what was written in the other', async () => {
    const form = await open(wide, { target: { url: 'https://example.org' } });
    const kind = screen.getByRole('combobox', { name: 'Kind of Target' });
    expect(kind.textContent).toContain('An address');
    expect((screen.getByLabelText(/^url/) as HTMLInputElement).value).toBe('https://example.org');
    expect(form.value()).toEqual({ target: { url: 'https://example.org' } });
  });

  it('shows null as nothing, and a text beside it as text', async () => {
    await open(wide, { note: null });
    expect(screen.getByRole('combobox', { name: 'Kind of note' }).textContent).toContain('Nothing (null)');
    cleanup();
    const form = await open(wide, { note: 'x' });
    fireEvent.change(screen.getByDisplayValue('x'), { target: { value: 'y' } });
    expect(form.value()).toEqual({ note: 'y' });
  });

  it('offers a calendar for a date and leaves a text that is none alone', async () => {
    await open(wide, { when: '2026-01-31' });
    expect((screen.getByLabelText('when') as HTMLInputElement).type).toBe('date');
    cleanup();
    await open(wide, { when: 'tomorrow' });
    expect((screen.getByLabelText('when') as HTMLInputElement).type).toBe('text');
    expect((screen.getByLabelText('when') as HTMLInputElement).value).toBe('tomorrow');
  });

  it('shows the hidden characters that an input cannot show', async () => {
    await open(moveSchema, { source: '/tmp/a\u202egnp.exe', destination: 'b' });
    expect(screen.getAllByRole('note')[0]?.textContent).toContain('U+202E');
  });
});
