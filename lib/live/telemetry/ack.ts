import { MAX_BYTES } from './topics';

/** Application acks (api.md §4.2, readings 56): they tell a box what was committed, in messages of at most 16 KiB. */

/** What one commit acknowledges to one box. */
export class AckList {
  readonly #events: { equipmentNo: string; eventId: string }[] = [];
  readonly #logs = new Map<string, string[]>();

  addEvent(equipmentNo: string, eventId: string): void {
    this.#events.push({ equipmentNo, eventId });
  }

  addLogs(equipmentNo: string, logIds: readonly string[]): void {
    const known = this.#logs.get(equipmentNo);
    if (known) known.push(...logIds);
    else this.#logs.set(equipmentNo, [...logIds]);
  }

  get isEmpty(): boolean {
    return this.#events.length === 0 && this.#logs.size === 0;
  }

  /** The ack payloads, in order. */
  payloads(at: number, maxBytes = MAX_BYTES.ack): string[] {
    const head = `{"v":1,"at":${at},"items":[`;
    const room = maxBytes - head.length - 2;
    const payloads: string[] = [];
    let parts: string[] = [];
    let size = 0;
    const flush = () => {
      if (parts.length > 0) payloads.push(`${head}${parts.join(',')}]}`);
      parts = [];
      size = 0;
    };
    const add = (part: string) => {
      const bytes = Buffer.byteLength(part) + 1;
      if (size + bytes > room) flush();
      parts.push(part);
      size += bytes;
    };
    for (const event of this.#events) add(JSON.stringify(event));
    for (const [equipmentNo, logIds] of this.#logs) {
      // 30 ids of 64 characters stay far below the limit, even when every character needs an escape.
      for (let from = 0; from < logIds.length; from += 30)
        add(JSON.stringify({ equipmentNo, logIds: logIds.slice(from, from + 30) }));
    }
    flush();
    return payloads;
  }
}
