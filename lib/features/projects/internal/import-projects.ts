import type { Transaction } from '@/lib/platform/db/transaction';
import { refused } from './import-shape';
import type { ImportOutcome, InvoiceCustomerImport, ProjectEquipmentImport, ProjectImport } from './import-shape';
import { notifyAccounts, recount } from './project-units';

/**
 * Imports projects from their source system, in the caller's transaction. Every function returns one outcome per row,
 * in order; refused rows write nothing. Of rows with one key the newest counts, the others are `unchanged`.
 */

/** Indexes of the rows that count: of each key the newest, of equal ones the last. */
function newest<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  timeOf: (row: Row) => number,
): Map<string, number> {
  const kept = new Map<string, number>();
  rows.forEach((row, index) => {
    const before = kept.get(keyOf(row));
    const rival = before === undefined ? undefined : rows[before];
    if (rival === undefined || timeOf(row) >= timeOf(rival)) kept.set(keyOf(row), index);
  });
  return kept;
}
const timeOf = ({ updatedAt }: { updatedAt?: Date | null }) => updatedAt?.getTime() ?? Infinity;

const FIELDS = [
  'branchCode',
  'projectName',
  'tplnr',
  'parentId',
  'mobile',
  'email',
  'address',
  'isMessage',
  'kaId',
  'headerconttracts',
] as const;

/** Adds and changes projects of SAP. A project that was added by hand keeps its id. */
export async function importProjects(
  sql: Transaction,
  rows: readonly ProjectImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const kept = newest(rows, ({ projectId }) => projectId, timeOf);
  const ids = [...kept.keys()].sort();
  await sql.$queryRaw`SELECT 1 FROM project WHERE project_id = ANY(${ids}) ORDER BY project_id FOR UPDATE`;
  const stored = new Map(
    (await sql.project.findMany({ where: { projectId: { in: ids } } })).map((row) => [row.projectId, row]),
  );
  const [branches, accounts] = await Promise.all([
    sql.branch.findMany({
      where: { branchCode: { in: [...new Set(rows.map(({ branchCode }) => branchCode))] } },
      select: { branchCode: true },
    }),
    sql.keyAccount.findMany({
      where: { kaId: { in: [...new Set(rows.flatMap(({ kaId }) => kaId ?? []))] } },
      select: { kaId: true },
    }),
  ]);
  const branchCodes = new Set(branches.map(({ branchCode }) => branchCode));
  const kaIds = new Set(accounts.map(({ kaId }) => kaId));

  const written: object[] = [];
  const gone: string[] = [];
  const outcomes = rows.map((row, index): ImportOutcome => {
    const before = stored.get(row.projectId);
    if (!branchCodes.has(row.branchCode)) return refused('unknownBranch', { name: row.branchCode });
    if (row.kaId && !kaIds.has(row.kaId)) return refused('unknownKeyAccount', { name: row.kaId });
    if (before?.autoCreate === '0') return refused('projectByHand', { name: row.projectId });
    if (kept.get(row.projectId) !== index) return 'unchanged';
    if (before && row.updatedAt && row.updatedAt < before.updatedAt) return 'unchanged';
    const next = Object.fromEntries(
      FIELDS.map((field) => [field, row[field] === undefined ? (before?.[field] ?? null) : row[field]]),
    );
    next.isMessage ??= '0';
    const deletedAt = row.deletedAt === undefined ? (before?.deletedAt ?? null) : row.deletedAt;
    const isSame =
      before &&
      FIELDS.every((field) => before[field] === next[field]) &&
      before.deletedAt?.getTime() === deletedAt?.getTime();
    if (isSame) return 'unchanged';
    if (deletedAt && !before?.deletedAt) gone.push(row.projectId);
    written.push({ projectId: row.projectId, ...next, deletedAt, updatedAt: row.updatedAt ?? new Date() });
    return before ? 'updated' : 'created';
  });
  await sql.$executeRaw`
    INSERT INTO project (project_id, branch_code, project_name, tplnr, parent_id, mobile, email, address, is_message, ka_id, headerconttracts, auto_create, updated_at, deleted_at, create_by, update_date)
    SELECT r."projectId", r."branchCode", r."projectName", r.tplnr, r."parentId", r.mobile, r.email, r.address, r."isMessage", r."kaId", r.headerconttracts, '1', r."updatedAt", r."deletedAt", ${source}, now()
      FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS r("projectId" text, "branchCode" text, "projectName" text, tplnr text, "parentId" text, mobile text, email text, address text,
           "isMessage" text, "kaId" text, headerconttracts text, "updatedAt" timestamptz, "deletedAt" timestamptz)
     ORDER BY 1
    ON CONFLICT (project_id) DO UPDATE SET branch_code = excluded.branch_code, project_name = excluded.project_name, tplnr = excluded.tplnr, parent_id = excluded.parent_id, mobile = excluded.mobile,
      email = excluded.email, address = excluded.address, is_message = excluded.is_message, ka_id = excluded.ka_id, headerconttracts = excluded.headerconttracts, updated_at = excluded.updated_at,
      deleted_at = excluded.deleted_at, update_date = excluded.update_date
     WHERE project.auto_create = '1'`;
  if (gone.length > 0) {
    // Its units are not visible by it any more. Its accounts stay linked, in case it comes back.
    await sql.projectEquipment.deleteMany({ where: { projectId: { in: gone } } });
    await recount(sql, gone);
    await notifyAccounts(sql, gone);
  }
  return outcomes;
}

/**
 * Adds units to projects of SAP and removes them. Links of projects that were added by hand belong to the head office.
 */
export async function importProjectEquipment(
  sql: Transaction,
  rows: readonly ProjectEquipmentImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const keyOf = ({ projectId, equipmentNo }: ProjectEquipmentImport) => `${projectId} ${equipmentNo}`;
  const kept = newest(rows, keyOf, () => 0);
  const ids = [...new Set(rows.map(({ projectId }) => projectId))].sort();
  await sql.$queryRaw`SELECT 1 FROM project WHERE project_id = ANY(${ids}) ORDER BY project_id FOR UPDATE`;
  const [projects, units, links] = await Promise.all([
    sql.project.findMany({
      where: { projectId: { in: ids }, deletedAt: null },
      select: { projectId: true, autoCreate: true },
    }),
    sql.equipment.findMany({
      where: { equipmentNo: { in: [...new Set(rows.map(({ equipmentNo }) => equipmentNo))] }, deletedAt: null },
      select: { equipmentNo: true },
    }),
    sql.projectEquipment.findMany({
      where: { projectId: { in: ids } },
      select: { projectId: true, equipmentNo: true },
    }),
  ]);
  const autoCreate = new Map(projects.map((row) => [row.projectId, row.autoCreate]));
  const known = new Set(units.map(({ equipmentNo }) => equipmentNo));
  const linked = new Set(links.map(keyOf));
  const added: ProjectEquipmentImport[] = [];
  const removed: ProjectEquipmentImport[] = [];
  const outcomes = rows.map((row, index): ImportOutcome => {
    if (!autoCreate.has(row.projectId)) return refused('unknownProject', { name: row.projectId });
    if (autoCreate.get(row.projectId) === '0') return refused('projectByHand', { name: row.projectId });
    if (!known.has(row.equipmentNo)) return refused('unknownEquipment', { numbers: row.equipmentNo });
    if (kept.get(keyOf(row)) !== index || linked.has(keyOf(row)) === !row.deletedAt) return 'unchanged';
    (row.deletedAt ? removed : added).push(row);
    return row.deletedAt ? 'updated' : 'created';
  });
  await sql.projectEquipment.createMany({
    data: added.map(({ projectId, equipmentNo }) => ({ projectId, equipmentNo, createBy: source })),
    skipDuplicates: true,
  });
  const [fromProjects, fromUnits] = [
    removed.map(({ projectId }) => projectId),
    removed.map(({ equipmentNo }) => equipmentNo),
  ];
  if (removed.length > 0)
    await sql.$executeRaw`DELETE FROM project_equipment pe USING unnest(${fromProjects}::text[], ${fromUnits}::text[]) AS r(project_id, equipment_no) WHERE pe.project_id = r.project_id AND pe.equipment_no = r.equipment_no`;
  await recount(sql, [...new Set([...added, ...removed].map(({ projectId }) => projectId))]);
  await notifyAccounts(sql, [...new Set(fromProjects)]);
  return outcomes;
}

/** Customers that may receive invoices of a project. */
export async function importInvoiceCustomers(
  sql: Transaction,
  rows: readonly InvoiceCustomerImport[],
): Promise<ImportOutcome[]> {
  const keyOf = ({ taxId, projectId }: { taxId: string; projectId: string }) => `${taxId} ${projectId}`;
  const kept = newest(rows, keyOf, timeOf);
  const ids = [...new Set(rows.map(({ projectId }) => projectId))].sort();
  await sql.$queryRaw`SELECT 1 FROM project WHERE project_id = ANY(${ids}) ORDER BY project_id FOR UPDATE`;
  const [projects, customers] = await Promise.all([
    sql.project.findMany({ where: { projectId: { in: ids }, deletedAt: null }, select: { projectId: true } }),
    sql.invoiceCustomer.findMany({ where: { projectId: { in: ids } } }),
  ]);
  const known = new Set(projects.map(({ projectId }) => projectId));
  const stored = new Map(customers.map((row) => [keyOf(row), row]));
  const written: InvoiceCustomerImport[] = [];
  const outcomes = rows.map((row, index): ImportOutcome => {
    const before = stored.get(keyOf(row));
    if (!known.has(row.projectId)) return refused('unknownProject', { name: row.projectId });
    if (
      kept.get(keyOf(row)) !== index ||
      (before && row.updatedAt && row.updatedAt < before.updatedAt) ||
      before?.customerName === row.customerName
    )
      return 'unchanged';
    written.push({ ...row, updatedAt: row.updatedAt ?? new Date() });
    return before ? 'updated' : 'created';
  });
  await sql.$executeRaw`
    INSERT INTO invoice_customer (tax_id, project_id, customer_name, updated_at)
    SELECT r."taxId", r."projectId", r."customerName", r."updatedAt" FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS r("taxId" text, "projectId" text, "customerName" text, "updatedAt" timestamptz)
    ON CONFLICT (tax_id, project_id) DO UPDATE SET customer_name = excluded.customer_name, updated_at = excluded.updated_at`;
  return outcomes;
}
