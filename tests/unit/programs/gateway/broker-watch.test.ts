import { EventEmitter } from 'node:events';
import { watchBroker } from '@/lib/programs/gateway/broker-watch';

/** A broker that says nothing: it is asked, and a connection on which no answer comes is ended. */

const TIMINGS = { lookMs: 100, askMs: 300, endMs: 900, tellMs: 1500 };

class FakeClient extends EventEmitter {
  connected = true;
  asked = 0;
  answers = false;
  readonly ended: string[] = [];
  readonly stream = {
    destroy: ({ message }: Error) => {
      this.ended.push(message);
      this.connected = false;
    },
  };
  sendPing() {
    this.asked += 1;
    if (this.answers) this.emit('packetreceive');
  }
}

let client: FakeClient;
let isHeld: boolean;
let end: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  client = new FakeClient();
  isHeld = false;
  end = watchBroker(client as never, () => isHeld, TIMINGS);
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

it('a broker that answers when it is asked keeps its connection', () => {
  client.answers = true;
  jest.advanceTimersByTime(5000);
  expect(client.asked).toBeGreaterThan(5);
  expect(client.ended).toEqual([]);
});

it('one that does not answer loses it within seconds', () => {
  jest.advanceTimersByTime(TIMINGS.endMs + TIMINGS.lookMs);
  expect(client.asked).toBeGreaterThan(0);
  expect(client.ended).toEqual(['The broker does not answer any more.']);
});

it('while there is no room and nothing is read, its silence says nothing, and it hears that we are there', () => {
  isHeld = true;
  jest.advanceTimersByTime(10_000);
  expect(client.ended).toEqual([]);
  expect(client.asked).toBeGreaterThan(4);
  isHeld = false;
  jest.advanceTimersByTime(TIMINGS.endMs + TIMINGS.lookMs);
  expect(client.ended).toHaveLength(1);
});

it('a client that is away already is left to come back by itself', () => {
  client.connected = false;
  jest.advanceTimersByTime(5000);
  expect([client.asked, client.ended]).toEqual([0, []]);
});
