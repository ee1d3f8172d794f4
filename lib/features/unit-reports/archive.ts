import { Buffer } from 'node:buffer';
import type { Actor } from '@/lib/platform/contract/actor';
import { zipStream } from '@/lib/platform/files/zip-stream';
import type { Language } from '@/lib/platform/i18n/languages';
import { drawReport, type ReportToDraw } from './file';

/** Each name once: units may be called alike. */
function uniqueName(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.pdf$/, '');
  let unique = name;
  for (let n = 2; taken.has(unique); n++) unique = `${stem}(${n}).pdf`;
  taken.add(unique);
  return unique;
}

/** Reports on units as one zip of their PDFs; each is drawn when the one before it is written. */
export function reportArchive(
  actor: Actor,
  reports: readonly ReportToDraw[],
  language: Language,
): AsyncGenerator<Uint8Array> {
  const taken = new Set<string>();
  async function* parts() {
    for (const report of reports) {
      const { name, bytes, madeAt } = await drawReport(actor, report, language);
      yield { path: uniqueName(name, taken), at: new Date(madeAt), data: [Buffer.from(bytes)] };
    }
  }
  return zipStream(parts());
}
