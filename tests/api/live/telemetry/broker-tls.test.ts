import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { config, resetConfig } from '@/lib/config';
import { examine } from '@/lib/programs/admin/doctor';
import { connectMqtt } from '@/lib/programs/gateway/mqtt-client';
import { makeCertificates, type Certificates } from '../../../support/certificates';
import { programFile } from '../../../support/programs';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { kill, untilOpen } from '../../scale-out/support/installation';
import { requirePrograms } from '../../scale-out/support/programs';
import { useFreshDatabase } from '../../support/database';

/** An outside broker by `mqtts://`: Mosquitto with a certificate, which asks for one of the portal's own. */

useFreshDatabase();

let before: NodeJS.ProcessEnv;
let files: Certificates;
let port: number;
let broker: ChildProcess;

beforeAll(async () => {
  before = { ...process.env };
  files = makeCertificates();
  port = await freePort();
  const file = path.join(files.folder, 'mosquitto.conf');
  writeFileSync(
    file,
    [
      // It may read the files, which are this account's.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      `listener ${port} 127.0.0.1`,
      `cafile ${files.ca}`,
      `certfile ${files.server.cert}`,
      `keyfile ${files.server.key}`,
      'require_certificate true',
      'use_identity_as_username true',
      'allow_anonymous false',
    ].join('\n'),
  );
  broker = spawn(requirePrograms('mosquitto').mosquitto, ['-c', file], { stdio: 'ignore' });
  await untilOpen(port);
});
afterAll(async () => {
  await kill(broker, 'SIGKILL');
  files.remove();
});
afterEach(() => {
  process.env = { ...before };
  resetConfig();
});

const settings = (more: Record<string, string>, host = 'localhost', scheme = 'mqtts') => ({
  MQTT_URL: `${scheme}://${host}:${port}`,
  MQTT_CA: files.ca,
  MQTT_CLIENT_CERT: files.client.cert,
  MQTT_CLIENT_KEY: files.client.key,
  ...more,
});
function use(env: Record<string, string>): void {
  Object.assign(process.env, env);
  resetConfig();
}

it.each(['mqtts', 'ssl'])('is connected to by %s:// with both certificates', async (scheme) => {
  use(settings({}, 'localhost', scheme));
  const { mqtt } = config();
  const link = connectMqtt({ ...mqtt, url: mqtt.url ?? '' }, () => {
    throw new Error('nothing comes');
  });
  try {
    await until(() => link.isConnected(), 10_000);
  } finally {
    await link.close();
  }
  expect(await examine(Date.now)).toContainEqual({ area: 'Broker', verdict: 'ok', text: `localhost:${port}` });
});

it('a CA that did not sign, and another name, end a gateway with one sentence and 1, and the doctor says it', async () => {
  for (const [env, sentence] of [
    [
      settings({ MQTT_CA: files.otherCa }),
      /^The certificate of the broker at localhost:\d+ \(MQTT_URL\) is not signed by [^\n]*; MQTT_CA names [^\n]*\n$/,
    ],
    [
      settings({}, '127.0.0.1'),
      /^The certificate of the broker at 127\.0\.0\.1:\d+ \(MQTT_URL\) is for another name[^\n]*\n$/,
    ],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [programFile('gateway')], {
      encoding: 'utf8',
      timeout: 30_000,
      env: {
        ...process.env,
        ...env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'silent',
        GATEWAY_ROLES: 'ingest',
        GATEWAY_PORT: String(await freePort()),
      },
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    use(env);
    const [found] = (await examine(Date.now)).filter(({ area }) => area === 'Broker');
    expect(`${found?.text}\n`).toMatch(sentence);
  }
});
