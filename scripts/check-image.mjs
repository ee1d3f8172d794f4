// `node scripts/check-image.mjs [--keep]`: the image without a container engine. It lays out the folder as deploy/Dockerfile
// does and runs web and gateway in it as a user without rights, with nothing writable but the data folder and /tmp
// (bubblewrap), on a PostgreSQL of its own; then it asks what HEALTHCHECK asks and writes what it saw.
// Needs a build (npm run build), Linux with bubblewrap, and root. The base image itself is not tried.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { layOutImage } from './lib/image-layout.mjs';
import { exitWith, Problem } from './lib/problem.mjs';
import { fromRoot } from './lib/root.mjs';
import { readSettings } from './lib/settings.mjs';

const USER = 10_001;
const PORTS = { PORT: '3970', GATEWAY_PORT: '3971', MQTT_PORT: '3972', VIDEO_RTMP_PORT: '3973' };
const PG_PORT = 3974;
const HOOKS_PORT = '3975';
const MOST_BYTES = 380e6;
const WAIT_MS = 90_000;

/** Packages with native parts, each asked for something. argon2 is proven by the first administrator. */
const NATIVE = {
  'pictures are made smaller': `
    const picture = { create: { width: 40, height: 40, channels: 3, background: 'red' } };
    require('sharp')(picture).resize(10).png().toBuffer().then((bytes) => console.log(bytes.length, 'bytes'))`,
  'documents are drawn': `
    const paper = require('node:child_process').fork('dist/paper.mjs');
    paper.on('message', ({ isReady }) => (console.log('ready:', isReady), paper.disconnect()));
    paper.on('exit', (code) => process.exit(code ?? 1))`,
};

/** The command inside the sandbox: the image's folder and the system read-only, Node where it is. */
function sandboxed({ image, data, temporary, env }, args) {
  const node = dirname(dirname(process.execPath));
  const system = ['/usr', '/lib', '/lib64', '/bin', '/etc/ssl', '/etc/hosts'].filter((path) => existsSync(path));
  return [
    'bwrap',
    ...['--unshare-user', '--uid', String(USER), '--gid', String(USER), '--die-with-parent'],
    ...system.flatMap((path) => ['--ro-bind', path, path]),
    ...(node === '/usr' ? [] : ['--ro-bind', node, node]),
    ...['--proc', '/proc', '--dev', '/dev', '--bind', temporary, '/tmp'],
    ...['--ro-bind', image, '/portal', '--bind', data, '/data', '--chdir', '/portal', '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    process.execPath,
    ...args,
  ];
}

function start(place, args, log) {
  const [command, ...rest] = sandboxed(place, args);
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], uid: USER, gid: USER });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => log.push(String(bytes)));
  child.on('error', (error) => log.push(`${error.message}\n`));
  return child;
}

function run(place, args) {
  const [command, ...rest] = sandboxed(place, args);
  const { status, stdout, stderr, error } = spawnSync(command, rest, { encoding: 'utf8', uid: USER, gid: USER });
  if (error) throw new Problem(`bubblewrap does not run (${error.message}); apt-get install bubblewrap.`);
  return { status, text: `${stdout}${stderr}`.trim() };
}

async function untilHealthy(place, name, child, log) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(500)) {
    if (child.exitCode !== null) break;
    if (run(place, ['scripts/check-health.mjs', name]).status === 0) return;
  }
  throw new Problem(`${name} did not become healthy: ${log.join('').slice(-1500)}`);
}

/** Ends the process inside: bubblewrap itself hands no signal on. @returns {Promise<number | null>} */
async function end(child) {
  const gone = new Promise((done) => child.on('exit', done));
  const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(/\s+/);
  for (const pid of inside) process.kill(Number(pid), 'SIGTERM');
  return gone;
}

/** What a broker asks for the portal's own account, and for a box that nobody knows: that one is asked of the gateway. */
async function tryHooks(place, children, say) {
  const env = { ...place.env, PORT: HOOKS_PORT, MQTT_USERNAME: 'portal', MQTT_PASSWORD: 'known' };
  const log = [];
  const child = start({ ...place, env }, ['scripts/broker-hooks.mjs'], log);
  children.push(child);
  await untilHealthy({ ...place, env }, 'broker-hooks', child, log);
  for (const [username, result] of [
    ['portal', 'allow'],
    ['HB-UNKNOWN', 'deny'],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${HOOKS_PORT}/auth`, {
      method: 'POST',
      body: JSON.stringify({ clientid: username, username, password: 'known', peerhost: '127.0.0.1' }),
    });
    const text = await answer.text();
    say(`broker-hooks, ${username}: ${answer.status} ${text}`);
    if (answer.status !== 200 || JSON.parse(text).result !== result) throw new Problem(`${username} got ${text}`);
  }
}

async function main() {
  const { buildDir, nextDistDir } = readSettings({ ...process.env, DATABASE_URL: 'postgresql://nowhere/portal' });
  const say = (line) => process.stdout.write(`${line}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'portal-image-'));
  const [image, data, temporary] = ['image', 'data', 'tmp'].map((name) => join(folder, name));
  chmodSync(folder, 0o755);
  for (const path of [data, temporary]) {
    mkdirSync(path);
    chownSync(path, USER, USER);
  }
  const children = [];
  let database;
  try {
    const { packages, bytes } = layOutImage({ out: image, buildDir, pagesDir: fromRoot(nextDistDir), at: new Date(0) });
    say(`laid out: ${packages} packages, ${(bytes / 1e6).toFixed(0)} MB`);
    if (bytes > MOST_BYTES) throw new Problem(`The folder has more than ${MOST_BYTES / 1e6} MB.`);

    const { startPostgres } = await import('./lib/postgres.mjs');
    database = await startPostgres({ dataDir: join(folder, 'postgres'), port: PG_PORT, password: 'p'.repeat(32) });
    const env = {
      ...PORTS,
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOME: '/tmp',
      DATA_DIR: '/data',
      DATABASE_URL: database.databaseUrl,
      SESSION_SECRET: 's'.repeat(32),
      INTERNAL_SECRET: 'i'.repeat(32),
      GATEWAY_URL: `http://127.0.0.1:${PORTS.GATEWAY_PORT}`,
    };
    const place = { image, data, temporary, env };

    for (const args of [
      ['scripts/db-deploy.mjs'],
      ['scripts/db-deploy.mjs'],
      ['dist/admin-create.mjs', '--username', 'first'],
    ]) {
      const { status, text } = run(place, args);
      say(`${args.join(' ')}: ${status}, ${text.split('\n').at(-1)}`);
      if (status !== 0) throw new Problem(`${args.join(' ')} failed: ${text}`);
    }
    const log = { web: [], gateway: [] };
    for (const name of ['gateway', 'web']) {
      const child = start(place, [`dist/${name}.mjs`], log[name]);
      children.push(child);
      await untilHealthy(place, name, child, log[name]);
      say(`${name} is healthy`);
    }
    const address = `http://127.0.0.1:${PORTS.PORT}`;
    const expected = { '/sms/health/ready': 200, '/login': 200, '/': 307, '/sms/no/such': 404, '/metrics': 404 };
    for (const [path, status] of Object.entries(expected)) {
      const answer = await fetch(`${address}${path}`, { redirect: 'manual' });
      const text = await answer.text();
      say(`${path}: ${answer.status}, ${text.length} characters`);
      if (answer.status !== status) throw new Problem(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    }
    const asset = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(`${address}/login`)).text())?.[0];
    say(`${asset}: ${(await fetch(`${address}${asset}`)).status}`);
    await tryHooks(place, children, say);
    for (const [what, program] of Object.entries(NATIVE)) {
      const { status, text } = run(place, ['-e', program]);
      say(`${what}: ${text}`);
      if (status !== 0) throw new Problem(`${what} failed.`);
    }
    const denied = run(place, ['-e', "require('node:fs').writeFileSync('/portal/x', '')"]);
    say(`a write beside the data folder: ${/EROFS|EACCES/.exec(denied.text)?.[0] ?? 'possible'}`);
    if (denied.status === 0) throw new Problem('The root folder can be written to.');
    const codes = await Promise.all(children.map(end));
    say(`ended by SIGTERM with ${codes.join(' and ')}`);
    if (codes.some((code) => code !== 0)) throw new Problem('A process did not end in order.');
    const complaints = [...log.web, ...log.gateway]
      .join('')
      .split('\n')
      .filter((line) => /"level":(50|60)|EROFS|EACCES|Cannot find/.test(line));
    for (const line of complaints) say(`  ${line.slice(0, 300)}`);
    if (complaints.length > 0) throw new Problem('The processes complained.');
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database?.stop();
    if (process.argv.includes('--keep')) say(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

main().catch(exitWith);
