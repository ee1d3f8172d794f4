import { requireExportAllowed, shownTime } from '@/lib/platform/strategy/limits';
import { unitsOfUser } from './internal/holdings';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { readChunks } from '@/lib/platform/db/keyset';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { monthOf } from './activity';
import type { Month } from './activity';
import type { UserFilters, UserRow } from './account-contract';
import { countUsers, readUserKeys, rowsOfUsers } from './list';
import type { UserOrder } from './list';
import { customerWord } from './value-sets';
import { usersWhere } from './where';

/** The two workbooks of the user list (doc1 §2, api.md §2.3), in its order. Read in portions by key: memory and locks stay small. */

const USERS_AT_ONCE = 500;
/** Whose units are read together: most have a few, a branch account thousands. */
const HOLDERS_AT_ONCE = 200;

type UserExportQuery = UserFilters & UserOrder;

const labelOf = (language: Language) => (key: string) => translateServer(language, 'userList', key);
const limitError = (limit: number) => new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });

/** The accounts of the filters, in the order of the list. */
function usernames(actor: Actor, asked: UserExportQuery, month: Month, take: number): AsyncGenerator<string[]> {
  const conditions = usersWhere(actor, asked, month);
  return keysInOrder((sql, skip, stretch) => readUserKeys(sql, conditions, asked, false, skip, stretch), take);
}

async function* users(
  actor: Actor,
  asked: UserExportQuery,
  month: Month,
  language: Language,
  time: ShownTime,
): AsyncGenerator<UserRow> {
  for await (const names of usernames(actor, asked, month, USERS_AT_ONCE))
    yield* await rowsOfUsers(actor, names, month, language, time);
}

function userColumns(language: Language): SheetColumn<UserRow>[] {
  const label = labelOf(language);
  return [
    { header: label('column.branchName'), value: (row) => row.branchName, width: 20 },
    { header: label('column.customerText'), value: (row) => row.customerText, width: 14 },
    { header: label('column.username'), value: (row) => row.username },
    { header: label('column.nickName'), value: (row) => row.nickName, width: 24 },
    { header: label('column.projectNames'), value: (row) => row.projectNames, width: 40 },
    { header: label('column.phone'), value: (row) => row.phone },
    {
      header: label('column.status'),
      value: (row) => (row.status ? label(`activity.${row.status}`) : null),
      width: 14,
    },
    { header: label('column.equipmentTotal'), value: (row) => row.equipmentTotal, width: 10 },
  ];
}

/** @throws access_denied (data strategy), bad_request (more rows than an export may have) */
export async function exportUserList(actor: Actor, filters: UserExportQuery, language: Language): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const month = monthOf(filters.startDate, Date.now());
  const limit = config().exportMaxRows;
  if ((await countUsers(actor, filters, month)) > limit) throw limitError(limit);
  const body = xlsxStream(
    translateServer(language, 'routes', 'userList'),
    userColumns(language),
    users(actor, filters, month, language, await shownTime(actor)),
  );
  return new FileAnswer(body, stampedName('user', Date.now()), XLSX_TYPE);
}

interface UserUnitRow {
  /** Of the account, in its portion. */
  place: number;
  username: string;
  nick_name: string;
  branch_name: string | null;
  user_type: number;
  customer_type: number | null;
  tier: number | null;
  equipment_no: string;
  equipment_name: string;
  cube_no: string | null;
  building_name: string | null;
  display_type: 'EV' | 'ES' | 'WW' | 'OTHER';
}

/** One row an account and unit: the accounts in the order of the list, the units of each by number. */
async function* pairs(actor: Actor, asked: UserExportQuery, month: Month): AsyncGenerator<UserUnitRow> {
  for await (const names of usernames(actor, asked, month, HOLDERS_AT_ONCE)) {
    const chunks = readChunks<UserUnitRow>((last, take) => {
      // Nobody's units are read further than this chunk can go.
      const after = last
        ? Prisma.sql`WHERE k.place > ${last.place} OR own.equipment_no > ${last.equipment_no}`
        : Prisma.empty;
      const since = last ? Prisma.sql`WHERE k.place >= ${last.place}` : Prisma.empty;
      return db().$queryRaw`
        SELECT k.place::int AS place, u.username, u.nick_name, b.branch_name, u.user_type, u.customer_type, u.tier, e.equipment_no, e.equipment_name, e.cube_no, e.building_name, e.display_type
        FROM unnest(${names}::text[]) WITH ORDINALITY AS k (username, place) JOIN users u USING (username) LEFT JOIN branch b ON b.branch_code = u.branch_code
        CROSS JOIN LATERAL (SELECT own.equipment_no FROM (${unitsOfUser(actor)}) own ${after} ORDER BY own.equipment_no LIMIT ${take}) own JOIN equipment e ON e.equipment_no = own.equipment_no
        ${since} ORDER BY k.place, e.equipment_no LIMIT ${take}`;
    });
    for await (const rows of chunks) yield* rows;
  }
}

function pairColumns(language: Language): SheetColumn<UserUnitRow>[] {
  const label = labelOf(language);
  const unit = (field: string) => translateServer(language, 'equipment', `column.${field}`);
  return [
    { header: label('column.branchName'), value: (row) => row.branch_name, width: 20 },
    {
      header: label('column.customerText'),
      value: (row) =>
        label(`customer.${customerWord({ userType: row.user_type, customerType: row.customer_type, tier: row.tier })}`),
      width: 14,
    },
    { header: label('column.username'), value: (row) => row.username },
    { header: label('column.nickName'), value: (row) => row.nick_name, width: 24 },
    { header: unit('equipmentNo'), value: (row) => row.equipment_no },
    { header: unit('equipmentName'), value: (row) => row.equipment_name, width: 32 },
    { header: unit('cubeNo'), value: (row) => row.cube_no, width: 20 },
    {
      header: unit('equipmentType'),
      value: (row) => translateServer(language, 'common', `equipment.${row.display_type}`),
      width: 14,
    },
    { header: unit('buildingName'), value: (row) => row.building_name, width: 28 },
  ];
}

/** How many pairs there are, counted no further than `limit` + 1. */
async function countPairs(actor: Actor, filters: UserFilters, month: Month, limit: number): Promise<number> {
  const [found] = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (SELECT 1 FROM users u CROSS JOIN LATERAL (${unitsOfUser(actor)}) own WHERE ${usersWhere(actor, filters, month)} LIMIT ${limit + 1}) counted`;
  return found?.total ?? 0;
}

/** @throws access_denied (data strategy), customer_type_required (too many rows for all types at once), bad_request (row limit) */
export async function exportUnitsOfUsers(
  actor: Actor,
  filters: UserExportQuery,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const month = monthOf(filters.startDate, Date.now());
  const { exportMaxRows: limit, exportCustomerTypeRows } = config();
  const most = filters.customerType === undefined ? Math.min(limit, exportCustomerTypeRows) : limit;
  if ((await countPairs(actor, filters, month, most)) > most)
    throw filters.customerType === undefined ? new AppError('customer_type_required') : limitError(limit);
  const body = xlsxStream(labelOf(language)('export.equipment'), pairColumns(language), pairs(actor, filters, month));
  return new FileAnswer(body, stampedName('userEquipment', Date.now()), XLSX_TYPE);
}
