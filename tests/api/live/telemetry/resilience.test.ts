import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { connectAsync } from 'mqtt';
import { pool } from '@/lib/platform/db/client';
import { startBroker } from '@/lib/programs/gateway/broker';
import { Ingest, type IngestResult } from '@/lib/live/telemetry/ingest';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { createBox, run, statusOf } from './world';

const EVENTS_A_BATCH = 5;

describe('the ingest under trouble', () => {
  useFreshDatabase();

  let isAway = false;
  let ingest: Ingest;
  const acked: string[] = [];
  /** The real pool behind a switch: away means what a refused connection means. */
  const switched = () => {
    const real = pool();
    return {
      connect: () =>
        isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : real.connect(),
      query: (...args: Parameters<pg.Pool['query']>) =>
        isAway ? Promise.reject(new Error('away')) : real.query(...args),
    } as unknown as pg.Pool;
  };
  const eventText = (equipmentNo: string, eventId: string, title = 't') =>
    JSON.stringify({ v: 1, equipmentNo, eventId, subType: 'event', objectStatus: 'true', at: Date.now(), title });
  const offer = (cubeNo: string, equipmentNo: string, eventId: string, title?: string) =>
    new Promise<IngestResult>((settle) => {
      ingest.offer({
        cubeNo,
        leaf: 'event',
        source: 'mqtt',
        payload: Buffer.from(eventText(equipmentNo, eventId, title)),
        settle,
      });
    });

  beforeEach(() => {
    isAway = false;
    acked.length = 0;
    ingest = new Ingest({
      pool: switched,
      maxBufferedRows: 20,
      downlink: {
        publish: (_cubeNo, leaf, payload) => {
          if (leaf === 'ack')
            acked.push(...[...payload.matchAll(/"eventId":"([^"]+)"/g)].map((match) => match[1] ?? ''));
        },
      },
    });
  });
  afterEach(() => ingest.stop());

  it('while the database is away nothing is acknowledged, the buffer stays bounded, senders wait, and then all of it arrives', async () => {
    for (let index = 0; index < 8; index += 1) await createBox(`RB${index}`, `RE${index}`);
    isAway = true;
    let offered = 0;
    const results: Promise<IngestResult>[] = [];
    for (let index = 0; index < 40; index += 1) {
      ingest.whenRoom(() => {
        offered += 1;
        results.push(offer(`RB${index % 8}`, `RE${index % 8}`, `e${index}`));
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([offered, ingest.bufferedRows, ingest.hasRoom(), acked]).toEqual([20, 20, false, []]);
    isAway = false;
    await until(() => offered === 40);
    expect((await Promise.all(results)).every((result) => result.applied === 1)).toBe(true);
    expect(acked).toHaveLength(40);
    expect(
      (await pool().query("SELECT count(*)::int AS n FROM equipment_event WHERE equipment_no LIKE 'RE%'")).rows,
    ).toEqual([{ n: 40 }]);
  });

  it('one message that no transaction can store is refused alone', async () => {
    await createBox('RP1', 'RPE1');
    await pool().query("ALTER TABLE equipment_event ADD CONSTRAINT no_poison CHECK (title <> 'poison')");
    const results = await Promise.all(
      Array.from({ length: EVENTS_A_BATCH }, (_, index) =>
        offer('RP1', 'RPE1', `p${index}`, index === 2 ? 'poison' : 't'),
      ),
    );
    expect(results.map((result) => result.refusals[0]?.code ?? 'ok')).toEqual(['ok', 'ok', 'server_error', 'ok', 'ok']);
    expect(acked.sort()).toEqual(['p0', 'p1', 'p3', 'p4']);
    await pool().query('ALTER TABLE equipment_event DROP CONSTRAINT no_poison');
  });

  it('a refusal that cannot be written down never harms the data beside it, nor the other refusals', async () => {
    for (const no of [0, 1, 2]) await createBox(`RJ${no}`, `RJE${no}`);
    await pool().query("ALTER TABLE ingest_reject ADD CONSTRAINT no_refusal CHECK (cube_no <> 'RJ0')");
    const refused = (cubeNo: string) =>
      ingest.offer({ cubeNo, leaf: 'event', source: 'http', payload: { body: { v: 1 } } });
    for (let round = 0; round < 3; round += 1) {
      refused('RJ0');
      refused('RJ1');
      expect(await offer('RJ2', 'RJE2', `beside-${round}`)).toMatchObject({ applied: 1, refusals: [] });
    }
    await ingest.idle();
    expect(
      (await pool().query("SELECT cube_no, count(*)::int AS n FROM ingest_reject WHERE cube_no LIKE 'RJ%' GROUP BY 1"))
        .rows,
    ).toEqual([{ cube_no: 'RJ1', n: 3 }]);
    await pool().query('ALTER TABLE ingest_reject DROP CONSTRAINT no_refusal');
  });

  it('refusals wait for the database as data do', async () => {
    await createBox('RW1', 'RWE1');
    isAway = true;
    ingest.offer({ cubeNo: 'RW1', leaf: 'event', source: 'http', payload: { body: { v: 1 } } });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    isAway = false;
    await until(async () => (await pool().query("SELECT 1 FROM ingest_reject WHERE cube_no = 'RW1'")).rowCount === 1);
  });

  it('a full buffer holds back the PUBACK of a box instead of growing', async () => {
    const box = await createBox('RH1', 'RHE1');
    const port = await freePort();
    const broker = await startBroker({ host: '127.0.0.1', port, ingest: () => ingest });
    try {
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
        protocolVersion: 4,
        clientId: 'RH1',
        username: 'RH1',
        password: box.secret,
      });
      isAway = true;
      let pubacks = 0;
      // Logs of ten entries each: two fill the buffer, the third has to wait.
      for (let index = 0; index < 3; index += 1) {
        const entries = Array.from({ length: 10 }, (_, entry) => ({
          logId: `${index}-${entry}`,
          topic: 1,
          at: Date.now(),
        }));
        client.publish('lift/v1/RH1/log', JSON.stringify({ v: 1, equipmentNo: 'RHE1', entries }), { qos: 1 }, () => {
          pubacks += 1;
        });
        await new Promise((resolve) => setTimeout(resolve, 1100)); // one log message a second
      }
      expect([pubacks, ingest.bufferedRows]).toEqual([2, 20]);
      isAway = false;
      await until(() => pubacks === 3);
      await ingest.idle();
      expect(
        (await pool().query("SELECT count(*)::int AS n FROM equipment_log WHERE equipment_no = 'RHE1'")).rows,
      ).toEqual([{ n: 30 }]);
      await client.endAsync(true);
    } finally {
      await broker.close();
    }
  });

  it('speaks TLS when it has a certificate', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lift-tls-'));
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    expect(made.status).toBe(0);
    const box = await createBox('RT1', 'RTE1');
    const port = await freePort();
    const broker = await startBroker({
      host: '127.0.0.1',
      port,
      tlsCert: cert,
      tlsKey: key,
      ingest: () => ingest,
    });
    try {
      const body = JSON.stringify({ v: 1, equipmentNo: 'RTE1', at: Date.now(), status: { door: { value: 'Opened' } } });
      const publish = (more: string[]) =>
        run('mosquitto_pub', [
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-i',
          'RT1',
          '-u',
          'RT1',
          '-P',
          box.secret,
          '-q',
          '1',
          '-t',
          'lift/v1/RT1/status',
          '-m',
          body,
          ...more,
        ]);
      expect((await publish([])).code).not.toBe(0);
      expect(await publish(['--cafile', cert])).toEqual({ code: 0, output: '' });
      await until(async () => (await statusOf('RTE1')).live.door?.value === 'Opened');
    } finally {
      await broker.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
