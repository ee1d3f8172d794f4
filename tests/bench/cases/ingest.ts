import { ContextKeeper } from '@/lib/features/detector/internal/context';
import { pool } from '@/lib/platform/db/client';
import { copyRows, type CopyValue } from '@/lib/live/telemetry/copy-rows';
import { Ingest, type Delivery, type IngestOptions, type IngestResult } from '@/lib/live/telemetry/ingest';
import { alternate, report, run, sized } from '../support/measure';
import { boxNo, closeWorld, createUnits, unitNo, withClient } from '../support/world';

/**
 * Durable ingest: parsed, checked, limited, ruled on, committed and acknowledged, against COPY of as many rows of the same
 * content, 1,000 a commit. Both are fed from memory, so neither pays for MQTT.
 */

const UNITS = sized(4000, 200);
const BATCH = 1000;
const LOGS_A_MESSAGE = 50;
let round = 0;

/** Offers all messages with the manners of the broker: nothing while there is no room. @returns rows a second */
async function offerAll(
  deliveries: readonly Delivery[],
  rows: number,
  detector?: IngestOptions['detector'],
): Promise<number> {
  let acked = 0;
  const downlink = {
    publish(_cubeNo: string, leaf: string, payload: string) {
      if (leaf !== 'ack') return;
      for (const { logIds } of (JSON.parse(payload) as { items: { logIds?: string[] }[] }).items)
        acked += logIds?.length ?? 1;
    },
  };
  const ingest = new Ingest({ pool, downlink, ...(detector ? { detector } : {}) });
  const wantsAck = deliveries[0]?.leaf !== 'status';
  const started = performance.now();
  let applied = 0;
  let settled = 0;
  let refused: IngestResult | undefined;
  let finish = () => undefined as void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // One for all: a promise a message would be garbage of the bench's own.
  const settle = (result: IngestResult) => {
    applied += result.applied;
    settled += 1;
    if (result.isRefused) refused = result;
    if (settled === deliveries.length) finish();
  };
  for (const delivery of deliveries) {
    if (!ingest.hasRoom()) await new Promise<void>((resolve) => ingest.whenRoom(resolve));
    delivery.settle = settle;
    ingest.offer(delivery);
  }
  await finished;
  const perSec = (rows * 1000) / (performance.now() - started);
  await ingest.stop();
  if (applied < rows || refused)
    throw new Error(`${applied} of ${rows} were applied: ${JSON.stringify(refused?.refusals)}`);
  if (wantsAck && acked < rows) throw new Error(`only ${acked} of ${rows} were acknowledged`);
  return perSec;
}

async function copyAll(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<number> {
  return withClient(async (client) => {
    const started = performance.now();
    for (let start = 0; start < rows.length; start += BATCH)
      await copyRows(client, table, columns, rows.slice(start, start + BATCH));
    return (rows.length * 1000) / (performance.now() - started);
  });
}

const message = (unit: number, leaf: Delivery['leaf'], body: object): Delivery => ({
  cubeNo: boxNo(unit),
  leaf,
  source: 'mqtt',
  payload: Buffer.from(JSON.stringify({ v: 1, equipmentNo: unitNo(unit), ...body })),
});

async function measureLogs(): Promise<void> {
  const count = sized(40_000, 2000);
  const entryOf = (index: number, at: number) => ({
    logId: `r${round}-${index}`,
    topic: 1 + (index % 4),
    cnType: '门机',
    desc: `door cycle ${index}`,
    status: 'ok',
    at,
    payload: { n: index },
  });
  const make = () => {
    round += 1;
    const at = Date.now() - 60_000;
    return Array.from({ length: count / LOGS_A_MESSAGE }, (_, part) =>
      message(part % UNITS, 'log', {
        entries: Array.from({ length: LOGS_A_MESSAGE }, (_entry, index) => entryOf(part * LOGS_A_MESSAGE + index, at)),
      }),
    );
  };
  const columns = [
    'cube_date',
    'equipment_no',
    'log_id',
    'topic',
    'cn_type',
    'log_desc',
    'status',
    'payload',
    'received_at',
  ];
  const rows = () => {
    round += 1;
    return Array.from({ length: count }, (_, index) => {
      const { logId, topic, cnType, desc, status, payload } = entryOf(index, 0);
      return [
        new Date(),
        unitNo(index % UNITS),
        logId,
        topic,
        cnType,
        desc,
        status,
        JSON.stringify(payload),
        new Date(),
      ];
    });
  };
  const pair = await alternate(
    () => offerAll(make(), count),
    () => copyAll('bare_log', columns, rows()),
  );
  report('Durable ingest, log entries', pair, 'rows/s', { atLeast: 0.5 });
}

async function measureStatus(): Promise<void> {
  const count = sized(40_000, 2000);
  // Every message is a later measurement of its unit than all before it, else the rounds after the first would change nothing.
  let at = Date.now() - 60_000;
  const make = () => {
    round += 1;
    return Array.from({ length: count }, (_, index) =>
      message(index % UNITS, 'status', {
        at: index % UNITS === 0 ? (at += 1) : at,
        status: {
          position: { value: '3', physicalvalue: 3 },
          speed: { value: (index % 35) * 100 },
          direction: { value: index % 2 ? 'Up' : 'Down' },
          door: { value: 'Closed' },
        },
      }),
    );
  };
  const rows = Array.from({ length: count }, (_, index) => [
    unitNo(index % UNITS),
    new Date(),
    '3',
    (index % 35) * 100,
    index % 2 ? 'Up' : 'Down',
    'Closed',
  ]);
  const pair = await alternate(
    () => offerAll(make(), count),
    () => copyAll('bare_status', ['equipment_no', 'at', 'position', 'speed', 'direction', 'door'], rows),
  );
  report('Durable ingest, status messages', pair, 'msg/s', { atLeast: 0.5 });
}

const LOADS = ['Empty', 'Loaded', 'Full Load'];

/** A trip as a lift makes it, a message a step: doors, load, the way, the landing. */
function tripStep(unit: number, turn: number) {
  const step = (turn + unit) % 8;
  const trip = Math.floor((turn + unit) / 8);
  const [from, to] = [1 + ((trip * 7 + unit) % 9), 1 + (((trip + 1) * 7 + unit) % 9)];
  const floor = step < 4 ? from : step === 4 ? Math.round((from + to) / 2) : to;
  return {
    position: { value: String(floor), physicalvalue: floor },
    speed: { value: step === 3 || step === 4 ? 1000 + 10 * step : 0 },
    door: { value: ['Opened', 'Closing', 'Closed', 'Closed', 'Closed', 'Closed', 'Opening', 'Opened'][step] },
    drive: { value: step === 3 || step === 4 ? 'Moving' : 'Standing' },
    load: { value: LOADS[(step === 7 ? trip + 1 : trip) % 3] },
    indoorzone: { value: step === 3 || step === 4 ? 'Between Floors' : 'On Floor' },
  };
}

/** Trips with doors and loads, as the symptom rules look at them, with and without the rules. */
async function measureDetector(): Promise<void> {
  const count = sized(40_000, 2000);
  const stepMs = 400;
  let turn = Math.floor((Date.now() - 4 * 60_000) / stepMs);
  const make = () =>
    Array.from({ length: count }, (_, index) => {
      if (index % UNITS === 0) turn += 1;
      return message(index % UNITS, 'status', {
        at: turn * stepMs + (index % UNITS === 0 ? 1 : 0),
        status: tripStep(index % UNITS, turn),
      });
    });
  const keeper = new ContextKeeper();
  const pair = await alternate(
    () => offerAll(make(), count, { context: () => keeper.context(), onFound: () => undefined }),
    () => offerAll(make(), count),
  );
  report('Ingest with the detector on, against without', pair, 'msg/s', { atLeast: 0.85 });
}

async function measureEvents(): Promise<void> {
  const count = sized(8000, 400);
  const make = () => {
    round += 1;
    const at = Date.now() - 1000;
    return Array.from({ length: count }, (_, index) =>
      message(index % UNITS, 'event', {
        eventId: `r${round}-${index}`,
        subType: 'event',
        code: '52',
        objectStatus: 'false',
        at,
        title: 'bench',
      }),
    );
  };
  const columns = ['equipment_no', 'event_id', 'sub_type', 'code', 'object_status', 'start_at', 'title', 'branch_code'];
  const rows = () =>
    Array.from(
      { length: count },
      (_, index) =>
        [unitNo(index % UNITS), `b${round}-${index}`, 'event', '52', false, new Date(), 'bench', 'B01'] as const,
    );
  const pair = await alternate(
    () => offerAll(make(), count),
    () => {
      round += 1;
      return copyAll('bare_event', columns, rows());
    },
  );
  report('Durable ingest, events', pair, 'msg/s', { atLeast: 0.5 });
}

run(async () => {
  await createUnits(UNITS, { areElevators: true });
  await pool().query('CREATE TABLE bare_log (LIKE equipment_log INCLUDING ALL)');
  await pool().query(
    'CREATE TABLE bare_status (equipment_no varchar(40) NOT NULL, at timestamptz(3) NOT NULL, position text, speed real, direction text, door text)',
  );
  await pool().query('CREATE TABLE bare_event (LIKE equipment_event INCLUDING ALL)');
  // The first batches of a process are slower: plans, compiled code, a cold pool.
  await offerAll(
    Array.from({ length: 400 }, (_, index) =>
      message(index % UNITS, 'status', { at: Date.now() - 30_000, status: { speed: { value: 1 } } }),
    ),
    400,
  );
  const part = process.env.BENCH_PART; // logs, status, events or detector alone
  if (!part || part === 'logs') await measureLogs();
  if (!part || part === 'status') await measureStatus();
  if (!part || part === 'events') await measureEvents();
  if (!part || part === 'detector') await measureDetector();
  await closeWorld();
});
