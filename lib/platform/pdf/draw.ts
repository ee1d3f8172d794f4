import { config } from '@/lib/config';
import { traceHeaders } from '@/lib/platform/system/tracing';
import { AppError } from '@/lib/platform/contract/errors';
import { INTERNAL_HEADER } from '@/lib/platform/system/internal';
import { MAX_PAPER_COLUMNS, MAX_PAPER_ROWS, type Paper } from './paper';

/** The gateway's path for drawing (readings 106); a browser cannot reach it. */
export const PAPER_PATH = '/paper';
/** A document with its strokes and charts. */
export const MAX_PAPER_BYTES = 16 * 1024 * 1024;
/** When to ask again, s. */
const RETRY_SEC = 10;
/** Longer than waiting and drawing take, shorter than a request may last (api.md §1.2). */
const TIMEOUT_MS = 110_000;

const away = (cause: unknown) =>
  new AppError('unavailable', { messageKey: 'paperUnavailable', headers: { 'Retry-After': String(RETRY_SEC) }, cause });

/** A table that no page holds is a workbook's. @throws bad_request with a sentence that says so */
export function refuseLargeTables({ blocks }: Pick<Paper, 'blocks'>): void {
  const isTooLarge = blocks.some(
    (block) =>
      block.kind === 'items' && (block.columns.length > MAX_PAPER_COLUMNS || block.rows.length > MAX_PAPER_ROWS),
  );
  if (isTooLarge)
    throw new AppError('bad_request', {
      messageKey: 'paperTooLarge',
      params: { rows: MAX_PAPER_ROWS, columns: MAX_PAPER_COLUMNS },
    });
}

/**
 * Has a document drawn by the gateway.
 * @returns the bytes of the PDF
 * @throws bad_request for a table over 12 columns or 5,000 rows; unavailable (503, Retry-After) while the gateway is away or has too much to draw; server_error for a document that
 *   cannot be drawn
 */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  refuseLargeTables(paper);
  const { gateway, internalSecret } = config();
  const answer = await fetch(new URL(PAPER_PATH, gateway.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [INTERNAL_HEADER]: internalSecret, ...traceHeaders() },
    body: JSON.stringify(paper),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw away(error);
  });
  if (answer.status === 200) {
    try {
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      throw away(error);
    }
  }
  const reason = await answer.text().catch(() => '');
  // A gateway without the role `jobs` never draws, but another one behind the same address may.
  if (answer.status === 503 || answer.status === 404) throw away(reason);
  throw new AppError('server_error', { cause: new Error(`the gateway refused a document: ${reason.slice(0, 500)}`) });
}
