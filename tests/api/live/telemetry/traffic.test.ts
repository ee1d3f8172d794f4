import { db, pool } from '@/lib/platform/db/client';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { mergeTraffic, type Traffic } from '@/lib/live/telemetry/traffic';
import { useFreshDatabase } from '../../support/database';
import { createBox } from './world';

const HOUR = 3_600_000;
const NINE = Date.parse('2026-03-02T09:00:00+08:00');

describe('what a box sent', () => {
  useFreshDatabase();
  let now = NINE;
  const send = (ingest: Ingest, leaf: 'status' | 'connection', body: object) =>
    new Promise((settle) =>
      ingest.offer({
        cubeNo: 'TC1',
        leaf,
        source: 'mqtt',
        payload: Buffer.from(
          JSON.stringify({ v: 1, ...(leaf === 'status' ? { equipmentNo: 'TE1' } : {}), at: now, ...body }),
        ),
        settle,
      }),
    );
  const box = () => db().edgeCube.findUniqueOrThrow({ where: { cubeNo: 'TC1' } });

  beforeAll(() => createBox('TC1', 'TE1'));

  it('is counted by the hour, with its last twenty messages, its connects, its signal and its health', async () => {
    const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 1 });
    await send(ingest, 'connection', {
      state: 'online',
      session: 'a',
      signal: -71,
      health: { cpu: 12.5, disk: 40, fan: 3 },
    });
    for (let index = 0; index < 24; index += 1) {
      now += 60_000;
      await send(ingest, 'status', { status: { door: { value: index % 2 ? 'Closed' : 'Opened' } } });
    }
    now = NINE + HOUR;
    await send(ingest, 'connection', { state: 'online', session: 'b' });
    await ingest.stop();
    const { traffic, reconnects24h, signal, health } = await box();
    const kept = traffic as Traffic;
    expect(kept.hours).toEqual([
      [NINE, 25],
      [NINE + HOUR, 1],
    ]);
    expect(kept.last).toHaveLength(20);
    expect(kept.last[0]).toMatchObject({ at: NINE + HOUR, topic: 'connection' });
    expect(JSON.parse(kept.last[1]?.payload ?? '')).toMatchObject({ status: { door: { value: 'Closed' } } });
    expect({ reconnects24h, signal, health }).toEqual({
      reconnects24h: 2,
      signal: -71,
      health: { cpu: 12.5, disk: 40 },
    });
  });

  it('grows by what another ingest saw, and forgets what is a day old', async () => {
    now = NINE + 24 * HOUR + 60_000;
    const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 1 });
    await send(ingest, 'status', { status: { door: { value: 'Opened' } } });
    await ingest.stop();
    const { traffic, reconnects24h, signal } = await box();
    expect((traffic as Traffic).hours).toEqual([
      [NINE + HOUR, 1],
      [NINE + 24 * HOUR, 1],
    ]);
    expect((traffic as Traffic).last).toHaveLength(20);
    expect({ reconnects24h, signal }).toEqual({ reconnects24h: 1, signal: -71 });
  });

  it('a session that tells its signal again, also to another ingest, has not connected again', async () => {
    const before = (await box()).reconnects24h;
    for (const signal of [-80, -81]) {
      const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 1 });
      for (let index = 0; index < 3; index += 1)
        await send(ingest, 'connection', { state: 'online', session: 'd', signal });
      await ingest.stop();
    }
    expect(await box()).toMatchObject({ reconnects24h: before + 1, signal: -81 });
  });

  it('that is no signal is refused with its name', async () => {
    const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 1 });
    expect(await send(ingest, 'connection', { state: 'online', session: 'c', signal: 4 })).toMatchObject({
      isRefused: true,
      refusals: [{ code: 'bad_value', key: 'signal' }],
    });
    await ingest.stop();
  });
});

it('what stands in a row and is no traffic is begun anew', () => {
  const seen = { hours: new Map([[NINE, 2]]), online: [], last: [] };
  for (const before of [null, 'text', { hours: 'many' }])
    expect(mergeTraffic(before, seen, NINE)).toEqual({ hours: [[NINE, 2]], connects: [], last: [], session: null });
});
