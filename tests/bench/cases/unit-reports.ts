import { BIWEEKLY_DAYS, biweeklyDayFrom } from '@/lib/features/unit-reports/shared/report-days';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { MAX_MERGED } from '@/lib/features/unit-reports/value-sets';
import { pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { connectBoxes } from '../support/boxes';
import { startServer } from '../support/child';
import { fillCallOuts, fillDays } from '../support/fill-figures';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { alternate, report, run, sized, sleep } from '../support/measure';
import { wayOf } from '../support/way';
import { closeWorld, createPerson, createUnits, unitNo, withClient } from '../support/world';

/** What 200 reports on units that are read, worded and drawn cost the way from 40 boxes to a wall. */

const BOXES = 40;
const REPORTS = sized(200, 20);
const SECONDS = sized(30, 2);
const NUMBERS = Array.from({ length: BOXES }, (_, index) => unitNo(index));
const AUTHORITIES = ['CBM_MODEL_A_VIEW_READ', 'EQUIPMENT_READ'];

run(async () => {
  const { secret } = await createUnits(REPORTS, { areElevators: true });
  await withClient(async (client) => {
    await fillDays(client, BIWEEKLY_DAYS + 2, () => undefined);
    await fillCallOuts(client, REPORTS * 10);
  });
  const reportTime = biweeklyDayFrom(formatDate(Date.now()));
  await writeBiweeklyRows(Date.parse(`${reportTime}T05:40:00+08:00`));
  const viewer = await createPerson('viewer');
  const reader = await createPerson('reader', 'everything', AUTHORITIES);
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime,jobs' });
  const door = await startServer('door', { GATEWAY_URL: `http://127.0.0.1:${gateway.port}`, RATE_LIMIT_SCALE: '1000' });
  const boxes = await connectBoxes(BOXES, secret);
  const listener = await Listener.open(gateway.port, { token: await viewer.token(), numbers: NUMBERS });

  /** All reports, none of which anybody has read, ten an archive. @returns how long they took, s */
  async function take(): Promise<number> {
    await pool().query('UPDATE biweekly_report SET payload = NULL');
    const startedAt = performance.now();
    for (let from = 0; from < REPORTS; from += MAX_MERGED) {
      const list = Array.from({ length: MAX_MERGED }, (_, index) => ({
        equipmentNo: unitNo(from + index),
        reportTime,
      }));
      const response = await fetch(`http://127.0.0.1:${door.port}/sms/cbmHealth/pdf/downloadZip`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${reader.accessToken}` },
        body: JSON.stringify({ list }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status !== 200 || bytes[0] !== 0x50)
        throw new Error(`no archive: ${response.status} ${Buffer.from(bytes.subarray(0, 300)).toString()}`);
    }
    return (performance.now() - startedAt) / 1000;
  }
  const took: number[] = [];
  await wayOf(boxes, listener, 2);
  const pair = await alternate(
    async () => {
      const taking = take();
      const way = await wayOf(boxes, listener, SECONDS);
      took.push(await taking);
      return way;
    },
    () => wayOf(boxes, listener, SECONDS),
  );
  const { rows } = await pool().query<{ kept: number }>('SELECT count(payload)::int AS kept FROM biweekly_report');
  if (rows[0]?.kept !== REPORTS) throw new Error(`${rows[0]?.kept} of ${REPORTS} reports were made`);
  report(`Publish to browser p95, ${REPORTS} biweekly reports being made beside it`, pair, 'ms', { atMost: 1.2 });
  const seconds = Math.max(...took);
  report(
    `${REPORTS} biweekly reports as PDF, the slowest round (beside: the measured time)`,
    {
      ours: seconds,
      bare: SECONDS,
      ratio: seconds / SECONDS,
    },
    's',
  );
  for (const box of boxes) box.end(true);
  await door.stop();
  await gateway.kill();
  await sleep(100);
  await closeWorld();
});
