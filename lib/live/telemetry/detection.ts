import type pg from 'pg';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import { DETECTOR_VERSION, type DetectorEffect } from '@/lib/live/detector/state';
import { logger } from '@/lib/platform/system/log';
import { lockDueUnits, lockUnits, type UnitRow } from './store';
import { lookAt } from './unit-detection';

/**
 * Stores what the symptom rules found as rows of DetectorEffect, in the transaction of the values that caused them. A
 * batch that is lost takes them along; a batch that is committed keeps them.
 */

export interface UnitEffect extends DetectorEffect {
  readonly equipmentNo: string;
}

export async function writeEffects(client: pg.ClientBase, effects: readonly UnitEffect[], now: number): Promise<void> {
  if (effects.length === 0) return;
  await client.query(
    `INSERT INTO detector_effect (equipment_no, rule, kind, event_date, fired_date, told_by_box, version, next_at)
     SELECT v.no, v.rule, v.kind::detector_effect_kind, to_timestamp(v.at / 1000.0), to_timestamp(v.fired / 1000.0), v.told, $2, to_timestamp($3 / 1000.0)
       FROM jsonb_to_recordset($1::jsonb) AS v (no text, rule text, kind text, at bigint, fired bigint, told boolean, place bigint)
      ORDER BY v.place`,
    [
      JSON.stringify(
        effects.map(({ equipmentNo, rule, kind, at, firedAt, isToldByBox }, place) => ({
          place,
          no: equipmentNo,
          rule,
          kind,
          at: Math.round(at),
          fired: Math.round(firedAt),
          told: isToldByBox,
        })),
      ),
      DETECTOR_VERSION,
      now,
    ],
  );
}

const CHUNK = 200;

/**
 * Checks the units whose time has come. With several gateways each unit is checked once, by the one that holds its row.
 * @param now epoch ms
 * @returns how many effects were found
 */
export async function lookAtDueUnits(pool: pg.Pool, now: number, context: DetectorContext): Promise<number> {
  let found = 0;
  for (;;) {
    const chunk = await lookAtChunk(pool, now, context);
    found += chunk.effects;
    if (chunk.units < CHUNK) return found;
  }
}

interface DetectionRow {
  readonly no: string;
  readonly state: UnitRow['detector'];
  readonly due: number | null;
  readonly effects: readonly DetectorEffect[];
}

/**
 * Locks units, checks them and stores what was found. @returns how many units were checked, and how many effects were
 * found
 */
async function lookAtLocked(
  pool: pg.Pool,
  now: number,
  lock: (client: pg.ClientBase) => Promise<readonly UnitRow[]>,
  look: (row: UnitRow) => DetectionRow,
) {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const looks = (await lock(client)).map(look);
    if (looks.length > 0)
      await client.query(
        `UPDATE equipment_status s SET detector = v.state, detector_due = to_timestamp(v.due / 1000.0)
           FROM jsonb_to_recordset($1::jsonb) AS v (no text, state jsonb, due bigint) WHERE s.equipment_no = v.no`,
        [JSON.stringify(looks.map(({ no, state, due }) => ({ no, state, due })))],
      );
    const effects = looks.flatMap(({ no, effects }) => effects.map((effect) => ({ equipmentNo: no, ...effect })));
    await writeEffects(client, effects, now);
    await client.query('COMMIT');
    return { units: looks.length, effects: effects.length };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

const lookAtChunk = (pool: pg.Pool, now: number, context: DetectorContext) =>
  lookAtLocked(
    pool,
    now,
    (client) => lockDueUnits(client, now, CHUNK),
    (row) => {
      try {
        const { state, dueAt, effects } = lookAt(row, now, context);
        return { no: row.equipmentNo, state, due: dueAt, effects };
      } catch (error) {
        // An error of one unit must not stop the check of the others.
        logger('detector').error({ err: error, equipmentNo: row.equipmentNo }, 'the rules failed on a unit');
        return { no: row.equipmentNo, state: row.detector, due: now + 60_000, effects: [] };
      }
    },
  );

/**
 * A person who watches the unit thinks that somebody is trapped: the rules judge it like a message. @returns how many
 * effects were found
 */
export async function lookAtSuspected(
  pool: pg.Pool,
  equipmentNo: string,
  now: number,
  context: DetectorContext,
): Promise<number> {
  const { effects } = await lookAtLocked(
    pool,
    now,
    async (client) => [...(await lockUnits(client, [equipmentNo])).values()],
    (row) => {
      const { state, dueAt, effects } = lookAt(row, now, context, { isSuspected: true });
      return { no: row.equipmentNo, state, due: dueAt, effects };
    },
  );
  return effects;
}
