import type pg from 'pg';
import { copyRows, type CopyValue } from '@/lib/telemetry/copy-rows';

/**
 * Gathers rows of many tables and sends them by COPY while the next ones are being made. Memory stays at two rounds of
 * rows, however many there are in all.
 */
export class Writer {
  private buffers = new Map<string, { columns: readonly string[]; rows: (readonly CopyValue[])[] }>();
  private waiting = 0;
  private sending: Promise<void> = Promise.resolve();
  readonly counts: Record<string, number> = {};

  constructor(private readonly client: pg.ClientBase, private readonly roundRows = 20_000) {}

  add(table: string, columns: readonly string[], rows: readonly (readonly CopyValue[])[]): void {
    let buffer = this.buffers.get(table);
    if (!buffer) this.buffers.set(table, (buffer = { columns, rows: [] }));
    for (const row of rows) buffer.rows.push(row);
    this.waiting += rows.length;
    this.counts[table] = (this.counts[table] ?? 0) + rows.length;
  }

  /** Starts sending when a round is full; waits for the round before. */
  async breathe(): Promise<void> {
    if (this.waiting >= this.roundRows) await this.send();
    // Lets the round under way move on between two units.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sends what is left and waits for all of it. */
  async finish(): Promise<void> {
    await this.send();
    await this.sending;
  }

  private async send(): Promise<void> {
    await this.sending;
    const round = [...this.buffers].filter(([, { rows }]) => rows.length > 0);
    this.buffers = new Map();
    this.waiting = 0;
    this.sending = (async () => {
      for (const [table, { columns, rows }] of round) {
        for (let at = 0; at < rows.length; at += 4000) await copyRows(this.client, table, columns, rows.slice(at, at + 4000));
      }
    })();
    // Told by the next await; until then it must not count as unhandled.
    this.sending.catch(() => undefined);
  }
}
