import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient } from 'redis';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import { fileStore } from '@/lib/platform/files/open-store';
import { newStoredName } from '@/lib/platform/files/stored-names';
import { brokerMistakeOf, tryBroker } from '@/lib/programs/gateway/mqtt-client';
import { tryMailServer } from '@/lib/platform/mail/provider';
import { redisFailure, redisOptions } from '@/lib/platform/system/redis-options';
import { dataDisk } from '@/lib/platform/system/process-figures';
import { lookAtDatabase } from './doctor-database';
import { fault, note, ok, said, type Finding, type CheckAnswer } from './doctor-finding';

/** `npm run doctor`: what an operator would look at before calling somebody. It leaves nothing behind and prints no secret. */

const WAIT_MS = 10_000;
const FEW_BYTES = 2 * 2 ** 30;
const LEAST_BYTES = 200 * 2 ** 20;

const hostOf = (url: string) => new URL(url).host;
/** How an object store calls the error, which says more than its sentence. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

function lookAtNode(): CheckAnswer {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const text = `Node.js ${process.versions.node}`;
  return major < 22 ? note(`${text} gets no more updates; the images have a later one`) : ok(text);
}

function lookAtAddress(): CheckAnswer {
  const { publicUrl, mode } = config();
  if (mode === 'production' && publicUrl.startsWith('http://') && !/\/\/(localhost|127\.)/.test(publicUrl))
    return note(`${publicUrl} is not encrypted: no push messages, no installed portal, cookies in clear`);
  return ok(publicUrl);
}

async function lookAtData(): Promise<CheckAnswer[]> {
  const { dataDir } = config();
  const trial = await mkdtemp(join(dataDir, 'doctor-'));
  await rm(trial, { recursive: true });
  const { free } = (await dataDisk()) ?? { free: 0 };
  const gigabytes = `${(free / 2 ** 30).toFixed(1)} GB free`;
  const open: string[] = [];
  for (const name of await readdir(dataDir))
    if (/secret|key|vapid/i.test(name) && ((await stat(join(dataDir, name))).mode & 0o077) !== 0) open.push(name);
  return [
    { verdict: free < LEAST_BYTES ? 'fault' : free < FEW_BYTES ? 'note' : 'ok', text: `${dataDir}: ${gigabytes}` },
    ...(open.length > 0 ? [fault(`others may read ${open.join(', ')}; chmod go= makes them private`)] : []),
  ];
}

/** Puts a file into the bucket, reads and removes it: what the portal needs to be allowed. */
async function lookAtFiles(): Promise<CheckAnswer | undefined> {
  const { dataDir, filesBucket } = config();
  if (!filesBucket) return undefined;
  const store = fileStore();
  const trial = await mkdtemp(join(dataDir, 'doctor-'));
  const step = async <T>(right: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
      throw new Error(`${store.name} does not ${right} a file: ${nameOf(cause)} ${said(cause)}`, { cause: error });
    }
  };
  try {
    const bytes = randomBytes(64);
    const [path, place] = [newStoredName('tmp'), join(trial, 'probe')];
    await writeFile(place, bytes);
    await step('take', () => store.put(path, { place, size: bytes.length }));
    const read = await step('give', async () => buffer(await store.open(path)));
    await step('list', async () => {
      for await (const name of store.list()) if (name) break;
    });
    await step('remove', () => store.remove(path));
    return read.equals(bytes) ? ok(store.name) : fault(`${store.name} gives other bytes than it was given`);
  } finally {
    await rm(trial, { recursive: true });
  }
}

async function lookAtBroker(): Promise<CheckAnswer> {
  const { url, port } = config().mqtt;
  if (url === undefined) return ok(`embedded, port ${port}`);
  const settings = { ...config().mqtt, url };
  try {
    await tryBroker(settings, WAIT_MS);
  } catch (error) {
    return fault(brokerMistakeOf(settings, error) ?? said(error) ?? '');
  }
  return /^(mqtts|ssl):/.test(url) || /\/\/([^@]*@)?(localhost|127\.|\[::1\])/.test(url)
    ? ok(hostOf(url))
    : note(`${hostOf(url)}, not encrypted; mqtts:// does that`);
}

async function lookAtRedis(): Promise<CheckAnswer | undefined> {
  const url = config().redisUrl;
  if (url === undefined) return undefined;
  const client = createClient(redisOptions(url, { reconnectStrategy: false, connectTimeout: WAIT_MS }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    return fault(redisFailure(url, error));
  } finally {
    if (client.isOpen) client.destroy();
  }
  if (url.startsWith('redis:') && !/^redis:\/\/([^@]*@)?(localhost|127\.|\[::1\])/.test(url))
    return note(`${hostOf(url)}, not encrypted; rediss:// does that`);
  return ok(hostOf(url));
}

async function lookAtGateway(): Promise<CheckAnswer> {
  const { gateway, upstream } = config();
  if (upstream !== undefined) return ok('of the back end');
  try {
    const answer = await fetch(`${gateway.url}/health`, { signal: AbortSignal.timeout(WAIT_MS) });
    return answer.ok ? ok(gateway.url) : fault(`${gateway.url} says ${answer.status}`);
  } catch {
    return note(`nobody answers at ${gateway.url}: it is not started, or elsewhere`);
  }
}

async function lookAtMail(): Promise<CheckAnswer> {
  const { provider, url } = config().mail;
  if (provider !== 'smtp' || url === undefined) return note(`provider ${provider}: no e-mail leaves this machine`);
  await tryMailServer(url);
  return ok(hostOf(url));
}

async function lookAtTexting(): Promise<CheckAnswer> {
  const { provider, url } = config().texting;
  if (provider !== 'http' || url === undefined)
    return note(`provider ${provider}: no text message leaves this machine`);
  await lookup(new URL(url).hostname);
  return ok(`${hostOf(url)} (a message was not sent)`);
}

/** Everything, one after the other; what fails says why and keeps nothing else from being looked at. */
export async function examine(now: () => number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (area: string, work: () => Promise<CheckAnswer | CheckAnswer[] | undefined> | CheckAnswer) => {
    try {
      const found = await work();
      findings.push(
        ...(found === undefined ? [] : Array.isArray(found) ? found : [found]).map((one) => ({ area, ...one })),
      );
    } catch (error) {
      findings.push({ area, ...fault(said(error) ?? '') });
    }
  };
  await look('Node.js', lookAtNode);
  await look('Address', lookAtAddress);
  await look('Data', lookAtData);
  await look('Files', lookAtFiles);
  await look('Database', () => lookAtDatabase(now));
  await look('Broker', lookAtBroker);
  await look('Redis', lookAtRedis);
  await look('Gateway', lookAtGateway);
  await look('E-mail', lookAtMail);
  await look('Texts', lookAtTexting);
  return findings;
}

const MARKS = { ok: '✓', note: '!', fault: '✗' } as const;

export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ area, verdict, text }) => `${MARKS[verdict]} ${area.padEnd(9)} ${text}`);
