import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { fieldsOf, missingFields, movesFrom, refusalOf } from '@/lib/features/callbacks/shared/transitions';
import type { CallbackMover } from '@/lib/features/callbacks/shared/transitions';
import { PAIRS } from '../../../support/callback-moves';

const DISPATCHER: CallbackMover = { mayMove: true, isErpMaster: false };
const ROLES: readonly [string, CallbackMover, string | null][] = [
  ['a dispatcher', DISPATCHER, null],
  ['a customer', { ...DISPATCHER, mayMove: false }, 'access_denied'],
  ['an internal user', { ...DISPATCHER, mayMove: false }, 'access_denied'],
  ['a dispatcher where an ERP is master', { ...DISPATCHER, isErpMaster: true }, 'erpMaster'],
];

describe('the moves of a call-out', () => {
  it.each(ROLES)('%s makes exactly the moves of the table, or none', (_, mover, refusal) => {
    expect(PAIRS).toHaveLength(64);
    expect(PAIRS.filter(({ isAllowed }) => isAllowed)).toHaveLength(15);
    for (const { from, to, isAllowed } of PAIRS)
      expect([from, to, refusalOf({ status: from, isTrapped: false }, to, mover)]).toEqual([
        from,
        to,
        refusal ?? (isAllowed ? undefined : 'stateForbids'),
      ]);
    for (const from of CALLBACK_STATUSES)
      expect(movesFrom(from, mover)).toEqual(
        refusal === null
          ? expect.arrayContaining(PAIRS.filter((pair) => pair.from === from && pair.isAllowed).map(({ to }) => to))
          : [],
      );
  });

  it('offers no move twice and none that the table lacks', () => {
    const offered = CALLBACK_STATUSES.flatMap((from) => movesFrom(from, DISPATCHER).map((to) => `${from} ${to}`));
    expect(offered.sort()).toEqual(
      PAIRS.flatMap(({ from, to, isAllowed }) => (isAllowed ? [`${from} ${to}`] : [])).sort(),
    );
  });

  it('is not cancelled while somebody is trapped', () => {
    for (const status of ['INIT', 'REQU', 'PAGE', 'DISP'] as const) {
      expect(refusalOf({ status, isTrapped: true }, 'CLSC', DISPATCHER)).toBe('trappedNotReleased');
      expect(refusalOf({ status, isTrapped: false }, 'CLSC', DISPATCHER)).toBeUndefined();
    }
    expect(refusalOf({ status: 'SITE', isTrapped: true }, 'CLSO', DISPATCHER)).toBeUndefined();
  });
});

describe('what a move has to bring', () => {
  it('is a technician, a reason, a return, or how it ended', () => {
    const free = { isTrapped: false };
    expect(missingFields('PAGE', free, { technicianName: 'Li' })).toEqual(['technicianPhone']);
    expect(missingFields('REQU', free, {})).toEqual(['reason']);
    expect(missingFields('DISP', free, {})).toEqual([]);
    expect(missingFields('SITE', free, {})).toEqual([]);
    expect(missingFields('INTR', free, { reason: 'parts' })).toEqual(['expectedReturnDate']);
    expect(missingFields('CLSC', free, { reason: '' })).toEqual(['reason']);
    expect(missingFields('CLSO', free, {})).toEqual(['scsa', 'jobTechRemark', 'equipmentRunning']);
  });

  it('is the part too when the equipment was the cause, and the release when somebody was trapped', () => {
    const closed = { jobTechRemark: 'done', equipmentRunning: false };
    expect(missingFields('CLSO', { isTrapped: false }, { ...closed, scsa: '1' })).toEqual(['scsb']);
    expect(missingFields('CLSO', { isTrapped: false }, { ...closed, scsa: '2' })).toEqual([]);
    expect(missingFields('CLSO', { isTrapped: true }, { ...closed, scsa: '2' })).toEqual(['releaseDate']);
    expect(fieldsOf('SITE', { isTrapped: true }).optional).toEqual(['releaseDate']);
  });
});
