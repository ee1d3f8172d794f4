import type pg from 'pg';

/** What a batch writes about boxes, in the batch's transaction. */

export interface LinkUpdate {
  cubeNo: string;
  state: 'online' | 'offline';
  session: string | null;
  stateAt: number | null;
  /** null: not sent, stays as it is. */
  fw: string | null;
}

/** Link states of boxes that this batch has locked. */
export async function updateLinks(client: pg.ClientBase, links: readonly LinkUpdate[]): Promise<void> {
  if (links.length === 0) return;
  await client.query({
    name: 'ingest-update-links',
    text: `UPDATE edge_cube c SET
             state = v.state::link_state, session = v.session, state_at = to_timestamp(v."stateAt" / 1000.0), fw_version = coalesce(v.fw, c.fw_version)
           FROM jsonb_to_recordset($1::jsonb) AS v ("cubeNo" text, state text, session text, "stateAt" bigint, fw text)
           WHERE c.cube_no = v."cubeNo"`,
    values: [JSON.stringify(links)],
  });
}

export interface CubeTouch {
  cubeNo: string;
  /** null: nothing was accepted, stays as it is. */
  lastDataAt: number | null;
  /** How far the box's clock is ahead; null: unknown, stays as it is. */
  driftSec: number | null;
}

/** Signs of life. A box whose row is locked is left out: its next message brings another sign. */
export async function touchCubes(client: pg.ClientBase, cubes: readonly CubeTouch[]): Promise<void> {
  if (cubes.length === 0) return;
  await client.query({
    name: 'ingest-touch-cubes',
    text: `WITH v AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS v ("cubeNo" text, "lastDataAt" bigint, "driftSec" int)),
             free AS (SELECT cube_no FROM edge_cube WHERE cube_no IN (SELECT "cubeNo" FROM v) ORDER BY cube_no FOR NO KEY UPDATE SKIP LOCKED)
           UPDATE edge_cube c SET last_data_at = coalesce(to_timestamp(v."lastDataAt" / 1000.0), c.last_data_at), clock_drift_sec = coalesce(v."driftSec", c.clock_drift_sec)
             FROM v JOIN free ON free.cube_no = v."cubeNo" WHERE c.cube_no = v."cubeNo"`,
    values: [JSON.stringify(cubes)],
  });
}
