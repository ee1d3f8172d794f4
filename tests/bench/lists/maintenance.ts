import type pg from 'pg';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { findMaintenancePage, maintenanceWhere } from '@/lib/features/maintenance/list';
import { queryReportsByEquipment } from '@/lib/features/maintenance-reports/contract';
import {
  findReportsByEquipment,
  findReportsByPhone,
  phoneScope,
  reportWhere,
} from '@/lib/features/maintenance-reports/list';
import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import { validate } from '@/lib/platform/contract/validate';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../../support/actors';
import { compare, compareList, countOf, rowsOf, SIZE, type Listed } from '../support/compare-list';

const AUTHORITIES = ['MAINTENANCE_READ', 'E_SIGN_READ'];
const HEAD = actorOf(0, {}, AUTHORITIES);
const DAY_MS = 86_400_000;
const dayOf = (days: number) => formatDate(Date.now() + days * DAY_MS);
const KEY = '\u4e2d\u5fc3';

/** The list of maintenance jobs at a million rows: open ones by their day, then done ones; its filters, a day, a branch. */
export async function measureJobs(client: pg.Client, branches: readonly string[]): Promise<void> {
  const order = { sortField: 'turn', sortOrder: 'asc' };
  const parsed = (query: object) =>
    validate(queryMaintenance.input, { pageIndex: 1, pageSize: SIZE, ...order, ...query });
  const countFor = (actor: typeof HEAD) => async (query: object) =>
    db().maintenanceJob.count({ where: (await maintenanceWhere(actor, parsed(query))).where });
  const from = 'FROM maintenance_job j JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL';
  const listed: Listed = {
    page: (query) => findMaintenancePage(HEAD, parsed(query)),
    count: countFor(HEAD),
    total: () => countFor(HEAD)({}),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT j.*, e.equipment_name ${from} AND ${condition} ORDER BY j.turn, j.plan_date, j.job_no LIMIT ${SIZE}`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) ${from} AND ${condition}` }),
  };
  await compareList(client, 'maintenance jobs', listed, {
    'first page': { query: {}, condition: 'true' },
    planned: { query: { jobStatus: 'PLAN' }, condition: `j.job_status IN ('PLAN', 'LOCK')` },
    done: { query: { jobStatus: 'DONE' }, condition: `j.job_status IN ('DONE', 'CONFIRM')` },
    'of a type': {
      query: { maintenanceType: 'YAE_ELE_A' },
      condition: 'j.maintenance_type = $1',
      values: ['YAE_ELE_A'],
    },
    'of a day': { query: { planDate: dayOf(-30) }, condition: 'j.plan_date = $1::date', values: [dayOf(-30)] },
    'of a quarter': {
      query: { startDate: dayOf(-90), endDate: dayOf(0) },
      condition: 'j.plan_date >= $1::date AND j.plan_date <= $2::date',
      values: [dayOf(-90), dayOf(0)],
    },
    'search, two characters': {
      query: { key: KEY },
      condition: 'e.search_grams @> ARRAY[$1] AND (e.equipment_no ILIKE $2 OR e.equipment_name ILIKE $2)',
      values: [KEY, `%${KEY}%`],
    },
  });
  const branch = actorOf(2, { branches: branches.slice(0, 1) }, AUTHORITIES);
  const ofBranch = 'j.branch_code = $1';
  const rows = await rowsOf(() => findMaintenancePage(branch, parsed({})));
  await compare(client, 'maintenance jobs of a branch', rows, [listed.bareRows(ofBranch, [branches[0]])]);
  const count = await countOf(() => countFor(branch)({}));
  await compare(client, 'maintenance jobs of a branch, count', count, [listed.bareCount(ofBranch, [branches[0]])]);
}

/** The list of maintenance reports at a million rows: the longest range that may be asked for, by units and by their own phone. */
export async function measureReports(client: pg.Client): Promise<void> {
  const range = { startDate: dayOf(-60), endDate: dayOf(0) };
  const order = { sortField: 'mntDate', sortOrder: 'desc' };
  const parsed = (query: object) =>
    validate(queryReportsByEquipment.input, { pageIndex: 1, pageSize: SIZE, ...range, ...order, ...query });
  const counted = async (query: object) => {
    const { where } = await reportWhere(HEAD, parsed(query), equipmentFactScope(HEAD, { focus: true }));
    return db().maintenanceReport.count({ where });
  };
  const from = `FROM maintenance_report r JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND r.mnt_date >= $1::date AND r.mnt_date <= $2::date`;
  const span = [range.startDate, range.endDate];
  const listed: Listed = {
    page: (query) => findReportsByEquipment(HEAD, parsed(query)),
    count: counted,
    total: () => counted({}),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT r.* ${from} AND ${condition} ORDER BY r.mnt_date DESC, r.job_no DESC LIMIT ${SIZE}`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) ${from} AND ${condition}` }),
  };
  await compareList(client, 'maintenance reports', listed, {
    '60 days': { query: {}, condition: 'true', values: span },
    'to be signed': { query: { status: '3' }, condition: `r.status = '3'`, values: span },
    'of a type': { query: { mntType: 'YAE_ELE_A' }, condition: `r.mnt_type = 'YAE_ELE_A'`, values: span },
    'search, two characters': {
      query: { searchObject: KEY },
      condition:
        '(r.equipment_no ILIKE $3 OR r.equipment_desc ILIKE $3 OR r.building_name ILIKE $3 OR r.register_no ILIKE $3)',
      values: [...span, `%${KEY}%`],
    },
  });

  const phone = '13800000007';
  await client.query(
    `INSERT INTO users (username, username_lower, nick_name, phone, password_hash, password_at, user_type, customer_type, tier, branch_code, create_date, update_date)
     SELECT 'bench_signer', 'bench_signer', 'bench_signer', $1, '-', now(), 1, 2, 1, min(branch_code), now(), now() FROM branch ON CONFLICT DO NOTHING`,
    [phone],
  );
  const signer = { ...actorOf(1, {}, AUTHORITIES), username: 'bench_signer' };
  const own = 'EXISTS (SELECT 1 FROM report_receiver o WHERE o.job_no = r.job_no AND o.phone = $3)';
  const values = [...span, phone];
  await compare(client, 'maintenance reports of a phone', await rowsOf(() => findReportsByPhone(signer, parsed({}))), [
    listed.bareRows(own, values),
  ]);
  const scope = await phoneScope(signer);
  const { where } = await reportWhere(signer, parsed({}), scope);
  await compare(
    client,
    'maintenance reports of a phone, count',
    await countOf(() => db().maintenanceReport.count({ where })),
    [listed.bareCount(own, values)],
  );
}
