import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseConfig } from '@/lib/config';
import { createWebServer } from '@/lib/programs/web/server';
import { freePorts } from '../../../support/ports';
import { programFile } from '../../../support/programs';
import { until } from '../../../support/until';
import { requirePrograms } from './programs';

/** A portal on more than one process each: gateways as programs, thin web servers, and what stands between and below them. */

const root = path.resolve(__dirname, '../../../..');

/** Waits until somebody listens there. */
export async function untilOpen(port: number): Promise<void> {
  await until(async () => {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    return isOpen;
  });
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Redis and Mosquitto on ports of their own. Mosquitto checks no logins here. */
export async function startServers(): Promise<{ redisUrl: string; mqttUrl: string; stop(): Promise<void> }> {
  const programs = requirePrograms('redis-server', 'mosquitto');
  const folder = mkdtempSync(path.join(tmpdir(), 'lift-scale-out-'));
  const [redisPort = 0, mqttPort = 0] = await freePorts(2);
  writeFileSync(path.join(folder, 'mosquitto.conf'), `listener ${mqttPort} 127.0.0.1\nallow_anonymous true\n`);
  const children = [
    spawn(
      programs['redis-server'],
      ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    ),
    spawn(programs.mosquitto, ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' }),
  ];
  await Promise.all([untilOpen(redisPort), untilOpen(mqttPort)]);
  return {
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    async stop() {
      await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface GatewayProgram {
  child: ChildProcess;
  port: number;
}

/** A gateway of its own process, on free ports where `env` names none; ready when it says so. */
export async function startGateway(env: Record<string, string>): Promise<GatewayProgram> {
  const [port = 0, mqttPort = 0, rtmpPort = 0] = await freePorts(3);
  const ports = { GATEWAY_PORT: String(port), MQTT_PORT: String(mqttPort), VIDEO_RTMP_PORT: String(rtmpPort) };
  const child = spawn(process.execPath, [programFile('gateway')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...ports, ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('gateway ready')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
  return { child, port };
}

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** The thin server of a web process; pages are not part of this. */
export async function startWeb(gatewayUrl: string): Promise<Listening> {
  const settings = parseConfig({ GATEWAY_URL: gatewayUrl, INTERNAL_SECRET: randomBytes(24).toString('hex') });
  const server = createWebServer(settings, {
    request: (_request, response) => void response.end('page'),
    upgrade: (_request, socket) => void socket.destroy(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
