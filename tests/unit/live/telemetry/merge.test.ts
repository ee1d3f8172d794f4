import fc from 'fast-check';
import { HeldStatus } from '@/lib/live/telemetry/held-status';
import { mergeStatus, type StatusPatch, type StatusState, type StoredEntry } from '@/lib/live/telemetry/merge';
import type { StatusMessage } from '@/lib/live/telemetry/payload';

const KNOWN = ['door', 'load', 'drive'];
const EMPTY: StatusState = { live: {}, gone: {} };

interface Sent {
  at: number;
  seq?: number;
  full: boolean;
  status: Record<string, { value: number; at?: number }>;
}

function patchOf({ at, seq, full, status }: Sent): StatusPatch {
  const entries = new Map<string, StoredEntry>(
    Object.entries(status).map(([key, entry]) => [
      key,
      { value: entry.value, at: entry.at ?? at, ...(seq === undefined ? {} : { seq }) },
    ]),
  );
  return { at, full, entries, named: new Set(entries.keys()), known: KNOWN };
}
const apply = (messages: readonly Sent[], from = EMPTY) =>
  messages.reduce((state, message) => mergeStatus(state, patchOf(message)).state, from);
/** The state without bookkeeping that only says the same in other words. */
const latest = (state: StatusState) => Object.fromEntries(Object.entries(state.live).sort());

/** A box's stream: clocks skew by some seconds, `seq` counts up, some messages are full. */
const stream = fc
  .array(
    fc.record({
      skew: fc.integer({ min: -40, max: 40 }),
      full: fc.boolean(),
      status: fc.dictionary(
        fc.constantFrom(...KNOWN),
        fc.record({ value: fc.integer({ min: 0, max: 3 }), age: fc.integer({ min: 0, max: 30 }) }),
        { maxKeys: 3 },
      ),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((messages): Sent[] =>
    messages.map(({ skew, full, status }, index) => {
      const at = 1_000_000 + index * 10 + skew;
      return {
        at,
        seq: index,
        full,
        status: Object.fromEntries(
          Object.entries(status).map(([key, { value, age }]) => [key, { value, at: at - age }]),
        ),
      };
    }),
  );

describe('merging status', () => {
  it('shuffled, duplicated, late and skewed streams end in the same latest state as the ordered one', () => {
    fc.assert(
      fc.property(
        stream.chain((messages) =>
          fc.tuple(
            fc.constant(messages),
            fc.shuffledSubarray([...messages, ...messages, ...messages], {
              minLength: messages.length * 3,
              maxLength: messages.length * 3,
            }),
          ),
        ),
        ([ordered, shuffled]) => {
          expect(latest(apply(shuffled))).toEqual(latest(apply(ordered)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('merging a repeated stream again changes nothing', () => {
    fc.assert(
      fc.property(stream, (messages) => {
        const once = apply(messages);
        expect(apply(messages, once)).toEqual(once);
        for (const message of messages) expect(mergeStatus(once, patchOf(message)).changed).toEqual([]);
      }),
    );
  });

  it('what is kept of messages over the rate ends like all of them, older full messages apart', () => {
    const raw = ({ at, seq, full, status }: Sent): StatusMessage => ({
      leaf: 'status',
      equipmentNo: '1',
      at,
      full,
      entries: new Map(
        Object.entries(status).map(([key, entry]) => [
          key,
          { raw: { value: entry.value }, at: entry.at ?? at, ...(seq === undefined ? {} : { seq }) },
        ]),
      ),
    });
    const sent = ({ at, full, entries }: StatusMessage): StatusPatch => ({
      at,
      full,
      known: KNOWN,
      named: new Set(entries.keys()),
      entries: new Map(
        [...entries].map(([key, { raw: found, at: entryAt, seq }]) => [
          key,
          { value: found?.value, at: entryAt, ...(seq === undefined ? {} : { seq }) },
        ]),
      ),
    });
    fc.assert(
      fc.property(stream, stream, (before, messages) => {
        const held = new HeldStatus();
        for (const message of messages) held.add(raw(message));
        expect(held.messages.length).toBeLessThanOrEqual(2);
        const newest = messages
          .filter(({ full }) => full)
          .reduce<Sent | undefined>((best, message) => (!best || message.at > best.at ? message : best), undefined);
        const kept = messages.filter((message) => !message.full || message === newest);
        const state = held.messages.reduce(
          (merged, message) => mergeStatus(merged, sent(message)).state,
          apply(before),
        );
        expect(latest(state)).toEqual(latest(apply(kept, apply(before))));
      }),
    );
  });

  it('a later time wins, at the same time the higher seq, otherwise the first stays', () => {
    const first = apply([{ at: 10, seq: 5, full: false, status: { door: { value: 1 } } }]);
    expect(
      mergeStatus(first, patchOf({ at: 10, seq: 6, full: false, status: { door: { value: 2 } } })).changed,
    ).toEqual(['door']);
    expect(
      mergeStatus(first, patchOf({ at: 10, seq: 5, full: false, status: { door: { value: 2 } } })).ignored,
    ).toEqual(['door']);
    expect(mergeStatus(first, patchOf({ at: 10, full: false, status: { door: { value: 2 } } })).ignored).toEqual([
      'door',
    ]);
    expect(
      mergeStatus(first, patchOf({ at: 11, full: false, status: { door: { value: 2 } } })).state.live.door,
    ).toEqual({ value: 2, at: 11 });
  });

  it('keys are independent: one message may apply in part', () => {
    const state = apply([{ at: 10, full: false, status: { door: { value: 1 } } }]);
    const merged = mergeStatus(
      state,
      patchOf({ at: 9, full: false, status: { door: { value: 2 }, load: { value: 3 } } }),
    );
    expect([merged.applied, merged.ignored]).toEqual([['load'], ['door']]);
  });

  it('the same value at a newer time moves the time and is not pushed', () => {
    const merged = mergeStatus(
      apply([{ at: 10, full: false, status: { door: { value: 1 } } }]),
      patchOf({ at: 20, full: false, status: { door: { value: 1 } } }),
    );
    expect(merged.changed).toEqual([]);
    expect(merged.state.live.door?.at).toBe(20);
  });

  it('a change beside the value is a change: secondary mode, fault code, alarm tracking', () => {
    const state: StatusState = {
      live: { mode: { value: 'N', at: 1 }, errorstate: { value: true, code: 1, at: 1 } },
      gone: {},
    };
    const entries = new Map<string, StoredEntry>([
      ['mode', { value: 'N', secondary: ['JAB'], at: 2 }],
      ['errorstate', { value: true, code: 52, at: 2 }],
    ]);
    expect(
      mergeStatus(state, { at: 2, full: false, entries, named: new Set(entries.keys()), known: [] }).changed,
    ).toEqual(['mode', 'errorstate']);
  });

  it('a full message forgets what it lacks and what is older, also when that arrives late', () => {
    const state = apply([
      { at: 10, full: false, status: { door: { value: 1 }, load: { value: 1, at: 30 } } },
      { at: 20, full: true, status: { drive: { value: 1 } } },
    ]);
    expect(Object.keys(latest(state))).toEqual(['drive', 'load']);
    expect(apply([{ at: 15, full: false, status: { door: { value: 2 } } }], state).live.door).toBeUndefined();
    expect(apply([{ at: 25, full: false, status: { door: { value: 2 } } }], state).live.door).toEqual({
      value: 2,
      at: 25,
    });
  });

  it('a refused entry of a full message is not missing from it', () => {
    const state = apply([{ at: 10, full: false, status: { door: { value: 1 } } }]);
    const merged = mergeStatus(state, {
      at: 20,
      full: true,
      entries: new Map(),
      named: new Set(['door']),
      known: KNOWN,
    });
    expect(merged.state.live.door).toEqual({ value: 1, at: 10 });
  });
});
