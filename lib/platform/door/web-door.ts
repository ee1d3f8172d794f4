import { config } from '@/lib/config';
import { toResponse } from '@/lib/platform/http/exchange';
import type { HttpAnswer, Incoming } from '@/lib/platform/http/exchange';
import { createDoor } from './door';
import type { Door } from './door';
import { openApiDocument } from './openapi';
import { loadWebServices, OPERATIONS } from './registry';

/**
 * The door of the web process, one per process: Next loads modules more than once, and the thin server around it calls
 * it, too.
 */
const holder = globalThis as typeof globalThis & { portalDoor?: Door };

export function webDoor(): Door {
  return (holder.portalDoor ??= createDoor(OPERATIONS, loadWebServices));
}

const DOCUMENT_PATH = '/sms/openapi.json';

/** Answers everything below `/sms/`: calls, and the document that describes them. */
export async function answerSms(request: Incoming): Promise<HttpAnswer> {
  if (request.method !== 'GET' || new URL(request.url).pathname !== DOCUMENT_PATH) return webDoor().answer(request);
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    cookies: [],
    body: JSON.stringify(openApiDocument(config().publicUrl)),
  };
}

/** The same for web requests. */
export async function handleSms(request: Request): Promise<Response> {
  return toResponse(await answerSms(request));
}
