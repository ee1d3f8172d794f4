import { factsOf } from '@/lib/features/callbacks/clock-facts';
import type { ClockedCallback } from '@/lib/features/callbacks/clock-facts';

/** What the clocks of a call-out count from (readings 128, 238, 248). */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 2, minute));
const reported = (
  rest: Pick<ClockedCallback['entrapments'][number], 'startAt' | 'createDate'> &
    Partial<ClockedCallback['entrapments'][number]>,
): ClockedCallback['entrapments'][number] => ({ startSource: 'box', releasedAt: null, releaseToldDate: null, ...rest });
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
      reported({ startAt: at(12), createDate: at(11), releasedAt: at(14), releaseToldDate: at(14) }),
      reported({ startAt: at(20), createDate: at(20) }),
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

  it('of persons who are trapped while a call-out is open is when the portal learned of them, where a slow box says a time of others', async () => {
    // Ten minutes slow: the first was known at 12, released at 20 and answered at 22; the second is known at 25.
    const entrapments = [
      reported({ startAt: at(2), createDate: at(12), releasedAt: at(10), releaseToldDate: at(20) }),
      reported({ startAt: at(15), createDate: at(25), releasedAt: at(30), releaseToldDate: at(40) }),
    ];
    expect((await facts({ personTrapped: true, entrapments })).entrapments).toEqual([
      { startAt: at(2).getTime(), releasedAt: at(10).getTime() },
      { startAt: at(25).getTime(), trappedAt: at(15).getTime(), releasedAt: at(30).getTime() },
    ]);
    // An answer to the call-out alone says the same; the request that opened it does not, nor a time that the portal knew.
    const joined = (startAt: Date, status: string, minute: number) =>
      facts({
        personTrapped: true,
        entrapments: [reported({ startAt, createDate: at(25) })],
        statuses: [
          { status: 'INIT', updateTime: at(10) },
          { status, updateTime: at(minute) },
        ],
      });
    const startOf = async (...story: Parameters<typeof joined>) => (await joined(...story)).entrapments[0]?.startAt;
    expect(await startOf(at(15), 'PAGE', 22)).toBe(at(25).getTime());
    expect(await startOf(at(15), 'REQU', 22)).toBe(at(15).getTime());
    expect(await startOf(at(15), 'PAGE', 14)).toBe(at(15).getTime());
    expect(await startOf(at(15), 'PAGE', 25)).toBe(at(15).getTime());
  });

  it('of persons of whom a box tells late, after it was offline, is when they were trapped, and a file knows it too', async () => {
    const entrapments = [
      reported({ startAt: at(15), createDate: at(16), releasedAt: at(17), releaseToldDate: at(18) }),
      // At 50 it sends what it could not send before.
      reported({ startAt: at(20), createDate: at(50) }),
    ];
    expect((await facts({ personTrapped: true, entrapments })).entrapments.at(-1)).toEqual({
      startAt: at(20).getTime(),
    });
    // Release of the first and start of the second come together: who acted before acted for the first.
    const together = [
      reported({ startAt: at(15), createDate: at(16), releasedAt: at(17) }),
      reported({ startAt: at(20), createDate: at(50), releasedAt: at(30) }),
    ];
    expect((await facts({ personTrapped: true, entrapments: together })).entrapments.at(-1)).toEqual({
      startAt: at(50).getTime(),
      trappedAt: at(20).getTime(),
      releasedAt: at(30).getTime(),
    });
    const imported = reported({ startAt: at(12), startSource: 'person', createDate: at(50) });
    const statuses = [{ status: 'PAGE', updateTime: at(14) }];
    expect((await facts({ personTrapped: true, entrapments: [imported], statuses })).entrapments).toEqual([
      { startAt: at(12).getTime() },
    ]);
  });
});
