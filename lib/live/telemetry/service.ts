import { AppError, FieldError, type ErrorId } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { ingest, mqttAcl, mqttAuth } from './contract';
import { authenticateCube } from './cube-auth';
import type { Ingest, IngestResult } from './ingest';
import type { EntryRefusal, RefusalCode } from './refusal';
import { MAX_BYTES, mayPublish, maySubscribe } from './topics';

/** Ingest over HTTPS and the hooks of an outside broker (api.md §2.27). */

/** Nobody waits longer than this for a commit. The box sends again, which is harmless. */
const COMMIT_TIMEOUT_MS = 15_000;

const ERRORS: Partial<Record<RefusalCode, ErrorId>> = {
  forbidden: 'access_denied',
  too_large: 'payload_too_large',
  rate_limited: 'rate_limited',
  server_error: 'server_error',
};

function errorOf(found: EntryRefusal | undefined): AppError {
  const id = found && ERRORS[found.code];
  if (id) return new AppError(id, { headers: id === 'rate_limited' ? { 'Retry-After': '1' } : {} });
  return new FieldError(found?.key ?? 'body', 'badValue');
}

function delivered(ingestor: Ingest, delivery: Omit<Parameters<Ingest['offer']>[0], 'settle'>): Promise<IngestResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new AppError('unavailable', { headers: { 'Retry-After': '5' } })),
      COMMIT_TIMEOUT_MS,
    );
    ingestor.offer({
      ...delivery,
      settle: (result) => {
        clearTimeout(timer);
        resolve(result);
      },
    });
  });
}

/** The services over the ingest of this process. */
export function telemetryServices(ingestor: Ingest) {
  return [
    serve(ingest, async (_context, { cubeNo, leaf, ...body }) => {
      // The same limit as over MQTT. It is measured on the serialised body, because the body arrives parsed.
      if (Buffer.byteLength(JSON.stringify(body)) > MAX_BYTES[leaf]) throw new AppError('payload_too_large');
      if (!ingestor.hasRoom()) throw new AppError('unavailable', { headers: { 'Retry-After': '5' } });
      const result = await delivered(ingestor, { cubeNo, leaf, source: 'http', payload: { body } });
      if (result.isRefused) throw errorOf(result.refusals[0]);
      return {
        applied: result.applied,
        ignored: result.ignored,
        rejected: result.refusals.map((found) => ({ key: found.key ?? null, reason: found.code })),
      };
    }),
    ...brokerHookServices,
  ];
}

/** The hooks need no ingest, so any gateway answers them. */
export const brokerHookServices = [
  serve(mqttAuth, async (_context, { clientid, username, password }) => {
    const isAllowed = username === clientid && (await authenticateCube(clientid, password ?? ''));
    return { result: isAllowed ? ('allow' as const) : ('deny' as const) };
  }),
  serve(mqttAcl, async (_context, { clientid, username, action, topic }) => {
    const may = action === 'publish' ? mayPublish : maySubscribe;
    return { result: username === clientid && may(clientid, topic) ? ('allow' as const) : ('deny' as const) };
  }),
];
