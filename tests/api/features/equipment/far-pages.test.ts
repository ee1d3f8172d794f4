import type { Actor } from '@/lib/platform/contract/actor';
import { db, pool } from '@/lib/platform/db/client';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { validate } from '@/lib/platform/contract/validate';
import { useFreshDatabase } from '../../support/database';

const TOTAL = 12_000;
const actor: Actor = {
  sessionId: 's',
  username: 'branch',
  nickName: 'branch',
  userType: 2,
  customerType: 0,
  branchCode: 'SH',
  branchName: 'SH',
  authorities: new Set(),
  mappings: { projects: [], branches: ['SH'] },
  focus: null,
  accessVersion: 1,
};

describe('far pages of a long equipment list', () => {
  useFreshDatabase();
  beforeAll(async () => {
    await db().branch.create({ data: { branchCode: 'SH', branchId: 'b', branchName: 'SH', branchFullName: 'SH' } });
    // Pairs share a moment, so that only the number decides between them.
    await pool().query(
      `INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, create_date, update_date)
       SELECT 'N' || lpad(i::text, 6, '0'), 'unit ' || i, 'YAE_ELT', 'EV', 'SH', timestamptz '2026-01-01' + (i / 2) * interval '1 minute', now() FROM generate_series(1, $1) i`,
      [TOTAL],
    );
  });

  it.each([
    ['near', 40],
    ['in the middle', 150],
    ['past the middle', 200],
    ['the last one', 240],
  ])('has the same rows %s as one long list would have', async (_where, pageIndex) => {
    const { records, total } = await findEquipmentPage(
      actor,
      validate(queryEquipment.input, { pageIndex, pageSize: 50 }),
    );
    const first = TOTAL - (pageIndex - 1) * 50;
    expect(total).toBe(TOTAL);
    expect(records.map(({ equipmentNo }) => equipmentNo)).toEqual(
      Array.from({ length: 50 }, (_, index) => `N${String(first - index).padStart(6, '0')}`),
    );
  });

  it('ends with a short page and then with none', async () => {
    const at = async (pageIndex: number) =>
      (
        await findEquipmentPage(
          actor,
          validate(queryEquipment.input, { pageIndex, pageSize: 70, sortField: 'equipmentNo', sortOrder: 'asc' }),
        )
      ).records.map(({ equipmentNo }) => equipmentNo);
    expect((await at(172)).at(-1)).toBe('N012000');
    expect(await at(172)).toHaveLength(TOTAL % 70);
    expect(await at(173)).toEqual([]);
  });

  it.each(['asc', 'desc'] as const)(
    'orders by online status %s the same on every page, units that were never heard of at the end',
    async (sortOrder) => {
      const heard = 7000;
      await pool().query(
        `INSERT INTO equipment_status (equipment_no, online_status) SELECT 'N' || lpad(i::text, 6, '0'), i % 2 FROM generate_series(1, $1) i ON CONFLICT DO NOTHING`,
        [heard],
      );
      const numbers = Array.from({ length: TOTAL }, (_, index) => index + 1);
      const inOrder = (list: number[]) => (sortOrder === 'asc' ? list : [...list].reverse());
      const stored = numbers.filter((number) => number <= heard);
      const expected = [
        ...inOrder([...stored.filter((number) => number % 2 === 0), ...stored.filter((number) => number % 2 === 1)]),
        ...inOrder(numbers.filter((number) => number > heard)),
      ].map((number) => `N${String(number).padStart(6, '0')}`);
      // The first page, the one where the values change, the one where they end, past the middle, the last.
      for (const pageIndex of [1, 71, 141, 200, 240]) {
        const { records } = await findEquipmentPage(
          actor,
          validate(queryEquipment.input, { pageIndex, pageSize: 50, sortField: 'onlineStatus', sortOrder }),
        );
        expect([pageIndex, records.map(({ equipmentNo }) => equipmentNo)]).toEqual([
          pageIndex,
          expected.slice((pageIndex - 1) * 50, pageIndex * 50),
        ]);
      }
    },
  );
});
