import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What poppler's tools say of a PDF: readers that are not ours. */
function ask(pdf: Uint8Array, tool: string, ...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'a.pdf');
    writeFileSync(file, pdf);
    return execFileSync(tool, tool === 'pdftotext' ? [...options, file, '-'] : [...options, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 50_000_000,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The printed text, as it stands on the page; pages are parted by form feeds. */
export const pdfText = (pdf: Uint8Array): string => ask(pdf, 'pdftotext', '-layout');

/** The text without blanks and breaks: what is printed, however it was wrapped. */
export const pdfLetters = (pdf: Uint8Array): string => pdfText(pdf).replace(/[\s\u200b]+/g, '');

/** The letters without moments: what two drawings of one report have in common. */
export const undatedLetters = (pdf: Uint8Array): string =>
  pdfLetters(pdf).replaceAll(/\d{4}-\d\d-\d\d\d\d:\d\d:\d\d/g, '');

/** `pdfinfo` by its labels: Title, Tagged, Pages, Page size …; of one page `Page n size` */
export function pdfInfo(pdf: Uint8Array, page?: number): Record<string, string> {
  return Object.fromEntries(
    ask(pdf, 'pdfinfo', ...(page === undefined ? [] : ['-f', String(page), '-l', String(page)]))
      .split('\n')
      .flatMap((line) => {
        const at = line.indexOf(':');
        return at < 0 ? [] : [[line.slice(0, at).replace(/\s+/g, ' '), line.slice(at + 1).trim()]];
      }),
  );
}

/** All that a file says of itself outside of its pages: `pdfinfo` and the metadata as XML. */
export const pdfMetadata = (pdf: Uint8Array): string => ask(pdf, 'pdfinfo') + ask(pdf, 'pdfinfo', '-meta');

/** The fonts of a file and whether they are in it. */
export function pdfFonts(pdf: Uint8Array): { name: string; isEmbedded: boolean }[] {
  return ask(pdf, 'pdffonts')
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => {
      const [name = ''] = line.split(/\s+/);
      const [emb] = /\b(yes|no)\b/.exec(line.slice(55)) ?? [];
      return { name, isEmbedded: emb === 'yes' };
    });
}

/** How many pictures stand in a file. */
export const pdfImages = (pdf: Uint8Array): number =>
  ask(pdf, 'pdfimages', '-list').split('\n').slice(2).filter(Boolean).length;
