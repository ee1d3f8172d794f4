import type pg from 'pg';
import { alternate, quantile, report, sized } from './measure';
import { recordStatements, timeStatements, type Statement } from './statements';

/** What a list costs beside the query that somebody would write by hand for the same rows; SQL alone, as the service sends it. */

export const SIZE = 20;
const RUNS = sized(20, 2);
/** Of what takes long fewer runs say enough. */
const FEW_RUNS = Math.min(RUNS, 4);
const LONG_MS = 2000;
const TURNS = sized(3, 1);
/** Times below this are round trips, not plans: a page of ours is two or three statements, the one by hand is one. */
const LEAST_MS = 3;

export const isCount = ({ text }: Statement) => /^\s*SELECT count\(/i.test(text);

/** What a call asks when it knows the caller's data strategy already, as it mostly does. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  await work();
  return (await recordStatements(work)).flat();
}
export const rowsOf = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((statement) => !isCount(statement));
export const countOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter(isCount);

/** The 95th percentile, ms. */
async function p95(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const times: number[] = [];
  const startedAt = performance.now();
  while (times.length < (performance.now() - startedAt < LONG_MS ? RUNS : FEW_RUNS))
    times.push(await timeStatements(client, statements));
  return quantile(times, 0.95);
}

export async function compare(
  client: pg.Client,
  what: string,
  ours: readonly Statement[],
  bare: readonly Statement[],
  atMost = 1.5,
): Promise<void> {
  await timeStatements(client, ours);
  await timeStatements(client, bare);
  report(
    what,
    await alternate(
      () => p95(client, ours),
      () => p95(client, bare),
      TURNS,
    ),
    'ms',
    { atMost, least: LEAST_MS },
  );
}

/** One list: how it is asked, and what one would write by hand. */
export interface Listed {
  readonly page: (query: object) => Promise<unknown>;
  readonly count: (query: object) => Promise<unknown>;
  readonly bareRows: (condition: string, values: unknown[]) => Statement;
  readonly bareCount: (condition: string, values: unknown[]) => Statement;
  /** Rows without a filter. */
  readonly total: () => Promise<number>;
}

interface Question {
  readonly query: object;
  readonly condition: string;
  readonly values?: unknown[];
}

/** Page and count of every question, and the last page without a filter beside the first. */
export async function compareList(
  client: pg.Client,
  name: string,
  { page, count, bareRows, bareCount, total }: Listed,
  questions: Readonly<Record<string, Question>>,
): Promise<void> {
  for (const [what, { query, condition, values = [] }] of Object.entries(questions)) {
    await compare(client, `${name}, ${what}`, await rowsOf(() => page({ ...query, pageIndex: 1 })), [
      bareRows(condition, values),
    ]);
    await compare(client, `${name}, ${what}, count`, await countOf(() => count(query)), [bareCount(condition, values)]);
  }
  const lastPage = Math.max(1, Math.ceil((await total()) / SIZE));
  await compare(
    client,
    `${name}, last page (bare: first page)`,
    await rowsOf(() => page({ pageIndex: lastPage })),
    await rowsOf(() => page({ pageIndex: 1 })),
  );
}
