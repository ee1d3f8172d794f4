import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CopyValue } from '@/lib/live/telemetry/copy-rows';

interface Table {
  columns: readonly string[];
  /** As COPY takes them. */
  rows: Buffer[];
}

/**
 * Gathers rows of many tables and sends them by COPY while the next ones are being made. Rows become bytes at once: memory stays
 * at two rounds of them however many rows there are in all, and the collector has nothing of theirs to carry about.
 */
export class Writer {
  private buffers = new Map<string, Table>();
  private waiting = 0;
  private sending: Promise<void> = Promise.resolve();
  readonly counts: Record<string, number> = {};

  constructor(
    private readonly client: pg.ClientBase,
    private readonly roundRows = 20_000,
  ) {}

  /** Table and columns come from our code, never from outside. */
  add(table: string, columns: readonly string[], rows: readonly (readonly CopyValue[])[]): void {
    if (rows.length === 0) return;
    let buffer = this.buffers.get(table);
    if (!buffer) this.buffers.set(table, (buffer = { columns, rows: [] }));
    let text = '';
    for (const row of rows) text += line(row);
    buffer.rows.push(Buffer.from(text));
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

  /** Waits for what is under way, whatever comes of it: nothing else may use the connection before. */
  async settle(): Promise<void> {
    await this.sending.catch(() => undefined);
  }

  private async send(): Promise<void> {
    await this.sending;
    const round = this.buffers;
    this.buffers = new Map();
    this.waiting = 0;
    this.sending = this.copy(round);
    // Told by the next await; until then it must not count as unhandled.
    this.sending.catch(() => undefined);
  }

  private async copy(round: ReadonlyMap<string, Table>): Promise<void> {
    for (const [table, { columns, rows }] of round) {
      const stream = this.client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
      const finished = once(stream, 'finish');
      stream.end(Buffer.concat(rows));
      await finished;
    }
  }
}

const SPECIAL = /[\\\n\r\t]/;

function line(row: readonly CopyValue[]): string {
  let text = '';
  for (let index = 0; index < row.length; index += 1) text += (index === 0 ? '' : '\t') + cell(row[index] ?? null);
  return `${text}\n`;
}

function cell(value: CopyValue): string {
  if (typeof value === 'string') return SPECIAL.test(value) ? escape(value) : value;
  if (value === null) return '\\N';
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value.toISOString();
}

const escape = (text: string) =>
  text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
