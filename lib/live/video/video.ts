import type { Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { onPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { metric } from '@/lib/platform/system/metrics';
import { logger } from '@/lib/platform/system/log';
import { serveFlv } from './flv-endpoint';
import { Recordings } from './recordings';
import { Relay } from './relay';
import { startRtmpServer } from './rtmp-server';
import { TalkDevices } from './talk-devices';
import { TalkEndpoint } from './talk-endpoint';
import { onVideo } from './video-channel';
import { Watchers } from './watchers';

/** The whole relay: pictures in by RTMP, out by HTTP-FLV, talks by WebSocket (docs/decisions/016-video-relay.md). */

export interface VideoOptions {
  readonly rtmp: { readonly host: string; readonly port: number; readonly isChosen: boolean };
  readonly dataDir: string;
  /** Tests set it. */
  readonly now?: () => number;
  /** Time between two checks for ended sessions, ms. */
  readonly sweepMs?: number;
}

export interface Video {
  readonly relay: Relay;
  readonly recordings: Recordings;
  readonly watchers: Watchers;
  /** Undefined: no camera can publish, because the default port is in use. */
  readonly rtmpPort: number | undefined;
  /** Resolves when the traces of an earlier process are cleaned up. */
  readonly begun: Promise<void>;
  /** Answers a request below /sms/flv/. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on handles the WebSocket upgrades of talks. */
  attach(server: Server): void;
  /** The regular check: ends what is over. */
  sweep(isAll?: boolean): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_MS = 1000;
const RETRY_MS = 1000;
const MINUTE_MS = 60_000;

/** Starts the relay. Rejects when the chosen RTMP port is taken (EADDRINUSE). */
export async function startRelay({ rtmp, dataDir, now = Date.now, sweepMs = SWEEP_MS }: VideoOptions): Promise<Video> {
  const log = logger('video');
  const directory = join(dataDir, 'video');
  const recordings = new Recordings(directory, now);
  const relay = new Relay({ now, recordings });
  const watchers = new Watchers(now);
  const devices = new TalkDevices(directory);
  const talks = new TalkEndpoint(watchers, devices, now);
  let isClosed = false;
  /** Cleans up after an earlier process. A database that is unavailable must not keep the gateway from starting. */
  const begin = async () => {
    while (!isClosed) {
      try {
        await relay.begin();
        return await recordings.begin();
      } catch (error) {
        log.warn({ err: error }, 'the relay waits for the database');
        await sleep(RETRY_MS);
      }
    }
  };
  const begun = begin();
  const rtmpServer = await startRtmpServer(rtmp, async (request, kick) => {
    await begun;
    return relay.admit(request, kick);
  }).catch((error: unknown) => {
    const isOurs = rtmp.isChosen || (error as { code?: unknown }).code !== 'EADDRINUSE';
    isClosed = isOurs;
    if (isOurs) throw error;
    log.warn({ port: rtmp.port }, 'another program has the RTMP port, so no camera can publish; set VIDEO_RTMP_PORT');
    return undefined;
  });

  const report = (work: Promise<unknown>, what: string) =>
    void work.catch((error: unknown) => log.warn({ err: error }, what));
  let sweeping: Promise<void> | undefined;
  const sweep = (isAll = false) => {
    relay.checkSilence();
    sweeping ??= watchers.check(isAll).finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };
  const timers = [
    setInterval(() => report(sweep(), 'sessions not checked'), sweepMs),
    setInterval(() => {
      relay.tellStates();
      report(recordings.prune(), 'recordings not tidied');
    }, MINUTE_MS),
  ];
  for (const timer of timers) timer.unref();
  const stopPortal = onPortal({
    onFact: ({ topic }) => topic !== 'cube' && report(watchers.check(true), 'sessions not checked'),
    onGap: () => report(watchers.check(true), 'sessions not checked'),
  });
  const stopVideo = onVideo(
    ({ topic, key }) => {
      if (topic === 'session') watchers.endSession(key);
      else {
        report(relay.recheck(key), 'camera not checked');
        report(devices.recheck(key), 'camera not checked');
      }
    },
    () => report(watchers.check(true), 'sessions not checked'),
  );
  const gauge = (name: string, help: string) => metric(name, (registers) => new Gauge({ name, help, registers }));
  const count = setInterval(() => {
    gauge('video_watchers', 'Open streams and talks').set(watchers.size);
    gauge('video_streams', 'Cameras that play').set(relay.streams);
  }, SWEEP_MS);
  count.unref();

  return {
    relay,
    recordings,
    watchers,
    rtmpPort: (rtmpServer?.server.address() as AddressInfo | undefined)?.port,
    begun,
    serve: async (request, response) => {
      await begun;
      await serveFlv({ relay, recordings, watchers }, request, response);
    },
    attach: (server) =>
      void server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        talks.upgrade(request, socket, head);
      }),
    sweep,
    async close() {
      isClosed = true;
      for (const timer of [...timers, count]) clearInterval(timer);
      stopPortal();
      await stopVideo();
      watchers.close();
      talks.close();
      devices.close();
      await relay.close();
      await rtmpServer?.close();
      await relay.idle();
      await recordings.close();
    },
  };
}
