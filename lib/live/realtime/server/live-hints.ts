import pg from 'pg';
import { z } from 'zod';
import { connectionConfig, type Queryable } from '@/lib/platform/db/client';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { logger } from '@/lib/platform/system/log';
import type { LiveChange } from '@/lib/live/units/live-message';

/**
 * What the clock or a person at the portal changed, told to every gateway with sockets, the own process included: a web process
 * and one with the role `jobs` alone have no sockets, and their live bus no listeners. Over PostgreSQL's LISTEN/NOTIFY, which every installation has. Each process
 * hears it itself and hands it to its own sockets only, so that a browser gets it once, with Redis or without.
 */

const CHANNEL = 'live';
/** PostgreSQL takes 8,000 bytes a notification. */
const MAX_BYTES = 7500;
const RECONNECT_MS = [200, 500, 1000, 2000, 4000];

const Change = z.object({
  equipmentNo: z.string(),
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  committedAt: z.number(),
  changes: z.record(z.string(), z.object({ value: z.unknown(), at: z.number() })),
  isEdited: z.boolean().optional(),
  isCounted: z.boolean().optional(),
});
const Hint = z.array(Change);

/** Tells the gateways, in as many notifications as it takes. */
export async function announceChanges(sql: Queryable, changes: readonly LiveChange[]): Promise<void> {
  let part: LiveChange[] = [];
  let size = 0;
  const send = async () => {
    if (part.length > 0) await sql.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(part)]);
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

/** The changes of a notification; undefined for anything that is none. */
function parseHint(payload: string | undefined): LiveChange[] | undefined {
  try {
    return Hint.parse(JSON.parse(payload ?? ''));
  } catch {
    return undefined;
  }
}

/** Online states written since a moment, for the time in which nobody listened. */
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
  return rows.map(({ online, at, ...head }) => ({
    ...head,
    changes: { onlinestatus: { value: online, at: at.getTime() } },
    isCounted: true,
    committedAt: at.getTime(),
  }));
}

/**
 * Hears what the jobs and the portal of any process changed.
 * @returns the function that ends it
 */
export function listenForChanges(hear: (changes: readonly LiveChange[]) => void): () => Promise<void> {
  const log = logger('live-hints');
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;
  /** Since when hints may have been missed; somewhat earlier, because the clocks of database and gateway may differ. */
  let deafSince: Date | undefined;

  const connect = async (): Promise<void> => {
    const made = new pg.Client(connectionConfig());
    client = made;
    const lose = () => {
      if (client !== made || isStopped) return;
      client = undefined;
      deafSince ??= new Date(Date.now() - 5000);
      made.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
      timer.unref();
      failures += 1;
    };
    made.on('error', lose);
    made.on('end', lose);
    made.on('notification', ({ payload }) => {
      const changes = parseHint(payload);
      if (changes) hear(changes);
    });
    try {
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
      if (deafSince) hear(await missedSince(made, deafSince));
      deafSince = undefined;
      failures = 0;
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'cannot listen for online states, trying again');
      lose();
    }
  };
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
