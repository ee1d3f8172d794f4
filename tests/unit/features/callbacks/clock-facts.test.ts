import { factsOf } from '@/lib/features/callbacks/clock-facts';
import type { ClockedCallback } from '@/lib/features/callbacks/clock-facts';

/** What the clocks of a call-out count from (readings 128, 238, 248). */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 2, minute));
const row = (rest: Partial<ClockedCallback>): ClockedCallback => ({
  callbackId: 'C1',
  callbackType: 'Customer call',
  equipmentNo: 'U1',
  branchCode: 'B1',
  scsa: null,
  personInjured: false,
  createDate: at(10),
  closeDate: null,
  personTrapped: false,
  trappedDate: null,
  releaseDate: null,
  equipment: { district: null },
  entrapments: [],
  statuses: [],
  ...rest,
});
/** The database with the symptom that is linked to the call-out, if one is. */
const facts = (rest: Partial<ClockedCallback>, eventDate: Date | null = null) => {
  const sql = {
    symptom: { findMany: async () => (eventDate ? [{ callbackId: 'C1', eventDate }] : []) },
    equipmentEvent: { findFirst: async () => null },
  } as unknown as Parameters<typeof factsOf>[0];
  return factsOf(sql, row(rest));
};

describe('what the clocks of a call-out count from', () => {
  it.each(['Telemonitoring Breakdown', 'Telemonitoring Manual'])(
    'of %s is when its symptom began, and the creation where none is linked',
    async (callbackType) => {
      expect((await facts({ callbackType }, at(2))).eventAt).toBe(at(2).getTime());
      expect((await facts({ callbackType })).eventAt).toBeUndefined();
    },
  );

  it('of a customer’s call is the call, whatever symptom is linked', async () => {
    expect((await facts({}, at(2))).eventAt).toBeUndefined();
  });

  it.each([
    ['徐汇区', true],
    ['', false],
    ['   ', false],
    ['\u3000', false],
    [null, false],
  ])('a district of %j is filled: %s', async (district, expected) => {
    expect((await facts({ equipment: { district } })).hasDistrict).toBe(expected);
  });

  it('of trapped persons are all entrapments, a box’s clock never ahead of ours; before they were kept what the columns say', async () => {
    const entrapments = [
      { startAt: at(12), createDate: at(11), releasedAt: at(14) },
      { startAt: at(20), createDate: at(20), releasedAt: null },
    ];
    expect((await facts({ personTrapped: true, entrapments })).entrapments).toEqual([
      { startAt: at(11).getTime(), releasedAt: at(14).getTime() },
      { startAt: at(20).getTime() },
    ]);
    expect((await facts({ personTrapped: true, trappedDate: at(12), releaseDate: at(15) })).entrapments).toEqual([
      { startAt: at(12).getTime(), releasedAt: at(15).getTime() },
    ]);
    expect((await facts({})).entrapments).toEqual([]);
  });
});
