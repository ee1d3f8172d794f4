import { config } from '@/lib/config';
import { takeUpload, takeUploadBytes } from '@/lib/platform/files/upload-quota';
import { beginExport } from '@/lib/platform/files/export-limit';
import { discardWaiting } from '@/lib/platform/files/waiting-room';
import { withTrail } from '@/lib/platform/audit/changes';
import { failure, success } from '@/lib/platform/contract/envelope';
import type { Envelope } from '@/lib/platform/contract/envelope';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';
import type { Service } from '@/lib/platform/contract/serve';
import type { Actor } from '@/lib/platform/contract/actor';
import { validate } from '@/lib/platform/contract/validate';
import type { HttpAnswer, Visitor, Incoming } from '@/lib/platform/http/exchange';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import { traced } from '@/lib/platform/system/tracing';
import { admit } from './admit';
import type { Grant } from './admit';
import { cookiesOf, toAnswer, writeDown } from './answer';
import type { CallOutcome } from './answer';
import { beginCall, contextOf } from './call-state';
import type { DoorCall } from './call-state';
import { createMatcher } from './match';
import { openFile } from './opened-file';
import type { Match } from './match';
import { readInput, readTyped } from './read-input';
import type { OperationInput } from './read-input';
import { asAppError, unavailable } from './refusal';
import { forward } from './upstream';

/**
 * The one door of the `/sms/` contract, step by step:
 *
 *   match → admit (caller, rate, origin, authority) → read (body, trimmed and bounded) → parse → run or forward
 *         → word (success, refusal) → cookies → write down (audit, metrics) → answer
 *
 * A request comes in at the first step. A page of ours knows its operation and brings its input as it is: it comes in at the
 * second, and gets the envelope. Knows nothing of Next; the web process and the gateway mount it, each over its own services.
 */
export interface Door {
  /** Loads the services, so that the first call does not wait for them. */
  open(): Promise<void>;
  /** Runs an operation for nobody and drops its answer, so that the first caller does not wait for what a first use makes. @throws AppError */
  rehearse<T extends Operation>(operation: T, input: InputOf<T>, actor: Actor): Promise<void>;
  /** Answers one request below `/sms/`. Never throws. The client address is that of `x-forwarded-for`, set by our server. */
  answer(request: Incoming): Promise<HttpAnswer>;
  /** A call of our own pages, with the headers of their visitor. Never throws; refusals are envelopes. */
  call<T extends Operation>(operation: T, input: InputOf<T>, visitor: Visitor): Promise<Envelope<OutputOf<T>>>;
}

const SMS_BASE = '/sms/';

/**
 * Makes a door. @param load the services of this process, called once; an operation without a service is `unavailable`
 */
export function createDoor(operations: readonly Operation[], load: () => Promise<readonly Service[]>): Door {
  const match = createMatcher(operations);
  let loading: Promise<ReadonlyMap<string, Service>> | undefined;
  const services = () =>
    (loading ??= load().then((all) => new Map(all.map((service) => [service.operation.name, service]))));

  return {
    async open() {
      await services();
    },

    async rehearse(operation, input, actor) {
      const found = typedMatch(operation, input);
      const call = beginCall({ headers: new Headers(), method: operation.method, path: found.path });
      const parsed = await read(call, operation, () => Promise.resolve(readTyped(input, found)));
      await run(call, operation, await services(), { actor }, parsed);
    },

    async answer(request) {
      const url = new URL(request.url);
      const { method, headers } = request;
      // A path that leaves the base by dots is not one of ours.
      const path = url.pathname.startsWith(SMS_BASE) ? url.pathname.slice(SMS_BASE.length) : '';
      const call = beginCall({ headers, method, path });
      const outcome = await settle(call, async () => {
        const found = (call.match = match(method, path));
        const grant = await admit(call, found);
        const parsed = await read(call, found.operation, () => readInput(request, found, url));
        return isForwarded(found.operation)
          ? forwardCall(call, found, parsed)
          : run(call, found.operation, await services(), grant, parsed);
      });
      const cookies = await cookiesOf(call);
      writeDown(call, outcome);
      return toAnswer(call, outcome, cookies, method === 'HEAD');
    },

    async call<T extends Operation>(operation: T, input: InputOf<T>, { headers }: Visitor) {
      const found = typedMatch(operation, input);
      const call = beginCall({ headers, method: operation.method, path: found.path });
      const outcome = await settle(call, async () => {
        call.match = found;
        const grant = await admit(call, found);
        const parsed = await read(call, operation, () => Promise.resolve(readTyped(input, found)));
        return isForwarded(operation)
          ? forwardCall(call, found, parsed)
          : run(call, operation, await services(), grant, parsed);
      });
      writeDown(call, outcome);
      // A page shows data; files are for links.
      await outcome.file?.body.cancel();
      call.endExport?.();
      return outcome.envelope as Envelope<OutputOf<T>>;
    },
  };
}

/** Runs the steps of a call to an outcome, whatever happens, and leaves no uploaded file behind. */
function settle(call: DoorCall, steps: () => Promise<CallOutcome>): Promise<CallOutcome> {
  return traced('sms', {}, async (span) => {
    const outcome = await settled(call, steps);
    const name = call.match?.operation.name ?? 'unknown';
    span.rename(`sms ${name}`);
    span.set({ 'portal.operation': name, 'http.response.status_code': outcome.status ?? outcome.envelope.code });
    return outcome;
  });
}

async function settled(call: DoorCall, steps: () => Promise<CallOutcome>): Promise<CallOutcome> {
  try {
    return await steps();
  } catch (error) {
    const refusal = asAppError(error, call.requestId);
    return { envelope: failure(refusal, call.language), headers: refusal.headers };
  } finally {
    if (call.upload)
      await discardWaiting(call.upload).catch((error: unknown) =>
        logger('door').warn({ err: error, requestId: call.requestId }, 'an upload stays in the waiting room'),
      );
  }
}

/** The operation and the keys of a call that names its operation itself. */
function typedMatch(operation: Operation, input: unknown): Match & { path: string } {
  const keys: Record<string, string> = {};
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((input as Record<string, unknown>)[name] ?? '');
    keys[name] = value;
    return encodeURIComponent(value);
  });
  return { operation, keys, path };
}

/**
 * Reads the input within its limits, parses it, and takes the places that uploads and exports need. @throws AppError
 */
async function read(call: DoorCall, operation: Operation, readIt: () => Promise<OperationInput>): Promise<unknown> {
  const username = call.caller?.actor?.username;
  if (operation.upload && username !== undefined) await takeUpload(username);
  const { values, upload } = await readIt();
  call.input = values;
  call.upload = upload;
  if (upload && username !== undefined) await takeUploadBytes(username, upload.size);
  const parsed: unknown = validate(operation.input, upload ? { ...values, file: upload } : values);
  if (operation.audit === 'export' && username !== undefined) call.endExport = await beginExport(username);
  return parsed;
}

const isForwarded = ({ isLocal }: Operation) => config().upstream !== undefined && !isLocal;

/** Lets the configured upstream answer. Its envelope and its status come back unchanged. */
async function forwardCall(call: DoorCall, match: Match, parsed: unknown): Promise<CallOutcome> {
  const { envelope, status, file, retryAfter } = await forward({
    operation: match.operation,
    match,
    parsed,
    input: call.input,
    upload: call.upload,
    headers: call.headers,
    caller: call.caller,
    isBrowser: call.isBrowser,
    context: contextOf(call),
  });
  return {
    envelope,
    status,
    file: file && (await openFile(file, call)),
    headers: retryAfter ? { 'Retry-After': retryAfter } : undefined,
  };
}

/** Runs the service of this process. Only the declared output leaves. @throws AppError */
async function run(
  call: DoorCall,
  operation: Operation,
  services: ReadonlyMap<string, Service>,
  grant: Grant,
  parsed: unknown,
): Promise<CallOutcome> {
  const service = services.get(operation.name);
  if (!service) throw unavailable();
  const context = { ...contextOf(call), ...grant };
  const answer = await withTrail(call.trail, () => service.handle(context as never, parsed as never));
  const data: unknown = operation.output.parse(answer);
  const message = operation.successKey
    ? translateServer(call.language, 'common', `success.${operation.successKey}`)
    : undefined;
  return data instanceof FileAnswer
    ? { envelope: success(null, message), file: await openFile(data, call) }
    : { envelope: success(data, message) };
}
