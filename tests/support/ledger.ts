import { connect, type MqttClient } from 'mqtt';
import type pg from 'pg';

/**
 * A fleet that behaves as boxes do: publishes unique events and sends each again until it is named in an `ack` (readings 56).
 * What it noted as acknowledged can then be compared with the database, whatever was killed in between.
 */

export interface LedgerBox {
  cubeNo: string;
  secret: string;
  equipmentNo: string;
}

export interface LedgerOptions {
  host?: string;
  port: number;
  boxes: readonly LedgerBox[];
  /** How many, or for how long: new events are published until it says true, then what is open is waited for. */
  eventsPerBox: number | (() => boolean);
  /** Events a second and box; the ingest allows 5. */
  ratePerSec?: number;
  /** Sent again when it is not acknowledged after so long. */
  resendMs?: number;
  deadlineMs: number;
  /** Marks this run's event ids. */
  prefix?: string;
  onProgress?: (acked: number, published: number) => void;
}

export interface Ledger {
  /** `{equipmentNo} {eventId}` of everything published. */
  published: Set<string>;
  acked: Set<string>;
  /** Publishes including repeats. */
  sends: number;
}

interface Pending {
  eventId: string;
  at: number;
  sentAt: number;
}

/** Runs until every event is published and acknowledged. Rejects after the deadline with what is missing. */
export async function runLedger(options: LedgerOptions): Promise<Ledger> {
  const { boxes, eventsPerBox, deadlineMs, prefix = `l${Date.now().toString(36)}` } = options;
  const ledger: Ledger = { published: new Set(), acked: new Set(), sends: 0 };
  const isPublished = () =>
    typeof eventsPerBox === 'number' ? ledger.published.size === boxes.length * eventsPerBox : eventsPerBox();
  const stops = await Promise.all(boxes.map((box) => startBox(box, prefix, options, ledger)));
  const end = Date.now() + deadlineMs;
  try {
    while (!isPublished() || ledger.acked.size < ledger.published.size) {
      if (Date.now() > end)
        throw new Error(`only ${ledger.acked.size} of ${ledger.published.size} events were acknowledged in time`);
      options.onProgress?.(ledger.acked.size, ledger.published.size);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
  return ledger;
}

async function startBox(
  box: LedgerBox,
  prefix: string,
  options: LedgerOptions,
  ledger: Ledger,
): Promise<() => Promise<void>> {
  const { host = '127.0.0.1', port, eventsPerBox, ratePerSec = 4.5, resendMs = 4000 } = options;
  const pending = new Map<string, Pending>();
  const hasMore = () => (typeof eventsPerBox === 'number' ? next < eventsPerBox : !eventsPerBox());
  let next = 0;
  const client: MqttClient = connect(`mqtt://${host}:${port}`, {
    protocolVersion: 4,
    clientId: box.cubeNo,
    username: box.cubeNo,
    password: box.secret,
    reconnectPeriod: 300,
    reconnectOnConnackError: true,
    resubscribe: false,
  });
  client.on('error', () => undefined);
  client.on('message', (_topic, payload) => {
    const { items } = JSON.parse(payload.toString('utf8')) as { items: { equipmentNo: string; eventId?: string }[] };
    for (const { equipmentNo, eventId } of items) {
      if (eventId === undefined) continue;
      pending.delete(eventId);
      ledger.acked.add(`${equipmentNo} ${eventId}`);
    }
  });
  // At every connect, however many are cut off before they can subscribe: whatever may be killed by then.
  await new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribe(`lift/v1/${box.cubeNo}/ack`, { qos: 1 }, (error) => {
        if (!error) resolve();
      });
    });
  });

  const send = (event: Pending) => {
    event.sentAt = Date.now();
    ledger.sends += 1;
    const body = {
      v: 1,
      equipmentNo: box.equipmentNo,
      eventId: event.eventId,
      subType: 'error',
      code: '52',
      objectStatus: 'true',
      at: event.at,
      title: 'ledger',
    };
    client.publish(`lift/v1/${box.cubeNo}/event`, JSON.stringify(body), { qos: 1 }, () => undefined);
  };
  const timer = setInterval(() => {
    if (!client.connected) return;
    const now = Date.now();
    const overdue = [...pending.values()].find((event) => now - event.sentAt >= resendMs);
    if (overdue) send(overdue);
    else if (hasMore()) {
      const event: Pending = { eventId: `${prefix}-${next}`, at: now, sentAt: now };
      next += 1;
      pending.set(event.eventId, event);
      ledger.published.add(`${box.equipmentNo} ${event.eventId}`);
      send(event);
    }
  }, 1000 / ratePerSec);
  return async () => {
    clearInterval(timer);
    await client.endAsync(true);
  };
}

export interface LedgerComparison {
  /** Acknowledged events that the database lacks. */
  lost: string[];
  /** Events stored, notified or opened as a fault more than once. */
  duplicated: string[];
  stored: number;
}

/** Compares the acknowledged events with the database. */
export async function compareLedger(ledger: Ledger, database: Pick<pg.Pool, 'query'>): Promise<LedgerComparison> {
  const { rows } = await database.query<{ key: string; events: number; notices: number; faults: number }>(
    `SELECT e.equipment_no || ' ' || e.event_id AS key, count(DISTINCT e.id)::int AS events, count(DISTINCT n.notification_id)::int AS notices,
            count(DISTINCT i.error_id)::int AS faults
       FROM equipment_event e
       LEFT JOIN notification n ON n.guid = 'event-' || e.id
       LEFT JOIN error_inspection i ON i.event_ref = e.id
      WHERE e.equipment_no = ANY($1) GROUP BY 1`,
    [[...new Set([...ledger.published].map((key) => key.split(' ')[0]))]],
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  return {
    lost: [...ledger.acked].filter((key) => !stored.has(key)),
    duplicated: rows
      .filter((row) => ledger.published.has(row.key) && (row.events !== 1 || row.notices !== 1 || row.faults !== 1))
      .map((row) => row.key),
    stored: [...stored.keys()].filter((key) => ledger.published.has(key)).length,
  };
}
