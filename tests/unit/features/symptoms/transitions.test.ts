import { actionsFrom, nextState, SYMPTOM_MOVES } from '@/lib/features/symptoms/transitions';
import type { SymptomCause } from '@/lib/features/symptoms/transitions';
import { FROM_CAMPUS } from '@/lib/features/symptoms/value-sets';
import type { SymptomCategory } from '@/lib/features/symptoms/value-sets';
import { SYMPTOM_STATES, type SymptomState } from '@/lib/live/detector/symptom-state';

type Row = readonly [
  cause: SymptomCause,
  from: readonly SymptomState[],
  to: SymptomState,
  only?: readonly SymptomCategory[],
];
/** The table of silent-screens F2, written here by hand: cause, from, to, and for whom it is. */
const F2: readonly Row[] = [
  ['accept', ['INIT', 'NOT_PROCESSED'], 'OPEN'],
  ['toCallback', ['INIT', 'NOT_PROCESSED', 'OPEN'], 'OPEN'],
  ['toMaintenance', ['INIT', 'NOT_PROCESSED', 'OPEN'], 'OPEN'],
  ['close', ['OPEN'], 'CLOSED'],
  ['callbackOpened', ['INIT', 'NOT_PROCESSED'], 'OPEN', ['A', 'B']],
  ['jobTook', ['INIT'], 'OPEN', ['D']],
  ['unanswered', ['INIT'], 'NOT_PROCESSED'],
  ['cleared', ['INIT', 'NOT_PROCESSED'], 'INACTIVE'],
  ['recurred', ['INACTIVE'], 'INIT'],
  ['callbackClosed', ['OPEN'], 'CLOSED'],
  ['jobDone', ['OPEN'], 'CLOSED'],
  ['cancelledStillTrue', ['OPEN'], 'NOT_PROCESSED'],
  ['cancelledGone', ['OPEN'], 'INACTIVE'],
  ['expired', ['INIT', 'NOT_PROCESSED', 'INACTIVE'], 'EXPIRED'],
];
const CATEGORIES = ['A', 'B', 'C', 'D', 'F'] as const;
const standing = (symptomState: SymptomState, rest: object = {}) => ({
  symptomState,
  category: 'B' as SymptomCategory,
  callbackId: null,
  jobNo: null,
  ...rest,
});

describe('the moves of a symptom', () => {
  const cells = F2.flatMap(([cause, from, to, only]) =>
    SYMPTOM_STATES.flatMap((state) =>
      CATEGORIES.map((category) => ({
        cause,
        state,
        category,
        to: from.includes(state) && (only ?? CATEGORIES).includes(category) ? to : undefined,
      })),
    ),
  );
  it('knows every cause of the table and no other', () => {
    expect(Object.keys(SYMPTOM_MOVES).sort()).toEqual(F2.map(([cause]) => cause).sort());
  });
  it(`every pair of state and cause, for every category (${cells.length}), moves as the table says`, () => {
    const moved = cells.map(({ cause, state, category }) => nextState(standing(state, { category }), cause));
    expect(moved).toEqual(cells.map(({ to }) => to));
  });
  it('nothing moves what is closed or expired', () => {
    for (const { cause } of cells)
      expect([nextState(standing('CLOSED'), cause), nextState(standing('EXPIRED'), cause)]).toEqual([
        undefined,
        undefined,
      ]);
  });
});

describe('what a dispatcher may do', () => {
  it.each([
    ['INIT', {}, ['accept', 'toCallback', 'toMaintenance']],
    ['NOT_PROCESSED', {}, ['accept', 'toCallback', 'toMaintenance']],
    ['OPEN', {}, ['toCallback', 'toMaintenance', 'close']],
    ['OPEN', { callbackId: 'C-1' }, ['toMaintenance', 'close']],
    ['OPEN', { jobNo: 'J-1' }, ['toCallback', 'close']],
    // Its call-out was cancelled, so it waits again.
    ['NOT_PROCESSED', { callbackId: 'C-1' }, ['accept', 'toCallback', 'toMaintenance']],
    ['INACTIVE', {}, []],
    ['EXPIRED', {}, []],
    ['CLOSED', {}, []],
  ] as const)('with a symptom that is %s %j: %j', (state, rest, actions) => {
    expect(actionsFrom(standing(state, rest))).toEqual(actions);
  });
});

describe('the entry from the wall', () => {
  it('preselects categories B and D and the first and third states', () => {
    expect(FROM_CAMPUS).toEqual({ categoryList: ['B', 'D'], symptomStateList: ['INIT', 'OPEN'] });
  });
});
