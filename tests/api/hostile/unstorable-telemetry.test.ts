import { setTimeout as sleep } from 'node:timers/promises';
import { pool } from '@/lib/platform/db/client';
import { until } from '../../support/until';
import { useFreshDatabase } from '../support/database';
import { openGateway, type ListeningGateway } from '../live/telemetry/running-gateway';
import { createBox, mosquittoPub, statusOf, type Box } from '../live/telemetry/world';

/** Texts that PostgreSQL cannot store, sent by a box: refused at the edge, and nobody else notices (readings 120). */

let gateway: ListeningGateway;
const NEIGHBOURS = 4;
const MESSAGES_EACH = 20;

interface Answer {
  status: number;
  text: string;
}

async function post(box: Box, leaf: string, body: object | string): Promise<Answer> {
  const response = await fetch(`${gateway.url}/sms/ingest/v1/${box.cubeNo}/${leaf}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${box.cubeNo}:${box.secret}`).toString('base64')}`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Bodies of every leaf with a text that cannot be stored, the leaf, and the field that holds it. */
const at = () => Date.now();
const BAD: [what: string, leaf: string, body: (equipmentNo: string) => object, field: string][] = [
  [
    'a NUL as the name of a status key',
    'status',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), status: { '\0': { value: 'x' } } }),
    'status.',
  ],
  [
    'half a pair in the name of a status key',
    'status',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), status: { 'a\ud800': { value: 'x' } } }),
    'status.a',
  ],
  [
    'a NUL in a status value',
    'status',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), status: { position: { value: 'a\0' } } }),
    'status.position.value',
  ],
  [
    'half a pair in a list of a status value',
    'status',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), status: { mode: { value: 'N', secondary: ['\udc00'] } } }),
    'status.mode.secondary.0',
  ],
  [
    'a NUL as the name of a counter',
    'counters',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), counters: { '\0': { value: 1 } } }),
    'counters.',
  ],
  [
    'half a pair in an event id',
    'event',
    (equipmentNo) => ({ v: 1, equipmentNo, at: at(), eventId: '\ud800', subType: 'event', objectStatus: 'true' }),
    'eventId',
  ],
  [
    'a NUL deep in the payload of an event',
    'event',
    (equipmentNo) => ({
      v: 1,
      equipmentNo,
      at: at(),
      eventId: 'e',
      subType: 'event',
      objectStatus: 'true',
      payload: { a: { 'b\0': 1 } },
    }),
    'payload.a.b',
  ],
  [
    'a NUL in a log entry',
    'log',
    (equipmentNo) => ({ v: 1, equipmentNo, entries: [{ logId: 'l', topic: 1, at: at(), desc: 'a\0' }] }),
    'entries.0.desc',
  ],
  [
    'half a pair in a log payload',
    'log',
    (equipmentNo) => ({ v: 1, equipmentNo, entries: [{ logId: 'l', topic: 1, at: at(), payload: { a: ['\udfff'] } }] }),
    'entries.0.payload.a.0',
  ],
  ['a NUL in a session', 'connection', () => ({ v: 1, state: 'online', session: 's\0', at: at() }), 'session'],
  [
    'half a pair in a firmware',
    'connection',
    () => ({ v: 1, state: 'online', session: 's', at: at(), fw: '\ud83d' }),
    'fw',
  ],
];

describe('texts that cannot be stored', () => {
  useFreshDatabase();
  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway?.close());

  it.each(BAD)('%s is refused by HTTPS with the name of the field', async (_what, leaf, body, field) => {
    const no = BAD.findIndex((entry) => entry[2] === body);
    const box = await createBox(`UH${no}`, `UHE${no}`);
    const answer = await post(box, leaf, body(box.equipmentNo));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"${field}`);
  });

  it.each(BAD)('%s is refused by MQTT with the name of the field', async (_what, leaf, body, field) => {
    const no = BAD.findIndex((entry) => entry[2] === body);
    const box = await createBox(`UM${no}`, `UME${no}`);
    expect(
      (
        await mosquittoPub(
          gateway.mqttPort,
          box,
          `lift/v1/${box.cubeNo}/${leaf}`,
          JSON.stringify(body(box.equipmentNo)),
        )
      ).code,
    ).toBe(0);
    const rows = await until(async () => {
      const found = (
        await pool().query<{ code: string; key: string }>('SELECT code, key FROM ingest_reject WHERE cube_no = $1', [
          box.cubeNo,
        ])
      ).rows;
      return found.length > 0 ? found : undefined;
    });
    expect(rows).toEqual([{ code: 'bad_message', key: expect.stringContaining(field) as string }]);
  });

  it('by HTTPS fail no message of other boxes, whatever is sent beside them', async () => {
    const bad = await createBox('UBAD', 'UBADE');
    const good = await Promise.all(
      Array.from({ length: NEIGHBOURS }, (_, index) => createBox(`UG${index}`, `UGE${index}`)),
    );
    const answers: number[] = [];
    let isOver = false;
    const attack = (async () => {
      for (let round = 0; !isOver; round += 1)
        await post(bad, 'status', {
          v: 1,
          equipmentNo: bad.equipmentNo,
          at: Date.now(),
          status: { '\0': { value: round } },
        });
    })();
    // Each at its own pace, so that some are alone in their batch.
    await Promise.all(
      good.map(async (box, index) => {
        for (let round = 0; round < MESSAGES_EACH; round += 1) {
          answers.push(
            (
              await post(box, 'status', {
                v: 1,
                equipmentNo: box.equipmentNo,
                at: Date.now(),
                status: { speed: { value: round } },
              })
            ).status,
          );
          await sleep(20 + 17 * index);
        }
      }),
    );
    isOver = true;
    await attack;
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(answers).toHaveLength(NEIGHBOURS * MESSAGES_EACH);
    for (const { equipmentNo } of good) expect((await statusOf(equipmentNo)).live.speed?.value).toBe(MESSAGES_EACH - 1);
  });

  it('by MQTT fail no message of other boxes that share their batch', async () => {
    const bad = await createBox('UBAM', 'UBAME');
    const good = await createBox('UGM', 'UGME');
    const poison = JSON.stringify({
      v: 1,
      equipmentNo: bad.equipmentNo,
      at: Date.now(),
      status: { 'k\0': { value: 1 } },
    });
    await Promise.all([
      ...Array.from({ length: 5 }, () => mosquittoPub(gateway.mqttPort, bad, `lift/v1/${bad.cubeNo}/status`, poison)),
      mosquittoPub(
        gateway.mqttPort,
        good,
        `lift/v1/${good.cubeNo}/event`,
        JSON.stringify({
          v: 1,
          equipmentNo: good.equipmentNo,
          eventId: 'kept',
          subType: 'event',
          objectStatus: 'true',
          at: Date.now(),
        }),
      ),
    ]);
    await until(
      async () =>
        (await pool().query("SELECT 1 FROM equipment_event WHERE equipment_no = 'UGME' AND event_id = 'kept'"))
          .rowCount === 1,
    );
  });
});
