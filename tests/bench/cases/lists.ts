import type pg from 'pg';
import { measureAccounts } from '../lists/accounts';
import { measureAuditLog } from '../lists/audit-log';
import { measureGateways } from '../lists/gateways';
import { measureJobs, measureReports } from '../lists/maintenance';
import { measureProjects } from '../lists/projects';
import { measureRequests } from '../lists/requests';
import { measureRoles } from '../lists/roles';
import { measureCallbacks, measureEpisodes, measureSymptoms } from '../lists/service-calls';
import { measureSmsLog } from '../lists/sms-log';
import { fillRecords, sizesOf, type Sizes } from '../support/fill-records';
import { run, sized } from '../support/measure';
import { BRANCHES, closeWorld, createUnits, withClient } from '../support/world';

/** The lists of the administration at their largest, SQL alone: each page and count beside the query that somebody would write by hand. */

const PROJECTS_OF_A_CUSTOMER = 200;

const NO_RECORDS: Sizes = { users: 0, projects: 0, roles: 0, requests: 0, logs: 0, calls: 0, jobs: 0 };

async function measureAdministration(client: pg.Client, sizes: Sizes): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT project_id AS id FROM project ORDER BY md5(project_id) LIMIT $1',
    [PROJECTS_OF_A_CUSTOMER],
  );
  await measureAccounts(client, BRANCHES);
  await measureProjects(
    client,
    BRANCHES,
    rows.map(({ id }) => id),
  );
  await measureRoles(client, sizes.roles);
  await measureRequests(client, BRANCHES, sizes.requests);
  await measureAuditLog(client, BRANCHES);
  await measureSmsLog(client);
}

async function measureCalls(client: pg.Client): Promise<void> {
  await measureSymptoms(client, BRANCHES);
  await measureCallbacks(client);
  await measureEpisodes(client);
}

async function measureMaintenance(client: pg.Client): Promise<void> {
  await measureJobs(client, BRANCHES);
  await measureReports(client);
}

async function measureBoxes(client: pg.Client): Promise<void> {
  const projects = Array.from({ length: PROJECTS_OF_A_CUSTOMER }, (_, index) => `P${index * 5}`);
  await measureGateways(client, BRANCHES, { free: sized(900_000, 2000), projects });
}

run(async () => {
  const part = process.env.BENCH_PART; // administration, calls, maintenance or gateways alone
  await createUnits(sized(100_000, 2000));
  const all = sizesOf(sized(35, 0.05));
  const sizes =
    part === 'gateways'
      ? NO_RECORDS
      : part === 'calls'
        ? { ...NO_RECORDS, calls: all.calls }
        : part === 'administration'
          ? { ...all, calls: 0, jobs: 0 }
          : part === 'maintenance'
            ? { ...NO_RECORDS, jobs: all.jobs }
            : all;
  await withClient(async (client) => {
    await fillRecords(client, sizes, (line) => process.stdout.write(`${line}\n`));
    if (part === undefined || part === 'administration') await measureAdministration(client, sizes);
    if (part === undefined || part === 'calls') await measureCalls(client);
    if (part === undefined || part === 'maintenance') await measureMaintenance(client);
    if (part === undefined || part === 'gateways') await measureBoxes(client);
  });
  await closeWorld();
});
