import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PendingState } from './pending-reports';

/** What the fleet's boxes remember over a restart, as real ones do in flash: counters and what is not yet acknowledged. */
const Event = z.object({
  kind: z.literal('event'),
  eventId: z.string(),
  subType: z.enum(['entrapment', 'error', 'alarm', 'event', 'controller_power']),
  code: z.string(),
  isActive: z.boolean(),
  at: z.number(),
});
const Log = z.object({
  kind: z.literal('log'),
  logId: z.string(),
  topic: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  code: z.string(),
  status: z.string(),
  at: z.number(),
  payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const BoxMemory = z.object({
  at: z.number(),
  counters: z.record(z.string(), z.number()),
  pending: z
    .object({
      open: z.array(Event),
      events: z.array(z.object({ start: Event.optional(), end: Event.optional() })),
      logs: z.array(Log),
    })
    .optional(),
});
export interface BoxMemory {
  /** epoch ms of the values */
  at: number;
  counters: Record<string, number>;
  pending?: PendingState;
}
const MemoryFile = z.object({ v: z.literal(1), boxes: z.record(z.string(), BoxMemory) });

export class FleetMemory {
  readonly boxes = new Map<string, BoxMemory>();
  private readonly path: string;

  /** Reads `fleet-state.json` of the folder; a missing or damaged file means boxes that remember nothing. */
  constructor(dataDir: string) {
    this.path = join(dataDir, 'fleet-state.json');
    if (!existsSync(this.path)) return;
    try {
      const parsed = MemoryFile.parse(JSON.parse(readFileSync(this.path, 'utf8')));
      for (const [cubeNo, memory] of Object.entries(parsed.boxes)) this.boxes.set(cubeNo, memory);
    } catch {
      this.boxes.clear();
    }
  }

  /** Writes the file whole or not at all. */
  save(): void {
    const draft = `${this.path}.new`;
    writeFileSync(draft, JSON.stringify({ v: 1, boxes: Object.fromEntries(this.boxes) }), { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, this.path);
  }
}
