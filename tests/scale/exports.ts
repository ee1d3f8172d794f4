import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { exportCallbacks } from '@/lib/features/callbacks/contract';
import { exportRows } from '@/lib/features/callbacks/export';
import { validate } from '@/lib/platform/contract/validate';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../support/actors';
import { hasOffice, rowsByOffice } from '../support/office';
import { fillRecords, sizesOf } from '../bench/support/fill-records';
import { openScale, type Scale } from './explain';

/** The export of very many call-outs: in little memory, a file that an office program opens, with exactly the rows that SQL counts. */

const MOST = 300_000;
const MOST_MEMORY = 300 * 2 ** 20;
const MINUTE_MS = 60_000;

let scale: Scale;
let folder = '';
let rows = 0;

before(async () => {
  scale = await openScale();
  const { calls } = sizesOf(Number(process.env.RECORDS_SCALE || process.env.DEMO_SCALE || 35));
  // Of the records only the call-outs are wanted here.
  await fillRecords(scale.client, { users: 0, projects: 0, roles: 0, requests: 0, logs: 0, calls, jobs: 0 }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  rows = Math.min(MOST, calls);
  folder = mkdtempSync(join(tmpdir(), 'scale-export-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scale.close();
});

/** They are a minute apart: the days of so many of them. */
const days = () => ({
  startCreateDate: formatDate(Date.now() - rows * MINUTE_MS),
  endCreateDate: formatDate(Date.now()),
});

void it('call-outs are exported in at most 300 MB of memory', async () => {
  const startedAt = performance.now();
  const { body } = await exportRows(
    { actor: actorOf(0, {}, ['CALLBACK_READ']), language: 'en' },
    validate(exportCallbacks.input, days()),
  );
  const file = join(folder, 'call-outs.xlsx');
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file));
  const peak = process.resourceUsage().maxRSS * 1024;
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${rows} call-outs or more in ${seconds.toFixed(1)} s, ${Math.round(statSync(file).size / 2 ** 20)} MB, at most ${Math.round(peak / 2 ** 20)} MB of memory\n`,
  );
  assert.ok(peak <= MOST_MEMORY, `${Math.round(peak / 2 ** 20)} MB`);
});

void it(
  'LibreOffice opens the file, and its rows by state, type and persons are those that SQL counts',
  {
    skip: !hasOffice && 'soffice is not on the PATH',
  },
  async () => {
    const [[head, ...lines] = []] = rowsByOffice([join(folder, 'call-outs.xlsx')]);
    const columnOf = (name: string) => {
      const at = head?.indexOf(name) ?? -1;
      assert.ok(at >= 0, `no column ${name} in ${head?.join(', ')}`);
      return at;
    };
    const tally = (name: string) => {
      const found: Record<string, number> = {};
      const at = columnOf(name);
      for (const cells of lines) found[cells[at] ?? ''] = (found[cells[at] ?? ''] ?? 0) + 1;
      return Object.values(found).sort((a, b) => a - b);
    };
    const { startCreateDate, endCreateDate } = days();
    const counted = async (by: string) =>
      (
        await scale.client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM callback c JOIN equipment e USING (equipment_no)
          WHERE e.deleted_at IS NULL AND c.create_date >= ($1 || ' 00:00:00+08')::timestamptz
            AND c.create_date < ($2 || ' 00:00:00+08')::timestamptz + interval '1 day' GROUP BY ${by} ORDER BY 1`,
          [startCreateDate, endCreateDate],
        )
      ).rows.map(({ count }) => count);
    assert.ok(lines.length >= rows * 0.99, `${lines.length} lines`);
    assert.equal(new Set(lines.map((cells) => cells[columnOf('Call-out no.')])).size, lines.length);
    assert.deepEqual(tally('Status'), await counted('c.job_status'));
    assert.deepEqual(tally('Source'), await counted('c.callback_type'));
    assert.deepEqual(tally('Unit no.'), await counted('c.equipment_no'));
    assert.deepEqual(tally('Persons'), await counted('c.person_trapped, c.person_injured'));
  },
);
