import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createBranch } from '../../live/telemetry/world';
import { callbacksOf, Fleet, symptomsOf } from './fleet';

const UNITS = 120;
const TRAPPED = ['7', '50', '120'];
const names = Array.from({ length: UNITS }, (_, index) => String(index + 1));

describe('a building without power (readings 82)', () => {
  useFreshDatabase();

  let fleet: Fleet;
  beforeAll(async () => {
    fleet = new Fleet();
    await createBranch();
    await pool().query(
      `INSERT INTO edge_cube (cube_no, kind, bind_state, secret_hash, secret_at, update_date) SELECT 'C' || n, 'box', 'BOUND', 'x', now(), now() FROM generate_series(1, $1::int) n`,
      [UNITS + 2],
    );
    await pool().query(
      `INSERT INTO equipment (equipment_no, equipment_name, cube_no, equipment_type, display_type, branch_code, building_name, update_date)
       SELECT 'E' || n, 'E' || n, 'C' || n, 'YAE_ELT', 'EV', 'B1', CASE WHEN n <= $2 THEN 'Tower' ELSE 'Hut' END, now() FROM generate_series(1, $1::int) n`,
      [UNITS + 2, UNITS],
    );
  });
  afterAll(() => fleet.stop());

  it('120 units lose power while three people are trapped: one storm, three call-outs, three entrapments', async () => {
    await Promise.all(names.map((no) => fleet.status(no, { controllerpower: true, entrapment: false, mode: 'N' })));
    fleet.now += 5000;
    for (const no of names) {
      fleet.now += 100;
      await fleet.status(no, { controllerpower: false });
    }
    fleet.now += 5000;
    for (const no of TRAPPED) await fleet.status(no, { entrapment: true });
    await fleet.look();
    await fleet.after(90);
    const storms = await db().symptom.findMany({ where: { symptomDefinitionId: 'C01' } });
    expect(storms).toHaveLength(1);
    expect(storms[0]).toMatchObject({ equipmentNo: 'E1', occurrences: UNITS, symptomState: 'INIT' });
    expect(storms[0]?.members).toHaveLength(UNITS);
    expect(storms[0]?.symptomTitle).toContain('(120: E1, E2');
    expect(await db().callback.count()).toBe(3);
    for (const no of TRAPPED) {
      expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
      expect((await symptomsOf(`E${no}`)).filter((line) => line.startsWith('A01'))).toEqual(['A01 OPEN 1']);
    }
    expect(await db().notification.count({ where: { notificationType: 'entrapment', objectStatus: true } })).toBe(3);
    expect(await db().notification.count({ where: { notificationType: 'event' } })).toBe(1);
  });

  it('it lasts until the last unit has power again', async () => {
    fleet.now += 1000;
    for (const no of names.slice(0, UNITS - 1)) await fleet.status(no, { controllerpower: true });
    await fleet.act();
    const state = async () =>
      (await db().symptom.findFirstOrThrow({ where: { symptomDefinitionId: 'C01' } })).symptomState;
    expect(await state()).toBe('INIT');
    await fleet.status(String(UNITS), { controllerpower: true });
    await fleet.act();
    expect(await state()).toBe('INACTIVE');
  });

  it('a storm holds what began within 60 s of its first unit, and a unit belongs to one storm at a time', async () => {
    await pool().query(
      `UPDATE equipment SET building_name = 'Mill' WHERE equipment_no IN ('E1', 'E2', 'E3', 'E4', 'E5', 'E6')`,
    );
    fleet.now += 5 * 3_600_000;
    const dark = async (no: string, sec: number) => {
      fleet.now += sec * 1000;
      await fleet.status(no, { controllerpower: false });
    };
    await dark('1', 0);
    await dark('2', 40);
    await dark('3', 15);
    // 65 s after the first one, 10 s after the third.
    await dark('4', 10);
    await fleet.after(120);
    const storms = async () =>
      (
        await db().symptom.findMany({
          where: { symptomDefinitionId: 'C01', clearedDate: null },
          orderBy: { createDate: 'asc' },
        })
      ).map(({ members, equipmentNo }) => [equipmentNo, ...members.filter((one) => one !== equipmentNo)].join());
    expect((await storms()).sort()).toEqual(['E1,E2,E3', 'E4']);
    // The same unit once more while its storm lasts: no storm and no symptom of its own.
    await fleet.status('3', { controllerpower: true });
    await dark('3', 10);
    await dark('5', 1);
    await dark('6', 1);
    await fleet.after(120);
    expect((await storms()).sort()).toEqual(['E1,E2,E3', 'E4', 'E5', 'E6']);
    for (const no of ['1', '2', '3', '4', '5', '6']) await fleet.status(no, { controllerpower: true });
    await fleet.act();
    expect(await storms()).toEqual([]);
  });

  it('two units are no storm', async () => {
    for (const no of ['121', '122']) await fleet.status(no, { controllerpower: false });
    await fleet.after(61);
    expect(await symptomsOf('E121')).toEqual(['C01 INIT 1']);
    expect(await symptomsOf('E122')).toEqual(['C01 INIT 1']);
  });
});
