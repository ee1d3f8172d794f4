import pg from 'pg';

/** Writes down, in the database itself, which moment of which clock job was claimed, and which run succeeded. */

const SET_UP = `
  CREATE TABLE chaos_job (name text NOT NULL, due timestamptz, at timestamptz NOT NULL DEFAULT clock_timestamp(), what text NOT NULL);
  CREATE FUNCTION chaos_job_note() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.last_due IS DISTINCT FROM OLD.last_due THEN
        INSERT INTO chaos_job (name, due, what) VALUES (NEW.name, NEW.last_due, 'claimed');
      END IF;
      IF TG_OP = 'UPDATE' AND NEW.last_success IS DISTINCT FROM OLD.last_success THEN
        INSERT INTO chaos_job (name, what) VALUES (NEW.name, 'done');
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER chaos_job_note AFTER UPDATE ON job_schedule FOR EACH ROW EXECUTE FUNCTION chaos_job_note();`;

interface Row {
  readonly name: string;
  readonly moments: number;
  readonly claims: number;
  readonly runs: number;
}

export interface JobFigures {
  readonly moments: number;
  readonly runs: number;
  /** Jobs of which a moment was claimed twice, or that ran more often than they were claimed. */
  readonly doubled: readonly string[];
  /** Jobs that were claimed and did not run in the end. */
  readonly missing: readonly string[];
}

export async function openJobLog(databaseUrl: string) {
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  sql.on('error', () => undefined);
  await sql.query(SET_UP);
  // What runs at every start has no moment of its own.
  const begin = () => sql.query('TRUNCATE chaos_job');
  const compare = async (): Promise<JobFigures> => {
    const { rows } = await sql.query<Row>(
      `SELECT name, count(DISTINCT due) FILTER (WHERE what = 'claimed')::int AS moments,
              count(*) FILTER (WHERE what = 'claimed')::int AS claims, count(*) FILTER (WHERE what = 'done')::int AS runs
         FROM chaos_job GROUP BY name`,
    );
    const total = (of: 'moments' | 'runs') => rows.reduce((sum, row) => sum + row[of], 0);
    return {
      moments: total('moments'),
      runs: total('runs'),
      doubled: rows.filter(({ moments, claims, runs }) => claims > moments || runs > claims).map(({ name }) => name),
      missing: rows.filter(({ claims, runs }) => runs < claims).map(({ name }) => name),
    };
  };
  return { sql, begin, compare, end: () => sql.end() };
}
