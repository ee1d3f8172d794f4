import type pg from 'pg';
import { z } from 'zod';
import { listen } from '@/lib/platform/db/listen';
import { runSql } from '@/lib/platform/db/run-sql';
import type { SqlRunner } from '@/lib/platform/db/run-sql';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import type { LiveChange } from '@/lib/live/units/live-message';

/**
 * Announces changes that the clock or a person made to every gateway with sockets, this process among them: a web
 * process and a process with the role `jobs` have no sockets and no listeners on their live bus. It uses PostgreSQL's
 * LISTEN/NOTIFY, which every installation has. Each process passes the changes to its own sockets only, so a browser
 * gets them once, with Redis or without.
 */

const CHANNEL = 'live';
/** The limit of PostgreSQL is 8,000 bytes per notification. */
const MAX_BYTES = 7500;

const Change = z.object({
  equipmentNo: z.string(),
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  committedAt: z.number(),
  changes: z.record(z.string(), z.object({ value: z.unknown(), at: z.number() })),
  isEdited: z.boolean().optional(),
  isCounted: z.boolean().optional(),
  isUrgent: z.boolean().optional(),
});
const Hint = z.array(Change);

/** Announces changes to the gateways, in as many notifications as needed; in a transaction with its commit. */
export async function announceChanges(sql: SqlRunner, changes: readonly LiveChange[]): Promise<void> {
  let part: LiveChange[] = [];
  let size = 0;
  const send = async () => {
    if (part.length > 0) await runSql(sql, 'SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(part)]);
    part = [];
    size = 100;
  };
  await send();
  for (const change of changes) {
    const bytes = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (size + bytes > MAX_BYTES) await send();
    part.push(change);
    size += bytes;
  }
  await send();
}

/** The changes of a notification; undefined for any other text. */
function parseHint(payload: string | undefined): LiveChange[] | undefined {
  try {
    return Hint.parse(JSON.parse(payload ?? ''));
  } catch {
    return undefined;
  }
}

/** Online states written, and entrapments told, since a moment, to catch up after a gap in listening. */
async function missedSince(client: pg.Client, since: Date): Promise<LiveChange[]> {
  const { rows } = await client.query<{
    equipmentNo: string;
    equipmentType: string;
    displayType: LiveChange['displayType'];
    online: number;
    at: Date;
  }>(
    `SELECT e.equipment_no AS "equipmentNo", e.equipment_type AS "equipmentType", e.display_type AS "displayType", s.online_status AS online, s.updated_at AS at
       FROM equipment_status s JOIN equipment e USING (equipment_no) WHERE s.updated_at >= $1`,
    [since],
  );
  const { rows: trapped } = await client.query<Pick<LiveChange, 'equipmentNo' | 'equipmentType' | 'displayType'>>(
    `SELECT DISTINCT e.equipment_no AS "equipmentNo", e.equipment_type AS "equipmentType", e.display_type AS "displayType"
       FROM entrapment x JOIN equipment e USING (equipment_no)
      WHERE x.create_date >= $1 OR x.release_told_date >= $1 OR (x.released_at IS NOT NULL AND x.release_told_date IS NULL)`,
    [since],
  );
  return [
    ...rows.map(({ online, at, ...head }) => ({
      ...head,
      changes: { onlinestatus: { value: online, at: at.getTime() } },
      isCounted: true,
      committedAt: at.getTime(),
    })),
    ...trapped.map((head) => ({
      ...head,
      changes: {},
      ...{ isEdited: true, isCounted: true, isUrgent: true },
      committedAt: Date.now(),
    })),
  ];
}

/**
 * Receives changes of the jobs and of the portal from any process.
 * @returns a function that ends it
 */
export function listenForChanges(hear: (changes: readonly LiveChange[]) => void): () => Promise<void> {
  return listen({
    channel: CHANNEL,
    onNotice(payload) {
      const changes = parseHint(payload);
      if (changes) hear(changes);
    },
    async onListening(deafSince, client) {
      if (deafSince) hear(await missedSince(client, deafSince));
    },
  });
}
