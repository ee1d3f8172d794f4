import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Sends the statements it was given to the database and their rows back: no caller, no checks, no shapes. */

interface Statement {
  text: string;
  values: unknown[];
}
type Row = Record<string, unknown>;

let known: Record<string, Statement[][]> | undefined;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** The rows of the last wave. @param name `list` or `page` */
export async function rowsOf(name: string): Promise<Row[]> {
  known ??= JSON.parse(readFileSync(process.env.BENCH_STATEMENTS ?? '', 'utf8')) as Record<string, Statement[][]>;
  let rows: Row[] = [];
  for (const wave of known[name] ?? []) {
    const results = await Promise.all(wave.map(({ text, values }) => pool.query<Row>(text, values)));
    rows = results.flatMap((result) => result.rows);
  }
  return rows;
}
