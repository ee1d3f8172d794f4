import assert from 'node:assert/strict';
import pg from 'pg';
import { closeDb, connectionConfig } from '@/lib/platform/db/client';
import type { Statement } from '../bench/support/statements';

/** Statements of our services explained against the loaded database, and what may be asked of their plans. */

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

/** Below so many units PostgreSQL may rightly read a table whole, and the assertions are not binding. */
const LARGE = 20_000;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export interface Explained {
  indexes: Set<string>;
  /** Large tables that are read whole. */
  scans: string[];
  /** Most rows that any one node brought up. */
  rows: number;
  ms: number;
}

const TABLES = [
  'equipment',
  'equipment_status',
  'project_equipment',
  'project',
  'users',
  'user_mapping',
  'user_active_day',
  'user_feedback',
];
/** Loaded only by the tests of the records. */
const isRecord = (table: string) =>
  ['sms_log', 'symptom', 'callback', 'error_inspection', 'notification'].includes(table) ||
  ['api_access_log', 'equipment_day', 'equipment_month'].some((name) => table.startsWith(name));
/** The index of a partitioned table, by whichever partition's it was. */
const indexName = (name: string) => name.replace(/_p\d{6}(?=_)/, '');

export interface Scale {
  client: pg.Client;
  units: number;
  /** Are the assertions binding? */
  isLarge: boolean;
  /** 200 of them, by chance. */
  projects: string[];
  branches: string[];
  explain(statements: readonly Statement[]): Promise<Explained>;
  /** Some of these indexes are used. */
  assertUses(explained: Explained, ...anyOf: string[]): void;
  /** A page costs a page: neither whole tables nor more rows than a few pages. */
  assertSmall(explained: Explained, most: number): void;
  close(): Promise<void>;
}

export async function openScale(): Promise<Scale> {
  const client = new pg.Client(connectionConfig());
  await client.connect();
  const units = Number((await client.query<{ count: string }>('SELECT count(*) FROM equipment')).rows[0]?.count);
  const isLarge = units >= LARGE;
  assert.ok(units > 0, 'no demo data');
  process.stdout.write(
    `${units} units${isLarge ? '' : `: too few for the plans to be binding, ${LARGE} are needed`}\n`,
  );
  // Plans are judged with the pages and the visibility map of a database at rest.
  await client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`);
  return {
    client,
    units,
    isLarge,
    projects: (
      await client.query<{ id: string }>('SELECT project_id AS id FROM project ORDER BY md5(project_id) LIMIT 200')
    ).rows.map(({ id }) => id),
    branches: (await client.query<{ code: string }>('SELECT branch_code AS code FROM branch ORDER BY 1')).rows.map(
      ({ code }) => code,
    ),
    async explain(statements) {
      const found: Explained = { indexes: new Set(), scans: [], rows: 0, ms: 0 };
      for (const { text, values } of statements) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        const result = rows[0]?.['QUERY PLAN'][0];
        if (!result) throw new Error('no plan');
        found.ms += result['Execution Time'];
        for (const node of nodesOf(result.Plan)) {
          const table = node['Relation Name'] ?? '';
          if (node['Index Name']) found.indexes.add(indexName(node['Index Name']));
          if (node['Node Type'] === 'Seq Scan' && (TABLES.includes(table) || isRecord(table))) found.scans.push(table);
          found.rows = Math.max(found.rows, (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1));
        }
      }
      return found;
    },
    assertUses({ indexes, scans }, ...anyOf) {
      if (!isLarge) return;
      assert.ok(
        anyOf.some((index) => indexes.has(index)),
        `uses ${[...indexes].join(', ') || 'no index'} and reads ${scans.join(', ') || 'no table'} whole, not ${anyOf.join(' or ')}`,
      );
    },
    assertSmall({ scans, rows }, most) {
      if (!isLarge) return;
      assert.deepEqual(scans, []);
      assert.ok(rows <= most, `${rows} rows were brought up`);
    },
    async close() {
      await client.end();
      await closeDb();
    },
  };
}
