import { readdirSync, readFileSync } from 'node:fs';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Person } from '../../api/live/realtime/support/rtc';
import { connectBoxes } from '../support/boxes';
import { startServer } from '../support/child';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { alternate, report, run, sized, sleep } from '../support/measure';
import { wayOf } from '../support/way';
import { closeWorld, createPerson, createUnits, unitNo, withClient } from '../support/world';

/**
 * Archives of maintenance records that nobody has asked for before: what drawing them costs the gateway in memory, and what three
 * at once cost the way from 40 boxes to a wall.
 */

const UNITS = 40;
const DOCUMENTS = sized(200, 3);
const ARCHIVES = 3;
const SECONDS = sized(6, 2);
const MOST_MB = 150;
const NUMBERS = Array.from({ length: UNITS }, (_, index) => unitNo(index));
const AUTHORITIES = ['MONITOR_READ', 'EQUIPMENT_READ', 'MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'E_SIGN_READ'];
const today = formatDate(Date.now());

/** So many finished jobs with twenty items each, whose documents are not made. @returns their numbers */
async function createJobs(prefix: string): Promise<string[]> {
  await withClient(async (client) => {
    await client.query(
      `INSERT INTO maintenance_job (job_no, equipment_no, branch_code, job_status, maintenance_type, plan_date, departure_date, done_date, sign_date, plan_technician1_name, actual_technician1_name)
       SELECT $1 || i, e.equipment_no, e.branch_code, 'CONFIRM', 'YAE_ELE_BI', $3::date, now(), now(), now(), '张计划', '王实际'
         FROM generate_series(1, $2::int) i JOIN equipment e ON e.equipment_no = 'U' || lpad((i % 40)::text, 7, '0')`,
      [prefix, DOCUMENTS, today],
    );
    await client.query(
      `INSERT INTO maintenance_item (job_no, no, item, requirement, result)
       SELECT $1 || i, no, '检查项目' || no, '符合要求', '正常' FROM generate_series(1, $2::int) i, generate_series(1, 20) no`,
      [prefix, DOCUMENTS],
    );
    await client.query(
      `INSERT INTO maintenance_report (job_no, equipment_no, branch_code, equipment_desc, mnt_date, mnt_type, status)
       SELECT j.job_no, j.equipment_no, j.branch_code, e.equipment_name, j.plan_date, j.maintenance_type, '1'
         FROM maintenance_job j JOIN equipment e USING (equipment_no) WHERE j.job_no LIKE $1 || '%'`,
      [prefix],
    );
  });
  return Array.from({ length: DOCUMENTS }, (_, index) => `${prefix}${index + 1}`);
}

/** Resident memory of a process and of those it has started, MB. */
function residentMb(pid: number): { own: number; all: number } {
  const statusOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8');
    } catch {
      return '';
    }
  };
  const mb = (status: string) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const own = mb(statusOf(String(pid)));
  const children = readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .map(statusOf)
    .filter((status) => Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === pid);
  return { own, all: own + children.reduce((sum, status) => sum + mb(status), 0) };
}

run(async () => {
  const { secret } = await createUnits(UNITS, { areElevators: true });
  const viewer = await createPerson('viewer');
  const readers: Person[] = [];
  for (let index = 0; index < ARCHIVES; index += 1)
    readers.push(await createPerson(`reader${index}`, 'everything', AUTHORITIES));
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime,jobs' });
  const door = await startServer('door', { GATEWAY_URL: `http://127.0.0.1:${gateway.port}`, RATE_LIMIT_SCALE: '100' });
  const boxes = await connectBoxes(UNITS, secret);
  const listener = await Listener.open(gateway.port, { token: await viewer.token(), numbers: NUMBERS });
  let turn = 0;
  /** One reader takes an archive of documents that are drawn for it. @returns its bytes */
  async function take(reader: Person, jobNos: readonly string[]): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${door.port}/sms/paperless/maintenance/downloadPdfAsZip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${reader.accessToken}` },
      body: JSON.stringify({ jobNos, startDate: today, endDate: today }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200 || bytes[0] !== 0x50)
      throw new Error(`no archive: ${response.status} ${Buffer.from(bytes.subarray(0, 300)).toString()}`);
    return bytes.byteLength;
  }
  const newJobs = () => createJobs(`Z${(turn += 1)}-`);
  const [first] = readers;
  const pid = gateway.child.pid ?? 0;
  if (!first) throw new Error('nobody reads');

  await wayOf(boxes, listener, SECONDS);
  const before = residentMb(pid);
  let most = before;
  const watching = setInterval(() => {
    const now = residentMb(pid);
    most = { own: Math.max(most.own, now.own), all: Math.max(most.all, now.all) };
  }, 50);
  await take(first, await newJobs());
  clearInterval(watching);
  for (const [of, grown] of [
    ['the gateway', most.own - before.own],
    ['the gateway and the processes that draw', most.all - before.all],
  ] as const)
    report(
      `Archive of ${DOCUMENTS} documents, what ${of} grew by`,
      { ours: grown, bare: MOST_MB, ratio: grown / MOST_MB },
      'MB',
      { atMost: 1 },
    );

  report(
    `Publish to browser p95, ${ARCHIVES} archives of ${DOCUMENTS} documents being drawn beside it`,
    await alternate(
      async () => {
        const jobs: string[][] = [];
        for (let index = 0; index < readers.length; index += 1) jobs.push(await newJobs());
        const taking = Promise.all(readers.map((reader, index) => take(reader, jobs[index] ?? [])));
        const way = await wayOf(boxes, listener, SECONDS);
        await taking;
        return way;
      },
      () => wayOf(boxes, listener, SECONDS),
    ),
    'ms',
    { atMost: 1.2 },
  );
  for (const box of boxes) box.end(true);
  await door.stop();
  await gateway.kill();
  await sleep(100);
  await closeWorld();
});
