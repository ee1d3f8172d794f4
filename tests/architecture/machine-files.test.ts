import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Environment } from '@/lib/environment';
import { SECRETS } from '@/lib/secret-files';
import { CUT_OFF_MS } from '@/lib/platform/system/lifecycle';
import { OPERATIONS } from '@/lib/platform/door/registry';

/** Units of systemd, nginx and Dockerfile say some things that the code says, too. */

const read = (path: string) => readFileSync(path, 'utf8');
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));
const MB = 1024 * 1024;

describe.each(units)('%s', (unit) => {
  const text = read(`deploy/${unit}`);

  it('sets settings of the portal and starts a program of the build', () => {
    const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    const known = [...Object.keys(Environment.shape), ...SECRETS.map((name) => `${name}_FILE`)];
    expect(set.filter((name) => !known.includes(name) && !name.startsWith('MALLOC_'))).toEqual([]);
    const program = /^ExecStart=.* dist\/(\w+)\.mjs$/m.exec(text)?.[1];
    expect(read('scripts/lib/bundles.mjs')).toContain(`name: '${program}'`);
  });

  it('gives each secret to the variable that names its file', () => {
    const given = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
    const used = [...text.matchAll(/([A-Z_]+)_FILE=%d\/([\w-]+)/g)];
    expect(used.map(([, , file]) => file)).toEqual(given);
    for (const [, name = '', file = ''] of used) expect(file).toBe(name.toLowerCase().replaceAll('_', '-'));
  });

  it('waits longer for an end than the program itself', () => {
    const own = Number(/\bSTOP_SECONDS=(\d+)/.exec(text)?.[1]) * 1000 + CUT_OFF_MS;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]) * 1000).toBeGreaterThan(own);
  });
});

it('there is a unit for web and one for the gateway', () => {
  expect(units.sort()).toEqual(['portal-gateway@.service', 'portal-web@.service']);
});

it('the web process has the same flags and memory wherever it is started', () => {
  const supervisor = read('scripts/lib/supervisor.mjs');
  const flags = [...(/WEB_FLAGS = \[(.*)\]/.exec(supervisor)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    ([, flag = '']) => flag,
  );
  const memory = [...(/WEB_ENV = \{(.*)\}/.exec(supervisor)?.[1] ?? '').matchAll(/(\w+): '(\d+)'/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  expect([flags.length, memory.length]).toEqual([2, 2]);
  const places = ['deploy/portal-web@.service', 'deploy/Dockerfile'].map((path) => read(path).replaceAll(/[",]/g, ''));
  for (const place of places) {
    expect(place).toContain(`node ${flags.join(' ')} dist/web.mjs`);
    expect(place).toContain(memory.join(' '));
  }
});

it('nginx lets the largest file through that an operation takes', () => {
  const largest = Math.max(...OPERATIONS.map(({ maxBytes = 0, upload }) => upload?.below ?? maxBytes));
  const allowed = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx-portal.conf'))?.[1]) * MB;
  expect(largest).toBeGreaterThan(10 * MB);
  expect(allowed).toBeGreaterThan(largest + MB / 4);
});

it('nginx sends each path of the gateway there, and waits for the rest as long as an export may take', () => {
  const nginx = read('deploy/nginx-portal.conf');
  const paths = [...nginx.matchAll(/location ~ \^\/sms\/\((.*?)\)/g)].flatMap(([, names = '']) => names.split('|'));
  const own = /GATEWAY_PREFIXES = \[(.*)\]/.exec(read('lib/programs/web/gateway-paths.ts'))?.[1] ?? '';
  // Hooks are for a broker inside; from outside the web process passes them on, as it does everything else.
  const expected = ['socket\\.io', ...[...own.matchAll(/'\/sms\/(\w+)'/g)].map(([, name = '']) => name)].filter(
    (name) => name !== 'mqtt',
  );
  expect(paths.sort()).toEqual(expected.sort());
  for (const path of ['deploy/nginx.conf', 'deploy/compose/nginx.conf']) {
    expect(read(path)).toContain('include /etc/nginx/nginx-portal.conf;');
    for (const name of ['portal_web', 'portal_gateway', 'portal_video'])
      expect(read(path)).toContain(`upstream ${name}`);
    expect(read(path)).toContain('hash $remote_addr consistent;');
  }
});

it('what the Dockerfile copies is there, and its last stage runs as nobody in particular', () => {
  const text = read('deploy/Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER \d+:\d+$/m);
  expect(last).toMatch(/^HEALTHCHECK .*\["node", "scripts\/check-health\.mjs", "web"\]$/m);
  expect(last).not.toMatch(/^(RUN|  &&) .*\b(npm (ci|install|run)|curl|apt-get)\b/m);
});
