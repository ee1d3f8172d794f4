import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { closeDb, pool } from '@/lib/platform/db/client';
import { compareLedger, runLedger } from '../../../support/ledger';
import { programFile } from '../../../support/programs';
import { freePort } from '../../../support/ports';
import { kill, startGateway, type GatewayProgram } from '../../scale-out/support/installation';
import { OwnDatabase } from './support/own-database';
import { createBox, run, type Box } from './world';

/** The promise of readings 56 with real processes: what is acknowledged is stored, once, whatever is killed with -9. */

const BOXES = 40;
const EVENTS = 40;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('0 acknowledged events lost, 0 duplicated', () => {
  let database: OwnDatabase;
  let gateway: GatewayProgram | undefined;
  let gatewayEnv: Record<string, string>;
  let mqttPort: number;
  let boxes: Box[];

  beforeAll(async () => {
    mqttPort = await freePort();
    database = new OwnDatabase();
    const databaseUrl = await database.create();
    boxes = [];
    for (let index = 0; index < BOXES; index += 1) boxes.push(await createBox(`LB${index}`, `LE${index}`));
    gatewayEnv = {
      DATABASE_URL: databaseUrl,
      MQTT_PORT: String(mqttPort),
      GATEWAY_ROLES: 'ingest,realtime,jobs',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      INTERNAL_SECRET: randomBytes(32).toString('hex'),
    };
    gateway = await startGateway(gatewayEnv);
  }, 120_000);

  afterAll(async () => {
    if (gateway) await kill(gateway.child, 'SIGTERM');
    await database?.remove();
  });

  it('while PostgreSQL and the gateway are killed with -9 in the middle of it', async () => {
    const running = runLedger({
      port: mqttPort,
      boxes,
      eventsPerBox: EVENTS,
      ratePerSec: 4.8,
      // Less than the database is away.
      resendMs: 1000,
      deadlineMs: 90_000,
    });
    running.catch(() => undefined);

    await sleep(2500);
    await database.kill();
    await sleep(1500);
    await database.start();

    await sleep(2500);
    if (gateway) await kill(gateway.child, 'SIGKILL');
    await sleep(500);
    gateway = await startGateway(gatewayEnv);

    await sleep(1000);
    await database.kill();
    await database.start();

    const ledger = await running;
    expect(ledger.acked).toEqual(ledger.published);
    expect(ledger.acked.size).toBe(BOXES * EVENTS);
    expect(ledger.sends).toBeGreaterThan(BOXES * EVENTS);
    await closeDb();
    expect(await compareLedger(ledger, pool())).toEqual({ lost: [], duplicated: [], stored: BOXES * EVENTS });
  }, 150_000);

  it('the gateway says in one sentence that its port is taken, and ends', async () => {
    const { code, output } = await run('env', [
      ...Object.entries({ ...gatewayEnv, GATEWAY_PORT: String(gateway?.port), NODE_ENV: 'production' }).map(
        ([name, value]) => `${name}=${value}`,
      ),
      process.execPath,
      programFile('gateway'),
    ]);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/^GATEWAY_PORT \d+ on 127\.0\.0\.1 is in use/)]);
  });

  it('the gateway ends in order when it is told to', async () => {
    if (!gateway) throw new Error('not running');
    const exited = once(gateway.child, 'exit');
    gateway.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    gateway = undefined;
  });
});
