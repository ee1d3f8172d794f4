import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { failure } from '@/lib/platform/contract/envelope';
import { AppError, ERROR_CODES } from '@/lib/platform/contract/errors';
import { LANGUAGE_COOKIE, parseLanguage } from '@/lib/platform/i18n/languages';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { metric } from '@/lib/platform/system/metrics';
import type { LoadShedder } from '@/lib/platform/system/load';
import { importanceOf } from './importance';

/** What a caller is told whose request is refused because there is too much to do: wait, and ask again. */

/** Seconds; not the same for everybody, so that not all come back at once. */
const SHORTEST_WAIT = 2;
const LONGEST_WAIT = 6;

const refused = () =>
  metric(
    'portal_requests_refused_total',
    (registers) =>
      new Counter({
        name: 'portal_requests_refused_total',
        help: 'Requests that were refused because this process had more to do than it can',
        labelNames: ['importance'],
        registers,
      }),
  );

/** A whole page without scripts, which asks again by itself. */
function page(message: string, language: string, seconds: number): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${seconds}"><title>${message}</title><style>body{display:grid;min-height:100vh;margin:0;place-items:center;background:#0a0e13;color:#e7eef6;font:18px/1.6 system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}main{box-sizing:border-box;width:min(560px,100% - 32px);padding:32px;border:1px solid #233041;border-top:5px solid #f0a33b;border-radius:8px;background:#111821}</style></head><body><main role="status">${message}</main></body></html>`;
}

const cookieOf = ({ headers: { cookie = '' } }: IncomingMessage, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookie)?.[1];

/** The envelope (api.md §1.3) in each language, made once. */
const envelopes = new Map<Language, Buffer>();

function envelope(language: Language): Buffer {
  let made = envelopes.get(language);
  if (!made) {
    made = Buffer.from(JSON.stringify(failure(new AppError('unavailable'), language)));
    envelopes.set(language, made);
  }
  return made;
}

/**
 * 503 with Retry-After: a page for a browser that opens one, else the envelope. Thousands may be refused in a second, so it
 * does next to nothing.
 */
function refuse(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const seconds = SHORTEST_WAIT + Math.floor(Math.random() * (LONGEST_WAIT - SHORTEST_WAIT + 1));
  const isPage = request.method === 'GET' && request.headers['sec-fetch-dest'] === 'document';
  const language = parseLanguage(isPage ? cookieOf(request, LANGUAGE_COOKIE) : request.headers['accept-language']);
  const body = isPage ? page(translateServer(language, 'errors', 'busy'), language, seconds) : envelope(language);
  response
    .writeHead(ERROR_CODES.unavailable, {
      ...headers,
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Retry-After': seconds,
    })
    .end(request.method === 'HEAD' ? undefined : body);
}

/**
 * @param headers what every answer of this server carries
 * @returns what refuses a request of this path for which there is no place; true: it is refused, and answered
 */
export function loadGate(shedder: LoadShedder, headers: Readonly<Record<string, string>>) {
  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    // Nearly always there is nothing to look up.
    if (!shedder.isLimited) return false;
    const importance = importanceOf(request.method ?? 'GET', path);
    const leave = shedder.enter(importance);
    if (leave) {
      response.once('close', leave);
      return false;
    }
    refused().inc({ importance });
    refuse(request, response, headers);
    return true;
  };
}
