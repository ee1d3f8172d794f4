import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { resetConfig } from '@/lib/config';
import { connectCluster } from '@/lib/live/realtime/server/cluster';
import { examine } from '@/lib/programs/admin/doctor';
import { makeCertificates, type Certificates } from '../../../support/certificates';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { kill, untilOpen } from '../../scale-out/support/installation';
import { requirePrograms } from '../../scale-out/support/programs';
import { useFreshDatabase } from '../../support/database';

/** Redis with a password, by TLS. What gateways tell each other by it, and its loss: cluster.test.ts. */

useFreshDatabase();

let before: NodeJS.ProcessEnv;
let files: Certificates;
let port: number;
let redis: ChildProcess;

async function start(): Promise<ChildProcess> {
  const settings: Record<string, string> = {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': files.server.cert,
    'tls-key-file': files.server.key,
    'tls-ca-cert-file': files.ca,
    'tls-auth-clients': 'no',
    requirepass: 'hidden-word',
    bind: '127.0.0.1',
    save: '',
    dir: files.folder,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(requirePrograms('redis-server')['redis-server'], args, { stdio: 'ignore' });
  await untilOpen(port);
  return child;
}
beforeAll(async () => {
  before = { ...process.env };
  files = makeCertificates();
  port = await freePort();
  redis = await start();
});
afterAll(async () => {
  await kill(redis, 'SIGKILL');
  files.remove();
});
afterEach(() => {
  process.env = { ...before };
  resetConfig();
});

const by = (url: string, ca?: string) => {
  process.env.REDIS_URL = url;
  if (ca) process.env.REDIS_CA = ca;
  else delete process.env.REDIS_CA;
  resetConfig();
  return connectCluster(url);
};
const right = () => `rediss://:hidden-word@localhost:${port}`;

it('is spoken to by TLS with its password, and again when it was away', async () => {
  const cluster = await by(right(), files.ca);
  let returns = 0;
  cluster.onReturn(() => (returns += 1));
  try {
    expect(cluster.isReady()).toBe(true);
    await kill(redis, 'SIGKILL');
    await until(() => !cluster.isReady());
    await pause(300);
    redis = await start();
    await until(() => cluster.isReady() && returns === 1);
  } finally {
    await cluster.close();
  }
});

it.each([
  [
    'a CA that did not sign',
    right,
    'otherCa',
    /^The certificate of the Redis at localhost:\d+ \(REDIS_URL\) is not signed by .*; REDIS_CA names/,
  ],
  [
    'a wrong password',
    () => `rediss://:other@localhost:${port}`,
    'ca',
    /^The Redis at localhost:\d+ refuses the account or the password of REDIS_URL\.$/,
  ],
  [
    'no password',
    () => `rediss://localhost:${port}`,
    'ca',
    /^The Redis at localhost:\d+ refuses the account or the password of REDIS_URL\.$/,
  ],
  [
    'another name',
    () => `rediss://:hidden-word@127.0.0.1:${port}`,
    'ca',
    /^The certificate of the Redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) is for another name/,
  ],
  [
    'no TLS',
    () => `redis://:hidden-word@localhost:${port}`,
    undefined,
    /^The Redis at localhost:\d+ \(REDIS_URL\) cannot be reached: .*rediss:\/\/\.$/,
  ],
] as const)('%s ends a start with one sentence, and the doctor says it', async (_what, url, ca, sentence) => {
  const file = ca && files[ca];
  await expect(by(url(), file)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(sentence),
  });
  const found = (await examine(Date.now)).filter(({ area }) => area === 'Redis');
  expect(found).toEqual([{ area: 'Redis', verdict: 'fault', text: expect.stringMatching(sentence) }]);
  expect(found[0]?.text).not.toMatch(/hidden-word|other@/);
});
