import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'mqtt';
import { Listener } from '../../bench/support/listener';

/** What people, boxes and open pages notice: each kind of work is done again and again, and its successes are noted. */

export interface Work {
  readonly name: string;
  /** Moments of success, epoch ms. */
  readonly doneAt: number[];
  readonly failures: Map<string, number>;
  longestMs: number;
  stop(): Promise<void> | void;
}

const newWork = (name: string) => ({ name, doneAt: [] as number[], failures: new Map<string, number>(), longestMs: 0 });

export interface Caller {
  readonly port: number;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const agent = new http.Agent({ keepAlive: true });
/** An ingress gives up by then. */
const GIVE_UP_MS = 60_000;

interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly by?: http.Agent;
}

/** How often a call was sent again, because its connection had just been closed. */
export const again = { count: 0 };

const wasClosed = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE';

/** As browsers and ingresses do: a connection that was kept and is closed before a word of an answer is no failure. */
export async function call(caller: Caller, { path, body, by = agent }: Call): Promise<Answer> {
  const text = JSON.stringify(body);
  const first = send(caller, path, text, by);
  try {
    return await first.answer;
  } catch (error) {
    if (!first.request.reusedSocket || !wasClosed(error as NodeJS.ErrnoException)) throw error;
    again.count += 1;
    return send(caller, path, text, new http.Agent()).answer;
  }
}

function send({ port, token }: Caller, path: string, text: string, by: http.Agent) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  const request = http.request({
    agent: by,
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers,
    timeout: GIVE_UP_MS,
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on('response', (response) => {
      let said = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (said += part))
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: said }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject).end(text);
  });
  return { request, answer };
}

export const read = (caller: Caller, by?: http.Agent): Promise<Answer> =>
  call(caller, { path: '/sms/project/query', body: { pageIndex: 1, pageSize: 20 }, by });

const CONTENT = { filters: {}, sort: null, columns: { order: [], hidden: [], widths: {} } };
/** So many that writers do not wait for each other's row. */
const VIEWS = 15;

/** Makes views of a list, and changes one of them at each call. */
export async function writerOf(caller: Caller, by?: http.Agent): Promise<() => Promise<Answer>> {
  const save = (name: string, viewId?: string) =>
    call(caller, {
      path: '/sms/listView/save',
      body: { list: 'equipment', name, content: CONTENT, ...(viewId === undefined ? {} : { viewId }) },
      by,
    });
  const views: { name: string; viewId: string }[] = [];
  for (let index = 0; index < VIEWS; index += 1) {
    const name = `Chaos ${index}`;
    const { status, text } = await save(name);
    if (status !== 200) throw new Error(`the view was not kept: ${status} ${text}`);
    views.push({ name, viewId: (JSON.parse(text) as { data: { viewId: string } }).data.viewId });
  }
  let turn = 0;
  return () => {
    turn += 1;
    const view = views[turn % VIEWS];
    return save(view?.name ?? '', view?.viewId);
  };
}

/** Calls at this rate, whether or not earlier ones were answered. */
export function keepCalling(name: string, perSecond: number, one: () => Promise<Answer>): Work {
  const work = newWork(name);
  let open = 0;
  const fail = (reason: string) => work.failures.set(reason, (work.failures.get(reason) ?? 0) + 1);
  const timer = setInterval(() => {
    const from = Date.now();
    open += 1;
    one()
      .then(
        ({ status }) => (status === 200 ? work.doneAt.push(Date.now()) : fail(String(status))),
        (error: Error) => fail(error.message),
      )
      .finally(() => {
        open -= 1;
        work.longestMs = Math.max(work.longestMs, Date.now() - from);
      })
      .catch(() => undefined);
  }, 1000 / perSecond);
  return Object.assign(work, {
    async stop() {
      clearInterval(timer);
      while (open > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  });
}

interface Live {
  readonly brokerUrl: string;
  readonly cubeNo: string;
  readonly secret: string;
  readonly equipmentNo: string;
  readonly gatewayPort: number;
  readonly token: () => Promise<string>;
}

/** A box whose car moves all the time, and a page that shows it, at a gateway that does not take the box's messages itself. */
export async function watchLive({ brokerUrl, cubeNo, secret, equipmentNo, gatewayPort, token }: Live): Promise<Work> {
  const work = newWork('live picture');
  const box = connect(brokerUrl, { protocolVersion: 4, clientId: cubeNo, username: cubeNo, password: secret });
  box.on('error', () => undefined);
  let floor = 1;
  const timer = setInterval(() => {
    floor = (floor % 9) + 1;
    const message = { v: 1, equipmentNo, at: Date.now(), status: { position: { physicalvalue: floor } } };
    if (box.connected) box.publish(`lift/v1/${cubeNo}/status`, JSON.stringify(message), { qos: 0 });
  }, 300);
  let hasEnded = false;
  let page: Listener | undefined;
  const look = (async () => {
    while (!hasEnded) {
      try {
        page = await Listener.open(gatewayPort, { token: await token(), clientId: 'chaos', numbers: [equipmentNo] });
        page.onMessage = (message) => {
          if ((message as { responseType?: string }).responseType === 'change') work.doneAt.push(Date.now());
        };
        await page.closed;
      } catch {
        // It comes again, as a browser does.
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  return Object.assign(work, {
    async stop() {
      hasEnded = true;
      clearInterval(timer);
      page?.close();
      await Promise.all([look, box.endAsync(true)]);
    },
  });
}

/** Works that never come back are given up. */
const NEVER_MS = 330_000;

type Done = Pick<Work, 'name' | 'doneAt'>;

const successAfter = (works: readonly Done[], moment: number) =>
  works.map(({ doneAt }) => doneAt.find((at) => at >= moment));

/** Waits until each has succeeded again. @returns after how long each did, ms */
export async function returnsAfter(works: readonly Done[], moment: number): Promise<number[]> {
  for (;;) {
    const found = successAfter(works, moment);
    if (found.every((at) => at !== undefined)) return found.map((at) => at - moment);
    if (Date.now() - moment > NEVER_MS) {
      const dead = works.filter((_, index) => found[index] === undefined).map(({ name }) => name);
      process.stdout.write(`    ${dead.join(', ')}: not back after ${NEVER_MS / 1000} s\n`);
      return found.map((at) => (at === undefined ? NEVER_MS : at - moment));
    }
    await sleep(50);
  }
}
