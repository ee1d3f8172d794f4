import { changesOf, countUntil, keyframeOf, readChange, stateAt, storedChange } from '@/lib/live/units/trace';

describe('the history of a unit’s values', () => {
  it('keeps an entry whole: secondary modes, codes, alarm tracking and the physical floor', () => {
    const entries = {
      mode: { value: 'N', at: 5, secondary: ['JAB'] },
      errorstate: { value: true, at: 6, code: 52 },
      alarm: { value: 'On', at: 7, tracking: { code: 10002, entrap_enable: true } },
      position: { value: 'B1', at: 8, physicalvalue: 1 },
      door: { value: 'Closed', at: 9 },
    };
    const kept = JSON.parse(JSON.stringify(keyframeOf(entries))) as unknown[];
    expect(kept[4]).toEqual([9, 'door', 'Closed']);
    expect(stateAt(changesOf([kept]), 9)).toEqual(entries);
  });

  it('is read past what does not look like a change', () => {
    expect([null, [], ['5', 'door', 'Closed'], [5, 6, 'Closed'], [5, 'door']].map(readChange)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    // Rows of before had the value alone.
    expect(readChange([5, 'position', 4])).toEqual({ at: 5, key: 'position', value: 4 });
  });

  it('gives the state of a moment: what was reported then, not what came later, and nothing that was forgotten', () => {
    const changes = changesOf([
      [storedChange('door', { value: 'Closed', at: 10 }), storedChange('load', { value: 'Empty', at: 10 })],
      [storedChange('door', { value: 'Opened', at: 20 }), [25, 'load', null]],
      'broken',
    ]);
    expect(stateAt(changes, 9)).toEqual({});
    expect(stateAt(changes, 19)).toEqual({ door: { value: 'Closed', at: 10 }, load: { value: 'Empty', at: 10 } });
    expect(stateAt(changes, 24)).toEqual({ door: { value: 'Opened', at: 20 }, load: { value: 'Empty', at: 10 } });
    expect(stateAt(changes, 25)).toEqual({ door: { value: 'Opened', at: 20 } });
  });

  it('takes changes of one moment in the order in which they came', () => {
    const changes = changesOf([
      [
        [20, 'door', 'Opening'],
        [10, 'door', 'Closed'],
        [20, 'door', 'Opened'],
      ],
    ]);
    expect(stateAt(changes, 20).door?.value).toBe('Opened');
    expect([0, 10, 19, 20, 99].map((moment) => countUntil(changes, moment))).toEqual([0, 1, 1, 3, 3]);
  });
});
