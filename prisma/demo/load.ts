import type pg from 'pg';
import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { ensureDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { partitionsBetween } from '@/lib/platform/db/partitions';
import { seeded } from '@/lib/programs/simulator/random';
import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { secretOf } from '@/lib/programs/simulator/secret';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { loadAccounts } from './account-rows';
import { eliteProjects, makeAccounts, type Account } from './accounts';
import { loadAnnouncements } from './announcements';
import { liftIndexes } from './bulk';
import { DAY_MS } from './clock';
import { depthOf } from './depth';
import { addDemoWords } from './dictionary';
import { loadEquipmentGroups } from './equipment-groups';
import { fleetKey, writePrivate } from './files';
import { loadGateways } from './gateways';
import { FleetList, planCore, troubleSome, type CorePlan } from './fleet-plan';
import { crewOf } from './maintenance';
import { loadMails } from './mails';
import { KEY_ACCOUNTS, MAKER, PLACES } from './places';
import { AIRPORT_PROJECT_ID, CORE_PROJECTS, makeProjects, type Project } from './projects';
import { loadRecords } from './records';
import { loadReportSubscriptions } from './report-subscriptions';
import * as rows from './rows';
import { loadScreens } from './screens';
import { shareUnits } from './shared-units';
import { TRACE_DAYS } from './traces';
import { unitWriter } from './unit-writer';
import { makeUnits, type Unit } from './units';
import { Wall } from './wall';
import { Writer } from './writer';

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
  callbacks: number;
  symptoms: number;
  jobs: number;
  logs: number;
  /** Units that move at once for customerElite. */
  showcase: readonly string[];
}

/** Only one loader at a time: a second waits here and then finds users. */
const LOADER_LOCK = 7_258_310_901;

/** Days of biweekly reports that its units have. */
const BIWEEKLY_PERIODS = 6;

/** Tables with many rows: their indexes are built when they are full. */
const LARGE_TABLES = [
  'project',
  'equipment',
  'project_equipment',
  'equipment_status',
  'edge_cube',
  'cube_history',
  'equipment_event',
  'error_inspection',
  'notification',
  'equipment_day',
  'callback',
  'callback_status',
  'symptom',
  'activity',
  'maintenance_job',
  'maintenance_item',
  'maintenance_part',
  'maintenance_report',
  'report_receiver',
  'inspection',
  'inspection_history',
  'contract',
  'off_maintenance',
  'camera',
];

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
    // Whoever opens a dashboard at once reads them. Cut off here, they are made by the job that looks at every start.
    await keepCallbackFacts(options.now.getTime());
    return loaded;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function fill(options: LoadOptions): Promise<Loaded> {
  const writer = new Writer(options.client);
  try {
    return await fillWith(writer, options);
  } catch (error) {
    await writer.settle();
    throw error;
  }
}

async function fillWith(
  writer: Writer,
  { client, dataDir, seed, scale, now, progress = () => undefined }: LoadOptions,
): Promise<Loaded> {
  progress(0, 'projects');
  const depth = depthOf(scale);
  const key = fleetKey(dataDir);
  const projects = makeProjects(seeded(`${seed}:projects`), scale, now);
  const accounts = makeAccounts(projects, seeded(`${seed}:accounts`));
  await makePartitions(client, { table: 'equipment_log', unit: 'month' }, now, depth.callbackDays);
  await makePartitions(client, { table: 'equipment_trace', unit: 'day' }, now, TRACE_DAYS + 1);
  const restoreIndexes = await liftIndexes(client, LARGE_TABLES);

  await copyRows(
    client,
    'branch',
    rows.BRANCH_COLUMNS,
    PLACES.map((place, index) => rows.branchRow(place, index, MAKER, now)),
  );
  await copyRows(
    client,
    'key_account',
    ['ka_id', 'name', 'update_date'],
    KEY_ACCOUNTS.map(({ kaId, name }) => [kaId, name, now]),
  );
  await ensureDictionaries(client);
  await addDemoWords(client);
  progress(0.02, 'accounts');
  const passwords = await loadAccounts(client, accounts, { seed, now });
  await loadRecords(client, accounts, { seed, now });
  await loadMails(client, accounts, { dataDir, now });
  await loadReportSubscriptions(client, accounts, { projects, now });
  await loadAnnouncements(client, accounts, { seed, now });

  const { add: addUnit, eventCount } = unitWriter(writer, { seed, now, depth, key, signers: signersOf(accounts) });
  const fleet = new FleetList();
  const wall = new Wall(accounts);
  const total = projects.reduce((sum, project) => sum + project.units, 0);
  let core: CorePlan = { reserved: [], showcase: [] };
  let made = 0;
  let deep = 0;

  const write = async (project: Project, units: readonly Unit[]) => {
    writer.add('project', rows.PROJECT_COLUMNS, [rows.projectRow(project, units)]);
    const crew = crewOf(project.projectId, seed);
    for (const unit of units) {
      if (unit.cubeNo !== null && deep < depth.deepUnits) {
        unit.isDeep = true;
        deep += 1;
      }
      addUnit(unit, crew);
      fleet.add(unit);
      wall.add(unit);
      await writer.breathe();
    }
    made += units.length;
    progress(0.04 + (0.7 * made) / total, `units ${made}/${total}`);
  };

  // The first projects are planned together; all others come and go one by one.
  let first = 1;
  const make = (project: Project, isCore: boolean) => {
    const units = makeUnits(project, { seed, now, first, isCore });
    first += units.length;
    return units;
  };
  const coreProjects = projects.slice(0, CORE_PROJECTS).map((project) => ({ project, units: make(project, true) }));
  core = planCore(
    coreProjects.flatMap(({ units }) => units),
    new Set(eliteProjects(projects)),
    seed,
  );
  for (const { project, units } of coreProjects) await write(project, units);
  for (const project of projects.slice(CORE_PROJECTS)) {
    const units = make(project, false);
    for (const unit of units) troubleSome(unit, seed);
    await write(project, units);
  }
  writer.add('campus_view', Wall.VIEW_COLUMNS, wall.views(now));
  writer.add('campus_view_equipment', Wall.UNIT_COLUMNS, wall.units());
  await writer.finish();

  progress(0.75, 'indexes');
  await restoreIndexes((done, of) => progress(0.75 + (0.22 * done) / of, `indexes ${done}/${of}`));
  await client.query(`SELECT setval(pg_get_serial_sequence('equipment_event', 'id'), greatest($1::bigint, 1))`, [
    eventCount(),
  ]);
  await loadGateways(client, { key, now });
  await loadEquipmentGroups(client, accounts, now);
  const screens = await loadScreens(client, accounts, { key, now });
  await client.query('INSERT INTO setting (key, value, update_by, update_date) VALUES ($1, $2::jsonb, $3, $4)', [
    'airportProjectIds',
    JSON.stringify([AIRPORT_PROJECT_ID]),
    'hq_admin',
    now,
  ]);
  progress(0.98, 'statistics');
  await client.query(
    `ANALYZE ${[...LARGE_TABLES, 'equipment_log', 'equipment_trace', 'equipment_cycle_day', 'equipment_hour', 'third_gateway', 'users', 'user_mapping'].join(', ')}`,
  );
  progress(0.985, 'sums');
  await shareUnits(client, projects, now);
  await sumLoaded(client, now.getTime());
  await writeBiweeklyRows(now.getTime(), client, BIWEEKLY_PERIODS);
  await client.query('ANALYZE equipment_month, branch_day, project_day');
  // The files come before the commit: a database with users always has them, and without the commit they are written anew.
  writePrivate(dataDir, 'fleet-units.json', fleet.file(seed, screens));
  writePrivate(
    dataDir,
    'demo-cubes.json',
    core.reserved.map(({ cubeNo, equipmentNo, equipmentType }) => ({
      cubeNo,
      secret: secretOf(key, cubeNo ?? ''),
      equipmentNo,
      equipmentType,
    })),
  );
  writePrivate(
    dataDir,
    'demo-accounts.json',
    accounts.flatMap(({ persona, username }) =>
      persona ? [{ persona, username, password: passwords.get(username) }] : [],
    ),
  );
  progress(1, 'done');
  const count = (table: string) => writer.counts[table] ?? 0;
  return {
    branches: PLACES.length,
    projects: projects.length,
    units: made,
    events: eventCount(),
    days: count('equipment_day'),
    callbacks: count('callback'),
    symptoms: count('symptom'),
    jobs: count('maintenance_job'),
    logs: count('equipment_log'),
    showcase: core.showcase.map(({ equipmentNo }) => equipmentNo),
  };
}

/** Accounts that sign maintenance reports, by project: they receive them by phone. */
function signersOf(accounts: readonly Account[]): Map<string, string[]> {
  const phones = new Map<string, string[]>();
  for (const { phone, projects, customerType } of accounts) {
    if (customerType !== 2) continue;
    for (const projectId of projects) phones.set(projectId, [...(phones.get(projectId) ?? []), phone]);
  }
  return phones;
}

/** What is of the past goes into its months and days; the gateway makes only those to come. */
async function makePartitions(
  client: pg.ClientBase,
  spec: Parameters<typeof partitionsBetween>[0],
  now: Date,
  days: number,
): Promise<void> {
  for (const { name, table, from, to } of partitionsBetween(spec, new Date(now.getTime() - days * DAY_MS), now)) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
    );
  }
}
