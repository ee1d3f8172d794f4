import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { call, resetLimits } from '../../../support/callers';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Symptoms and maintenance jobs take the filters of a number's link: each lists what the raw rows say, in every scope. */

useFreshDatabase();

/** Five scopes as conditions on the raw rows of their units. */
const SCOPES: Readonly<Record<string, string>> = {
  platformAdmin: 'true',
  linkBranch: `e.branch_code = 'B01'`,
  linkOther: `e.branch_code = 'B02'`,
  linkCustomer: inProjects(`'P-1'`),
  linkBoth: inProjects(`'P-1', 'P-2'`),
};
function inProjects(ids: string): string {
  return `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id IN (${ids}))`;
}
const AUTHORITIES = ['HOMEPAGE_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ'] as const;

beforeAll(async () => {
  await createPersonas();
  const customer = { ...persona('customerElite'), authorities: AUTHORITIES };
  const branch = { ...persona('branchDispatcher'), authorities: AUTHORITIES };
  await createPersona({ ...branch, username: 'linkBranch', branches: ['B01'] }, 'x');
  await createPersona({ ...branch, username: 'linkOther', branchCode: 'B02', branches: ['B02'] }, 'x');
  await createPersona({ ...customer, username: 'linkCustomer', projects: ['P-1'] }, 'x');
  await createPersona({ ...customer, username: 'linkBoth', projects: ['P-1', 'P-2'] }, 'x');
  await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { displayType: 'ES', city: '上海' } });
  await db().equipment.update({ where: { equipmentNo: 'E-3' }, data: { city: '上海' } });
  for (const [place, equipmentNo] of ['E-1', 'E-2', 'E-3', 'E-4'].entries())
    for (let day = 1; day <= 12; day += 1) {
      const branchCode = equipmentNo === 'E-3' ? 'B02' : 'B01';
      const id = `${equipmentNo}-${day}`;
      await db().symptom.create({
        data: {
          symptomId: `S-${id}`,
          symptomTitle: 'B01-故障停梯',
          symptomDefinitionId: 'B01',
          equipmentNo,
          branchCode,
          equipmentText: equipmentNo,
          category: 'B',
          symptomState: day % 3 === place % 3 ? 'CLOSED' : 'INIT',
          createDate: new Date(Date.UTC(2026, 8, day, day % 2 === 0 ? 15 : 16, 59)),
        },
      });
      await db().maintenanceJob.create({
        data: {
          jobNo: `M-${id}`,
          equipmentNo,
          branchCode,
          jobStatus: day % 3 === place % 3 ? 'DONE' : 'PLAN',
          maintenanceType: 'M01',
          planDate: new Date(Date.UTC(2026, 8, day)),
        },
      });
    }
}, 60_000);
beforeEach(() => {
  resetLimits();
  forgetCounts();
});
afterAll(closePortal);

const NARROWED: readonly (readonly [input: object, condition: string])[] = [
  [{}, 'true'],
  [{ projectId: 'P-1' }, inProjects(`'P-1'`)],
  [{ projectId: ['P-1', 'P-3'] }, inProjects(`'P-1', 'P-3'`)],
  [{ branchCode: 'B02' }, `e.branch_code = 'B02'`],
  [{ city: '上海' }, `e.city = '上海'`],
  [{ unitType: 'ESC' }, `e.display_type IN ('ES', 'WW')`],
  [{ unitType: 'NonESC', city: '上海' }, `e.display_type IN ('EV', 'OTHER') AND e.city = '上海'`],
];
const WINDOWS = [
  { startDate: '2026-09-02', endDate: '2026-09-05' },
  { startDate: '2026-09-05', endDate: '2026-09-05' },
] as const;

const LISTS = [
  {
    path: 'symptom/query',
    state: { symptomStateList: ['CLOSED'] },
    from: 'symptom r',
    ofState: `r.symptom_state = 'CLOSED'`,
    day: `(r.create_date AT TIME ZONE 'Asia/Shanghai')::date`,
  },
  {
    path: 'maintenance/query',
    state: { jobStatus: 'DONE' },
    from: 'maintenance_job r',
    ofState: `r.job_status IN ('DONE', 'CONFIRM')`,
    day: 'r.plan_date',
  },
] as const;

it.each(LISTS)('$path lists exactly the rows of a number', async ({ path, state, from, ofState, day }) => {
  let seen = 0;
  for (const who of Object.keys(SCOPES))
    for (const { startDate, endDate } of WINDOWS)
      for (const [input, condition] of NARROWED) {
        // Whose project it is not finds nothing by it.
        const own = 'projectId' in input && who.startsWith('link') && who !== 'linkBranch' ? SCOPES[who] : 'true';
        const [row] = await db().$queryRawUnsafe<{ count: number }[]>(
          `SELECT count(*)::int FROM ${from} JOIN equipment e USING (equipment_no)
            WHERE (${SCOPES[who]}) AND (${own}) AND (${condition}) AND ${ofState} AND ${day} BETWEEN '${startDate}' AND '${endDate}'`,
        );
        const { code, data } = await call<{ total: number }>(who, 'POST', path, {
          ...state,
          ...input,
          startDate,
          endDate,
        });
        expect([who, input, startDate, code, data.total]).toEqual([who, input, startDate, 200, row?.count]);
        seen += data.total;
      }
  expect(seen).toBeGreaterThan(30);
});

it('a range that ends before it starts is refused', async () => {
  for (const { path } of LISTS)
    expect((await call('platformAdmin', 'POST', path, { startDate: '2026-09-05', endDate: '2026-09-02' })).code).toBe(
      400,
    );
});
