import type { AskEvent } from '../core/agent/askEvents.ts';
import type { Output } from './output.ts';

/** Shows the events of a run to a person in a terminal: text as it streams, calls and decisions as short lines. */
export function createEventPrinter(write: (text: string) => void): (event: AskEvent) => void {
  let midLine = false;
  const line = (text: string): void => {
    write(`${midLine ? '\n' : ''}${text}\n`);
    midLine = false;
  };
  return (event) => {
    switch (event.type) {
      case 'text-delta':
        write(event.text);
        midLine = !event.text.endsWith('\n');
        return;
      case 'tool-call':
        return line(`▸ ${event.server} · ${event.original} ${JSON.stringify(event.arguments)}`);
      case 'approval':
        return line(`  ${event.verdict === 'allow' ? 'allowed' : 'denied'} by ${event.rule}${event.reason ? `: ${event.reason}` : ''}`);
      case 'progress':
        return line(`  … ${event.message ?? ''} ${event.progress}${event.total === undefined ? '' : `/${event.total}`}`);
      case 'tool-result':
        return line(
          event.error ? `  ✗ ${event.error.message}` : `  ${event.isError ? '✗' : '✓'} ${preview(event.text)} (${Math.round(event.ms)} ms)`,
        );
      case 'notice':
        return line(`! ${event.message}`);
      case 'done':
        if (midLine) line('');
        if (event.error) line(`${event.error.code}: ${event.error.message}${event.error.fix ? `\n  → ${event.error.fix}` : ''}`);
        return;
      default:
        return;
    }
  };
}

const preview = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
};

export const printerFor = (out: Output, json: boolean): ((event: AskEvent) => void) =>
  json ? (event) => out.json(event) : createEventPrinter((text) => void process.stdout.write(text));
