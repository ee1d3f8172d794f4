import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { MAX_PAPER_BYTES } from '@/lib/platform/pdf/draw';
import { Paper } from '@/lib/platform/pdf/paper';
import { PaperBusy } from '@/lib/platform/pdf/pool';
import type { PaperCommand, PaperPool } from '@/lib/platform/pdf/pool';
import { INTERNAL_HEADER, knowsInternalSecret } from '@/lib/platform/system/internal';
import { logger } from '@/lib/platform/system/log';

/** The gateway's side of `drawPaper`: `POST /paper` with the internal secret, a document in JSON, a PDF back (readings 106). */

/** The drawing program: beside the running bundle, or from its source in development. */
export function paperCommand(running = process.argv[1] ?? ''): PaperCommand {
  const bundle = join(dirname(running), 'paper.mjs');
  return existsSync(bundle) ? { file: bundle } : { file: 'lib/programs/paper/main.ts', execArgv: ['--import', 'tsx'] };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_PAPER_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Answers a document; an error is one line of text, which only our own processes read. */
export function answerPaper(pool: PaperPool, internalSecret: string) {
  const log = logger('paper');
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(`${text}\n`);
    };
    const given = request.headers[INTERNAL_HEADER];
    if (request.method !== 'POST') return answer(405, 'method not allowed');
    if (typeof given !== 'string' || !knowsInternalSecret(given, internalSecret)) return answer(403, 'not for you');
    const paper = Paper.safeParse(await readJson(request));
    if (!paper.success) return answer(400, z.prettifyError(paper.error));
    try {
      const pdf = await pool.draw(paper.data);
      response.writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Length': pdf.byteLength,
        'Cache-Control': 'no-store',
      });
      response.end(pdf);
    } catch (error) {
      const isBusy = error instanceof PaperBusy;
      if (!isBusy) log.error({ err: error, title: paper.data.title }, 'a document was not drawn');
      answer(isBusy ? 503 : 422, error instanceof Error ? error.message : String(error));
    }
  };
}
