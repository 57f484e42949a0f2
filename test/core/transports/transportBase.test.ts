import { describe, expect, it } from 'vitest';
import type { Outbound } from '../../../main/core/transports/jsonRpc.ts';
import { TransportBase } from '../../../main/core/transports/transportBase.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { failure, remoteDeps } from './remote.ts';

class Bare extends TransportBase {
  readonly kind = 'http';
  sent: Outbound[] = [];
  hang = false;
  protected async open(): Promise<void> {}
  protected async transmit(message: Outbound): Promise<void> {
    this.sent.push(message);
    if (message.method && message.id !== undefined) await this.router.expect({ jsonrpc: '2.0', id: message.id, method: message.method }).answered;
  }
  protected release(): Promise<void> {
    return this.hang ? new Promise(() => undefined) : Promise.reject(new Error('cannot'));
  }
  override lose = super.lose;
  hear(message: Parameters<NonNullable<TransportBase['onmessage']>>[0], answers?: string | number | null): void {
    this.router.receive([{ message, ...(answers === undefined ? {} : { answers }) }]);
  }
}

const make = (): { transport: Bare; clock: ManualClock; closes: () => number } => {
  const clock = new ManualClock();
  const transport = new Bare('bare', remoteDeps({ clock }));
  let closes = 0;
  transport.onclose = () => {
    closes += 1;
  };
  return { transport, clock, closes: () => closes };
};
const ping = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'ping' });

describe('what remote transports share', () => {
  it('ends once, whoever wanted it, and never later than the ladder allows', async () => {
    const { transport, clock, closes } = make();
    await transport.start();
    transport.hang = true;
    const ends = Promise.all([transport.close(), transport.stop(), transport.close()]);
    await clock.advance(600);
    expect(await ends).toEqual([undefined, { stuck: false }, undefined]);
    expect(closes()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('a release that fails is an end like any other', async () => {
    const { transport, closes } = make();
    await transport.close();
    expect(closes()).toBe(1);
    await expect(transport.start()).rejects.toMatchObject({ code: 'call.disconnected' });
  });

  it('has its reason before anybody hears of the end, and fails what waits with it', async () => {
    const { transport } = make();
    await transport.start();
    const waiting = failure(transport.send(ping(1)));
    const heard = new Promise<string | undefined>((resolve) => {
      transport.onclose = () => resolve(transport.closeReason?.message);
    });
    transport.lose({ code: 'connect.network', message: 'The cable is out.' });
    expect(await heard).toBe('The cable is out.');
    expect(await waiting).toMatchObject({ code: 'call.outcome_unknown', message: expect.stringContaining('The cable is out.') });
    expect((await failure(transport.send(ping(2)))).message).toContain('The cable is out.');
    expect(transport.sent).toHaveLength(1);
  });

  it('an answer behind notifications of the same turn comes a turn later, and in order', async () => {
    const { transport } = make();
    const order: unknown[] = [];
    transport.onmessage = (message) => {
      if ('method' in message) queueMicrotask(() => order.push(message.method));
      else order.push('answer');
    };
    void transport.send(ping(1));
    void transport.send(ping(2));
    transport.hear({ jsonrpc: '2.0', id: 1, result: {} }, 1);
    expect(order).toEqual(['answer']);
    transport.hear({ jsonrpc: '2.0', method: 'notifications/progress' });
    transport.hear({ jsonrpc: '2.0', id: 2, result: {} }, 2);
    transport.hear({ jsonrpc: '2.0', method: 'notifications/message' });
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['answer', 'notifications/progress', 'answer', 'notifications/message']);
  });

  it('delivers what is still in line before the end; drops double and unknown answers', async () => {
    const { transport } = make();
    const heard: unknown[] = [];
    transport.onmessage = (message) => heard.push('method' in message ? message.method : 'answer');
    const sent = transport.send(ping(1));
    transport.hear({ jsonrpc: '2.0', method: 'notifications/progress' });
    transport.hear({ jsonrpc: '2.0', id: 1, result: {} }, '1');
    transport.hear({ jsonrpc: '2.0', id: 1, result: {} }, 1);
    transport.hear({ jsonrpc: '2.0', id: 5, result: {} }, 5);
    await sent;
    await transport.close();
    expect(heard).toEqual(['notifications/progress', 'answer']);
  });

  it('a listener that throws is reported and breaks nothing', async () => {
    const { transport } = make();
    const errors: string[] = [];
    transport.onerror = (error) => errors.push(error.message);
    transport.onmessage = () => {
      throw new Error('listener');
    };
    const sent = transport.send(ping(1));
    transport.hear({ jsonrpc: '2.0', id: 1, result: {} }, 1);
    await sent;
    expect(errors).toEqual(['listener']);
  });
});
