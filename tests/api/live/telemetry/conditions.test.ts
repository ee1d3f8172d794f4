import { randomBytes } from 'node:crypto';
import { db } from '@/lib/platform/db/client';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { kill, startGateway, type GatewayProgram } from '../../scale-out/support/installation';
import { callbacksOf, noticesOf, symptomsOf } from '../../features/detector/fleet';
import { OwnDatabase } from './support/own-database';
import { createBox, mosquittoPub, statusOf, type Box } from './world';

/**
 * A box of Mosquitto's own client sends what the rules of silent-screens F2 look for, while the gateway and PostgreSQL are killed
 * with -9; afterwards it repeats its full status, as boxes do. What stands then is what the table says, once.
 */

const CALM = {
  drive: 'Standing',
  door: 'Closed',
  load: 'Empty',
  mode: 'N',
  indoorzone: 'On Floor',
  entrapment: false,
  controllerpower: true,
  errorstate: false,
};
/** Hold times of tests, by the settings of the rules (readings 81). */
const HOLD: Readonly<Record<string, Record<string, number>>> = {
  A02: { hold: 3, callOut: 3 },
  A04: { hold: 3 },
  B01: { hold: 3 },
  C01: { hold: 3 },
};

interface Expected {
  readonly values: Readonly<Record<string, unknown>>;
  readonly symptoms: readonly string[];
  readonly callOuts: readonly string[];
  readonly notices: readonly string[];
}
const TRAPPED = { callOuts: ['INIT trapped'], notices: ['callback', 'entrapment open'] };
const TOLD = { callOuts: [], notices: ['event open'] };
const TABLE: Readonly<Record<string, Expected>> = {
  A01: { values: { entrapment: true }, symptoms: ['A01 OPEN 1'], ...TRAPPED },
  A02: { values: { load: 'Loaded' }, symptoms: ['A02 OPEN 1'], ...TRAPPED },
  A04: {
    values: { load: 'Full Load', indoorzone: 'Between Floors', door: 'Opening' },
    symptoms: ['A04 OPEN 1'],
    ...TRAPPED,
  },
  B01: { values: { errorstate: true }, symptoms: ['B01 OPEN 1'], callOuts: ['INIT'], notices: ['callback'] },
  C01: { values: { controllerpower: false }, symptoms: ['C01 INIT 1'], ...TOLD },
  C03: { values: { mode: 'JBF' }, symptoms: ['C03 INIT 1'], ...TOLD },
};
const RULES = Object.keys(TABLE);

const database = new OwnDatabase();
let gateway: GatewayProgram;
let env: Record<string, string>;
let mqttPort: number;
const boxes = new Map<string, Box>();

/** Patience and pauses of a box whose broker is away, in ms. */
const OF_A_BOX = [20_000, 500] as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that the box knows, at QoS 1, again until the broker has it. */
async function tellAll(rule: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const box = boxes.get(rule);
  if (!box) throw new Error(`no box for ${rule}`);
  const status = Object.fromEntries(Object.entries({ ...CALM, ...values }).map(([key, value]) => [key, { value }]));
  await until(
    async () => {
      const body = { v: 1, equipmentNo: box.equipmentNo, at: Date.now(), full: true, status };
      const { code } = await mosquittoPub(mqttPort, box, `lift/v1/${box.cubeNo}/status`, JSON.stringify(body));
      return code === 0;
    },
    ...OF_A_BOX,
  );
}
const tellConditions = () => Promise.all(RULES.map((rule) => tellAll(rule, TABLE[rule]?.values ?? {})));

/** What stands of a rule's unit; nothing while the database is away. */
async function standing(rule: string): Promise<Expected> {
  const no = boxes.get(rule)?.equipmentNo ?? '';
  const { live } = await statusOf(no);
  const values = Object.fromEntries(Object.keys(TABLE[rule]?.values ?? {}).map((key) => [key, live[key]?.value]));
  const [symptoms, callOuts, notices] = await Promise.all([symptomsOf(no), callbacksOf(no), noticesOf(no)]);
  return { values, symptoms, callOuts, notices: notices.sort() };
}
const all = async () => Object.fromEntries(await Promise.all(RULES.map(async (rule) => [rule, await standing(rule)])));

beforeAll(async () => {
  mqttPort = await freePort();
  const url = await database.create();
  for (const rule of RULES) boxes.set(rule, await createBox(`C${rule}`, `E${rule}`));
  await db().detectorSetting.createMany({
    data: Object.entries(HOLD).map(([rule, numbers]) => ({ rule, scope: 'all', target: '', enabled: true, numbers })),
  });
  env = {
    DATABASE_URL: url,
    MQTT_PORT: String(mqttPort),
    GATEWAY_ROLES: 'ingest,realtime,jobs',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    INTERNAL_SECRET: randomBytes(32).toString('hex'),
  };
  gateway = await startGateway(env);
}, 60_000);

afterAll(async () => {
  if (gateway) await kill(gateway.child, 'SIGKILL');
  await database.remove();
}, 30_000);

it('A01, A02, A04, B01, C01 and C03 are a symptom, call-out and notice as tabled, each once, whatever is killed in between', async () => {
  await Promise.all(RULES.map((rule) => tellAll(rule, {})));
  await until(async () => Object.keys((await statusOf('EA01')).live).length > 0);
  await tellConditions();

  // Found or not, acted on or not: the gateway dies.
  await kill(gateway.child, 'SIGKILL');
  gateway = await startGateway(env);
  await tellConditions();
  await sleep(2000);

  // The hold times are over about now: the database dies.
  await database.kill();
  await sleep(500);
  await database.start();
  await tellConditions();
  await kill(gateway.child, 'SIGKILL');
  gateway = await startGateway(env);
  await tellConditions();

  const isAsTabled = async () => JSON.stringify(await all().catch(() => ({}))) === JSON.stringify(TABLE);
  await until(isAsTabled, 30_000, 250).catch(() => undefined);
  expect(await all()).toEqual(TABLE);
  // It goes on and is told again: nothing is added.
  await tellConditions();
  await sleep(2500);
  expect(await all()).toEqual(TABLE);
}, 90_000);
