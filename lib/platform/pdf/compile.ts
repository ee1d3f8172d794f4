import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { z } from 'zod';
import en from '@/messages/en/common.json';
import zh from '@/messages/zh-CN/common.json';
import { drawCharts } from './draw-charts';
import type { Paper } from './paper';
import { PAPER_TEMPLATE } from './template';

/**
 * Draws one document after the other, synchronously and with a font of ten megabytes in hand: for a process of its own
 * (`lib/programs/paper`), never for one that answers people. The compiler sees an empty folder; our template imports nothing
 * and reads nothing but its inputs.
 */

/** Rounds of the compiler's memory that results survive: forms are alike, their contents are not. */
const KEPT_ROUNDS = 2;
/** Which page of how many; the numbers are known when it is drawn. */
const PAGE = { 'zh-CN': zh.paper.page, en: en.paper.page };

/** The document with the names of its photos in place of their bytes, and the bytes by name. */
function withPhotoFiles(paper: ReturnType<typeof drawCharts>) {
  const files = new Map<string, Buffer>();
  const blocks = paper.blocks.map((block) =>
    block.kind === 'photos'
      ? {
          ...block,
          photos: block.photos.map(({ jpeg, ...photo }) => {
            if (jpeg === undefined) return photo;
            const file = `photo-${files.size}.jpg`;
            files.set(file, Buffer.from(jpeg, 'base64'));
            return { ...photo, file: `/${file}` };
          }),
        }
      : block,
  );
  return { paper: { ...paper, blocks }, files };
}

export interface PaperCompiler {
  /** @returns the bytes of the PDF @throws Error with the compiler's first complaint */
  draw(paper: z.output<typeof Paper>): Uint8Array;
}

/**
 * @param fonts their bytes, the first with a glyph is taken
 * @param workspace an empty folder
 */
export function paperCompiler(fonts: readonly Buffer[], workspace: string): PaperCompiler {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...fonts] }] });

  const complaintOf = (error: Parameters<NodeCompiler['fetchDiagnostics']>[0] | null): string => {
    const [first] = error === null ? [] : (compiler.fetchDiagnostics(error) as { message?: string }[]);
    return first?.message ?? 'the document could not be drawn';
  };

  return {
    draw(paper) {
      try {
        const { paper: drawn, files } = withPhotoFiles(drawCharts(paper));
        for (const [file, bytes] of files) compiler.mapShadow(join(workspace, file), bytes);
        const inputs = { paper: JSON.stringify(drawn), page: PAGE[paper.language] };
        const compiled = compiler.compile({ mainFileContent: PAPER_TEMPLATE, inputs });
        const { result } = compiled;
        if (result === null) throw new Error(complaintOf(compiled.takeError()));
        return compiler.pdf(result, { pdfTags: true, creationTimestamp: Math.floor(paper.madeAt / 1000) });
      } finally {
        compiler.resetShadow();
        compiler.evictCache(KEPT_ROUNDS);
      }
    },
  };
}
