import { actOnFindings } from '@/lib/features/detector/internal/finding-queue';
import { ContextKeeper } from '@/lib/features/detector/internal/context';
import { moveSymptoms, tick } from '@/lib/features/detector/internal/clock';
import { db, pool } from '@/lib/platform/db/client';
import { Ingest, type IngestResult } from '@/lib/live/telemetry/ingest';
import type { UpLeaf } from '@/lib/live/telemetry/topics';

/** A gateway with the detector on, and a clock that the test moves. */
export class Fleet {
  now: number;
  #ingest: Ingest;
  #keeper: ContextKeeper;

  constructor(now = Date.now()) {
    this.now = now;
    this.#keeper = new ContextKeeper(() => this.now);
    this.#ingest = this.#start();
  }

  #start(): Ingest {
    return new Ingest({
      pool,
      now: () => this.now,
      flushMs: 1,
      downlink: { publish: () => undefined },
      detector: { context: () => this.#keeper.context(), onFound: () => undefined },
    });
  }

  /** Another process, that knows what the database knows. */
  async restart(): Promise<void> {
    await this.#ingest.stop();
    this.#keeper = new ContextKeeper(() => this.now);
    this.#ingest = this.#start();
  }

  stop(): Promise<void> {
    return this.#ingest.stop();
  }

  /** Everything that was sent is committed. */
  idle(): Promise<void> {
    return this.#ingest.idle();
  }

  send(cubeNo: string, leaf: UpLeaf, body: Record<string, unknown>): Promise<IngestResult> {
    return new Promise((settle) => {
      this.#ingest.offer({
        cubeNo,
        leaf,
        source: 'mqtt',
        payload: Buffer.from(JSON.stringify({ v: 1, ...body })),
        settle,
      });
    });
  }

  /** Values of now: `{ door: 'Closed' }`, or `[value, more members]`. */
  status(no: string, values: Record<string, unknown>, more: object = {}): Promise<IngestResult> {
    const status = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        Array.isArray(value) ? { value: value[0] as unknown, ...(value[1] as object) } : { value },
      ]),
    );
    return this.send(`C${no}`, 'status', { equipmentNo: `E${no}`, at: this.now, status, ...more });
  }

  /** The clock goes on, looking each second when something is due. */
  async after(sec: number): Promise<void> {
    this.now += sec * 1000;
    await this.look();
  }

  async look(): Promise<void> {
    while (await tick(this.now, await this.#keeper.context()));
  }

  async act(): Promise<void> {
    while (await actOnFindings(new Date(this.now)));
  }

  timers(): Promise<number> {
    return moveSymptoms(new Date(this.now));
  }
}

/** The symptoms of a unit: `A01 OPEN 1`: rule, state, occurrences. */
export async function symptomsOf(equipmentNo: string): Promise<string[]> {
  const rows = await db().symptom.findMany({ where: { equipmentNo }, orderBy: { symptomDefinitionId: 'asc' } });
  return rows.map((row) => `${row.symptomDefinitionId} ${row.symptomState} ${row.occurrences}`);
}

/** The call-outs of a unit: `INIT trapped`. */
export async function callbacksOf(equipmentNo: string): Promise<string[]> {
  const rows = await db().callback.findMany({ where: { equipmentNo }, orderBy: { createDate: 'asc' } });
  return rows.map((row) => `${row.jobStatus}${row.personTrapped ? ' trapped' : ''}`);
}

/** The notices of a unit: `entrapment open`. */
export async function noticesOf(equipmentNo: string): Promise<string[]> {
  const rows = await db().notification.findMany({ where: { equipmentNo }, orderBy: { notificationId: 'asc' } });
  return rows.map((row) => `${row.notificationType}${row.objectStatus === true ? ' open' : ''}`);
}
