import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGone } from '../../support/is-gone';
import { freePorts } from '../../support/ports';
import { JPG } from '../../support/sample-files';
import type { PartOptions } from '../main';
import { startGateway, startWeb } from '../support/portal';
import { migrate, startDatabase, type DatabaseServer } from '../support/servers';
import {
  endStage,
  fillPortal,
  keepLedger,
  newFolder,
  say,
  SECRETS,
  tellLedger,
  tellReturns,
  lookIntoDatabase,
} from '../support/stage';
import { keepCalling, read, returnsAfter, writerOf, type Caller } from '../support/watch';

/**
 * The disks of the files and of the database are full for a while: what is sent in is refused with words or waits, nothing
 * acknowledged is lost, and with the first free byte everything goes on by itself.
 */

export const missing = (): string | undefined =>
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'it needs Linux and root, to mount small disks'
    : undefined;

const FULL_MS = 20_000;
const DATA_MB = 160;
const DATABASE_MB = 400;

/** A disk of this size, in memory. */
class SmallDisk {
  constructor(
    readonly path: string,
    megabytes: number,
  ) {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path]);
  }

  get #ballast(): string {
    return join(this.path, 'ballast');
  }

  /** To the last byte. */
  fill(): void {
    const file = openSync(this.#ballast, 'a');
    for (let size = 4 * 1024 * 1024; size >= 1;) {
      try {
        if (writeSync(file, Buffer.alloc(size)) < size) size = Math.floor(size / 2);
      } catch {
        size = Math.floor(size / 2);
      }
    }
    closeSync(file);
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
  }
}

/** Starts the server again whenever it has ended, as `npm start` and systemd do. */
function supervise(server: DatabaseServer, again: () => Promise<DatabaseServer>) {
  let current = server;
  let ends = 0;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await sleep(300);
      if (!isGone(current.pid)) continue;
      ends += 1;
      await current.end('SIGKILL');
      for (let isUp = false; !isUp && !isOver;)
        isUp = await again().then(
          (started) => {
            current = started;
            return true;
          },
          () => sleep(1000).then(() => false),
        );
    }
  })();
  return {
    ends: () => ends,
    async stop() {
      isOver = true;
      await running;
      await current.end();
    },
  };
}

async function upload({ port, token }: Caller): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(JPG)]), 'picture.jpg');
  const answer = await fetch(`http://127.0.0.1:${port}/sms/file/upload/sms/feedback`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' },
    body: form,
  });
  return { status: answer.status, text: await answer.text() };
}

interface Ready {
  readonly status: string;
  readonly disk: boolean;
  readonly database: boolean;
}

async function ready({ port }: Caller): Promise<Ready> {
  const answer = await fetch(`http://127.0.0.1:${port}/sms/health/ready`);
  return ((await answer.json()) as { data: Ready }).data;
}

const messageOf = (text: string) => (JSON.parse(text) as { message: string }).message;

/** The disk of the files. @returns is it as it should be? */
async function fillFiles(disk: SmallDisk, caller: Caller): Promise<boolean> {
  const before = await upload(caller);
  disk.fill();
  const refused = await upload(caller);
  await sleep(1500);
  const told = await ready(caller);
  disk.free();
  const freed = Date.now();
  let after = await upload(caller);
  while (after.status !== 200 && Date.now() - freed < 30_000) {
    await sleep(100);
    after = await upload(caller);
  }
  say(
    `  files: an upload before ${before.status}, with a full disk ${refused.status} "${messageOf(refused.text)}", ready says disk ${told.disk} and status ${told.status}; freed, ${after.status} after ${Date.now() - freed} ms`,
  );
  return before.status === 200 && refused.status === 503 && !told.disk && after.status === 200;
}

export async function run({ times }: PartOptions): Promise<boolean> {
  const folder = newFolder();
  const disks: SmallDisk[] = [];
  const running: { end(signal?: NodeJS.Signals): Promise<void> }[] = [];
  let server: ReturnType<typeof supervise> | undefined;
  try {
    const files = new SmallDisk(join(folder.path, 'files'), DATA_MB);
    const data = new SmallDisk(join(folder.path, 'database'), DATABASE_MB);
    disks.push(files, data);
    const [pgPort = 0, gatewayPort = 0, webPort = 0, mqttPort = 0, rtmpPort = 0] = await freePorts(5);
    const start = () =>
      startDatabase({
        folder: data.path,
        port: pgPort,
        settings: { shared_buffers: '64MB', max_wal_size: '96MB', min_wal_size: '32MB' },
      });
    const database = await start();
    server = supervise(database, start);
    migrate(database.url);
    lookIntoDatabase(database.url);
    const { clerk, boxes } = await fillPortal(20);
    const env = {
      ...SECRETS,
      DATABASE_URL: database.url,
      DATA_DIR: files.path,
      MQTT_PORT: String(mqttPort),
      VIDEO_RTMP_PORT: String(rtmpPort),
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    };
    running.push(await startGateway({ port: gatewayPort, env }), await startWeb({ port: webPort, env }));
    const caller = { port: webPort, token: clerk.accessToken };
    const write = await writerOf(caller);
    const isRefused = await fillFiles(files, caller);

    const works = [keepCalling('reads', 5, () => read(caller)), keepCalling('writes', 2, write)];
    const ledger = keepLedger(boxes, mqttPort);
    const all = [...works, { name: 'acknowledgements', doneAt: ledger.ackedAt }];
    const returns: number[] = [];
    let hasToldAlways = true;
    for (let time = 0; time < times; time += 1) {
      await returnsAfter(all, Date.now());
      for (const work of works) work.failures.clear();
      const endsBefore = server.ends();
      data.fill();
      const until = Date.now() + FULL_MS;
      const tellings: Ready[] = [];
      while (Date.now() < until) {
        await sleep(2000);
        // A server that ends gives room back by ending.
        data.fill();
        tellings.push(await ready(caller));
      }
      data.free();
      const back = await returnsAfter(all, Date.now());
      returns.push(...back);
      const hasTold = tellings.some(({ disk, database: isUp }) => !disk || !isUp);
      hasToldAlways &&= hasTold;
      say(
        `  database: full for ${FULL_MS / 1000} s, ready ${hasTold ? 'says it' : 'says nothing of it'}, the server ended ${server.ends() - endsBefore} times; ${works.map(({ name, failures }) => `${name} ${[...failures].map(([reason, count]) => `${reason} × ${count}`).join(' ') || 'all answered'}`).join(', ')}; back ${all.map(({ name }, index) => `${name} ${back[index]} ms`).join(', ')}`,
      );
    }
    const isInTime = tellReturns('database', returns);
    const isWhole = tellLedger(await ledger.compare());
    for (const work of works) await work.stop();
    return isRefused && isInTime && isWhole && hasToldAlways;
  } finally {
    for (const disk of disks) disk.free();
    await endStage();
    for (const one of running.reverse()) await one.end('SIGKILL');
    await server?.stop();
    for (const disk of disks) disk.remove();
    folder.remove();
  }
}
