import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Sends the statements it was given to the database and their rows back: no caller, no checks, no shapes. */

interface Statement {
  text: string;
  values: unknown[];
}

let waves: Statement[][] | undefined;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

export async function POST(request: Request): Promise<Response> {
  await request.json();
  waves ??= JSON.parse(readFileSync(process.env.BENCH_STATEMENTS ?? '', 'utf8')) as Statement[][];
  let rows: unknown[] = [];
  for (const wave of waves) {
    const results = await Promise.all(
      wave.map(({ text, values }) => pool.query<Record<string, unknown>>(text, values)),
    );
    rows = results.flatMap((result) => result.rows);
  }
  return Response.json({ code: 200, message: 'success', data: rows });
}
