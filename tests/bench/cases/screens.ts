import http from 'node:http';
import { once } from 'node:events';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { hashOf } from '@/lib/features/screens/screen-key';
import { startServer, type Server } from '../support/child';
import { requestsPerSec, type Call } from '../support/http';
import { alternate, quantile, report, run, sized, sleep } from '../support/measure';
import { BRANCHES, closeWorld, createUnits, unitNo, withClient } from '../support/world';

/** Screens in cars: how many beats the door answers, and how soon a screen of many that wait hears of trapped persons. */

const SCREENS = sized(1000, 50);
const NOTICES = 2;
const KEY = 'k'.repeat(43);
const PATH = '/sms/screen/v1/beat';
const CHANGES = sized(20, 3);
const LIMIT_MS = 2000;
const DAY_MS = 24 * 3_600_000;

const screenNo = (index: number) => `SCR-${String(index).padStart(7, '0')}`;

async function createScreens(): Promise<void> {
  const now = new Date();
  const all = Array.from({ length: SCREENS }, (_, index) => index);
  await withClient(async (client) => {
    await copyRows(
      client,
      'smart_screen',
      ['screen_no', 'equipment_no', 'branch_code', 'place', 'key_hash', 'update_date'],
      all.map((index) => [screenNo(index), unitNo(index), BRANCHES[0] ?? '', 'car', hashOf(KEY), now]),
    );
    await copyRows(
      client,
      'screen_notice',
      [
        ...['notice_id', 'screen_no', 'text', 'start_time', 'end_time', 'priority', 'state'],
        ...['create_by', 'update_date'],
      ],
      all.flatMap((index) =>
        Array.from({ length: NOTICES }, (_, notice) => [
          ...[`${screenNo(index)}-${notice}`, screenNo(index), '明早八点检修', now, new Date(now.getTime() + DAY_MS)],
          ...['normal', 'SHOWN', 'bench', now],
        ]),
      ),
    );
    await client.query('ANALYZE smart_screen, screen_notice');
  });
}

/** What somebody would write by hand for one beat, of any screen. */
const ANY = `(SELECT 'SCR-' || lpad(floor(random() * ${SCREENS})::text, 7, '0'))`;
const BARE = [
  `SELECT s.key_hash, s.volume, s.brightness, s.power_on, s.power_off, u.entrapment_status FROM smart_screen s
     JOIN equipment_status u USING (equipment_no) WHERE s.screen_no = ${ANY}`,
  `UPDATE smart_screen SET last_beat = now() WHERE screen_no = ${ANY}`,
  `SELECT notice_id, text, start_time, end_time, priority FROM screen_notice
    WHERE screen_no = ${ANY} AND state IN ('QUEUED', 'DELIVERED', 'SHOWN') AND end_time > now()`,
].map((text) => [{ text, values: [] }]);

async function measureBeats(ours: Server): Promise<void> {
  const bare = await startServer('door', { BENCH_BARE: '1' });
  await bare.ask({ type: 'statements', waves: BARE });
  let next = 0;
  const callOf = ({ port }: Server): Call => ({
    port,
    path: PATH,
    method: 'POST',
    body: () => {
      next = (next + 1) % SCREENS;
      return JSON.stringify({ screenNo: screenNo(next), key: KEY, showing: `${screenNo(next)}-0` });
    },
  });
  for (const server of [ours, bare]) await requestsPerSec(callOf(server));
  report(
    `Beats of ${SCREENS.toLocaleString('en')} screens, bare http, SQL by hand`,
    await alternate(
      () => requestsPerSec(callOf(ours)),
      () => requestsPerSec(callOf(bare)),
    ),
    'beats/s',
    { atLeast: 0.4 },
  );
  await bare.stop();
}

/** Screens that wait as long as they may, again and again; who hears of trapped persons says so. */
class WaitingScreens {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  readonly #listeners = new Map<number, () => void>();
  #hasEnded = false;

  constructor(private readonly port: number) {}

  start(): void {
    for (let index = 0; index < SCREENS; index += 1) void this.#beat(index).catch(this.#fail);
  }

  /** Resolves when this screen hears that its comfort text is to be shown. */
  comfortOf(index: number): Promise<void> {
    return new Promise((resolve) => this.#listeners.set(index, resolve));
  }

  end(): void {
    this.#hasEnded = true;
    this.#agent.destroy();
  }

  readonly #fail = (error: unknown) => {
    if (!this.#hasEnded) throw error;
  };

  async #beat(index: number): Promise<void> {
    let mark: string | undefined;
    while (!this.#hasEnded) {
      const body = JSON.stringify({ screenNo: screenNo(index), key: KEY, mark, waitSec: 25 });
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
      const request = http.request({
        agent: this.#agent,
        ...{ host: '127.0.0.1', port: this.port, path: PATH, method: 'POST', headers },
      });
      request.end(body);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      let text = '';
      for await (const part of response) text += String(part);
      if (response.statusCode !== 200) throw new Error(`${PATH} answered ${response.statusCode}`);
      const { data } = JSON.parse(text) as { data: { mark: string; comfort: boolean } };
      mark = data.mark;
      if (data.comfort) this.#listeners.get(index)?.();
    }
  }
}

async function measureTrapped(ours: Server): Promise<void> {
  const screens = new WaitingScreens(ours.port);
  screens.start();
  await sleep(sized(5000, 1500));
  const setTrapped = (index: number, value: number) =>
    withClient((client) =>
      client.query('UPDATE equipment_status SET entrapment_status = $2 WHERE equipment_no = $1', [
        unitNo(index),
        value,
      ]),
    );
  const p95 = async () => {
    const times: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      const index = Math.floor(Math.random() * SCREENS);
      const heard = screens.comfortOf(index);
      const started = performance.now();
      await setTrapped(index, 1);
      await heard;
      times.push(performance.now() - started);
      await setTrapped(index, 0);
    }
    return quantile(times, 0.95);
  };
  report(
    `Trapped persons to one of ${SCREENS.toLocaleString('en')} waiting screens p95, limit`,
    await alternate(p95, () => Promise.resolve(LIMIT_MS)),
    'ms',
    { atMost: 1 },
  );
  screens.end();
}

run(async () => {
  await createUnits(SCREENS, { areElevators: true });
  await createScreens();
  const ours = await startServer('door');
  await measureBeats(ours);
  await measureTrapped(ours);
  await ours.stop();
  await closeWorld();
});
