import type pg from 'pg';
import { AUTHORITIES } from '@/lib/auth/authorities';
import { hashPassword } from '@/lib/auth/password';
import { seeded } from '@/lib/simulator/random';
import { secretOf } from '@/lib/simulator/secret';
import { copyRows } from '@/lib/telemetry/copy-rows';
import { describe, ROLES } from './access';
import { makeAccounts, randomPassword, type Account } from './accounts';
import { CONTROLLER_CODES } from './codes';
import { fleetKey, writePrivate } from './files';
import { fleetFile, planFleet } from './fleet-plan';
import { dailyFacts, dayNumber, HISTORY_DAYS, pastEvents } from './history';
import { KEY_ACCOUNTS, MAKER, PLACES } from './places';
import { AIRPORT_PROJECT_ID, makeProjects } from './projects';
import * as rows from './rows';
import { makeUnits, type Unit } from './units';

export interface LoadOptions {
  /** A connection of the loader's own; everything happens in one transaction. */
  client: pg.ClientBase;
  dataDir: string;
  seed: string;
  scale: number;
  now: Date;
  /** Share done, 0 … 1, and what is being done. */
  progress?(share: number, step: string): void;
}

export interface Loaded {
  branches: number;
  projects: number;
  units: number;
  events: number;
  days: number;
  /** Units that move at once for customerElite. */
  showcase: readonly string[];
}

const NOTICE_DAYS = 7;
const UNITS_A_BATCH = 200;
const CHUNK = 4000;

/** Only one loader at a time: a second waits here and then finds users. */
const LOADER_LOCK = 7_258_310_901;

/**
 * Fills an empty database with the demo installation and writes its files. All or nothing: a loader that is killed leaves
 * an empty database, and the next run begins anew (with new passwords).
 * @returns undefined when the database has users already; nothing is touched then.
 */
export async function loadDemo(options: LoadOptions): Promise<Loaded | undefined> {
  const { client } = options;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOADER_LOCK]);
    const { rows: found } = await client.query<{ used: boolean }>('SELECT EXISTS (SELECT 1 FROM users) AS used');
    if (found[0]?.used) {
      await client.query('ROLLBACK');
      return undefined;
    }
    const loaded = await fill(options);
    await client.query('COMMIT');
    return loaded;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function fill({ client, dataDir, seed, scale, now, progress = () => undefined }: LoadOptions): Promise<Loaded> {
  const copy = (table: string, columns: readonly string[], all: readonly rows.Row[]) => copyInChunks(client, table, columns, all);
  progress(0, 'projects');
  const projects = makeProjects(seeded(`${seed}:projects`), scale, now);
  let first = 1;
  const byProject = projects.map((project) => {
    const units = makeUnits(project, { seed, now, first });
    first += units.length;
    return { project, units };
  });
  const units = byProject.flatMap((one) => one.units);
  const plan = planFleet(units, projects, seed);
  const key = fleetKey(dataDir);

  await copy('branch', rows.BRANCH_COLUMNS, PLACES.map((place, index) => rows.branchRow(place, index, MAKER, now)));
  await copy('key_account', ['ka_id', 'name', 'update_date'], KEY_ACCOUNTS.map(({ kaId, name }) => [kaId, name, now]));
  await copy('project', rows.PROJECT_COLUMNS, byProject.map((one) => rows.projectRow(one.project, one.units)));
  await copy('gb_code_dict', ['gb_code', 'text', 'text_en', 'error'], CONTROLLER_CODES.map(({ code, text, textEn, isError }) => [code, text, textEn, isError]));

  progress(0.03, 'accounts');
  const accounts = makeAccounts(projects, seeded(`${seed}:accounts`));
  const passwords = await loadAccounts(client, accounts, now);

  let eventId = 0;
  let days = 0;
  const random = seeded(`${seed}:cameras`);
  for (let at = 0; at < units.length; at += UNITS_A_BATCH) {
    const batch = units.slice(at, at + UNITS_A_BATCH);
    progress(0.1 + (0.88 * at) / units.length, `units ${at}/${units.length}`);
    const counted = await loadUnits(batch, eventId);
    eventId = counted.eventId;
    days += counted.days;
  }

  async function loadUnits(batch: readonly Unit[], lastEventId: number) {
    await copy('equipment', rows.EQUIPMENT_COLUMNS, batch.map((unit) => rows.equipmentRow(unit, random.chance(0.25))));
    await copy('project_equipment', ['project_id', 'equipment_no', 'create_by', 'create_date'], batch.map(({ project, equipmentNo }) => [project.projectId, equipmentNo, 'sap', project.createdAt]));
    await copy('equipment_status', rows.STATUS_COLUMNS, batch.map((unit) => rows.statusRow(unit, seed, now.getTime())));
    const boxed = batch.flatMap((unit) => (unit.cubeNo ? [{ unit, cubeNo: unit.cubeNo }] : []));
    const cubes = boxed.map(({ unit, cubeNo }) => rows.cubeRow(unit, cubeNo, key, seed, now.getTime()));
    await copy('edge_cube', rows.CUBE_COLUMNS, cubes);
    const boundAt = rows.CUBE_COLUMNS.indexOf('bind_date');
    await copy('cube_history', ['cube_no', 'action', 'equipment_no', 'operator', 'create_date'], boxed.flatMap(({ unit, cubeNo }, index) => {
      const bound = cubes[index]?.[boundAt] ?? now;
      return [[cubeNo, 'register', null, 'hq_admin', bound], [cubeNo, 'bind', unit.equipmentNo, 'hq_admin', bound]];
    }));
    const past = batch.map((unit) => ({ unit, events: pastEvents(unit, seed, now.getTime()) }));
    const numbered = past.flatMap(({ events }) => events).map((event, index) => ({ event, id: lastEventId + index + 1 }));
    await copy('equipment_event', rows.EVENT_COLUMNS, numbered.map(({ event, id }) => rows.eventRow(event, id)));
    await copy('error_inspection', rows.INSPECTION_COLUMNS, numbered.filter(({ event }) => event.subType === 'error').map(({ event, id }) => rows.inspectionRow(event, id, seed, now.getTime())));
    const recent = numbered.filter(({ event }) => dayNumber(event.startAt) > dayNumber(now.getTime()) - NOTICE_DAYS);
    await copy('notification', rows.NOTICE_COLUMNS, recent.map(({ event, id }) => rows.noticeRow(event, id)));
    const facts = past.flatMap(({ unit, events }) => dailyFacts(unit, events, seed, now.getTime()).map((one) => rows.dayRow(unit, one)));
    await copy('equipment_day', rows.DAY_COLUMNS, facts);
    return { eventId: lastEventId + numbered.length, days: facts.length };
  }

  progress(0.98, 'files');
  await client.query(`SELECT setval(pg_get_serial_sequence('equipment_event', 'id'), greatest($1::bigint, 1))`, [eventId]);
  await client.query('INSERT INTO setting (key, value, update_by, update_date) VALUES ($1, $2::jsonb, $3, $4)', ['airportProjectIds', JSON.stringify([AIRPORT_PROJECT_ID]), 'hq_admin', now]);
  // The files come before the commit: a database with users always has them, and without the commit they are written anew.
  writePrivate(dataDir, 'fleet-units.json', fleetFile(plan, seed));
  writePrivate(dataDir, 'demo-cubes.json', plan.reserved.map(({ cubeNo, equipmentNo, equipmentType }) => ({ cubeNo, secret: secretOf(key, cubeNo ?? ''), equipmentNo, equipmentType })));
  writePrivate(dataDir, 'demo-accounts.json', accounts.flatMap(({ persona, username }) => (persona ? [{ persona, username, password: passwords.get(username) }] : [])));
  progress(1, 'done');
  return { branches: PLACES.length, projects: projects.length, units: units.length, events: eventId, days, showcase: plan.showcase.map(({ equipmentNo }) => equipmentNo) };
}

/** Roles, authorities and accounts. @returns the passwords by username */
async function loadAccounts(client: pg.ClientBase, accounts: readonly Account[], now: Date): Promise<Map<string, string>> {
  // An administrator made by hand and removed again leaves these behind.
  await client.query('DELETE FROM role_authority');
  await client.query('DELETE FROM role');
  await client.query('DELETE FROM authority');
  await copyRows(client, 'authority', ['authority', 'description', 'seeded', 'create_date', 'update_date'], AUTHORITIES.map((authority) => [authority, describe(authority), true, now, now]));
  await copyRows(client, 'role', ['role', 'description', 'branch_assignable', 'seeded', 'create_date', 'update_date'],
    ROLES.map(({ role, description, isBranchAssignable }) => [role, description, isBranchAssignable ?? false, true, now, now]));
  await copyRows(client, 'role_authority', ['role', 'authority'], ROLES.flatMap(({ role, authorities }) => [...new Set(authorities)].map((authority) => [role, authority])));

  const passwords = new Map(accounts.map(({ username }) => [username, randomPassword()]));
  // Nobody is told the passwords of the others, so one hash serves them all.
  const nobody = await hashPassword(randomPassword());
  const hashes = new Map<string, string>();
  for (const { persona, username } of accounts) hashes.set(username, persona ? await hashPassword(passwords.get(username) ?? '') : nobody);

  await copyRows(client, 'users',
    ['username', 'username_lower', 'nick_name', 'email', 'phone', 'password_hash', 'password_at', 'user_type', 'customer_type', 'projectbranch_type', 'tier', 'branch_code', 'create_by', 'create_date', 'update_date'],
    accounts.map((account) => [
      account.username, account.username.toLowerCase(), account.nickName, `${account.username}@example.com`, account.phone, hashes.get(account.username) ?? nobody, now, account.userType,
      account.customerType, account.userType === 0 ? null : account.userType, account.tier, account.branchCode, 'hq_admin', new Date(now.getTime() - HISTORY_DAYS * 86_400_000), now,
    ]));
  await copyRows(client, 'user_role', ['username', 'role'], accounts.flatMap(({ username, roles }) => roles.map((role) => [username, role])));
  await copyRows(client, 'user_mapping', ['username', 'type', 'mapping_id', 'customer_type', 'create_date'], accounts.flatMap((account) => [
    ...account.projects.map((projectId) => [account.username, 1, projectId, account.customerType, now]),
    ...account.branches.map((branchCode) => [account.username, 2, branchCode, account.customerType, now]),
  ]));
  return passwords;
}

async function copyInChunks(client: pg.ClientBase, table: string, columns: readonly string[], all: readonly rows.Row[]): Promise<void> {
  for (let at = 0; at < all.length; at += CHUNK) await copyRows(client, table, columns, all.slice(at, at + CHUNK));
}
