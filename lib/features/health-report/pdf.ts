import type { Actor } from '@/lib/platform/contract/actor';
import type { MadeFile } from '@/lib/platform/files/made-files';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { seesDatesOnly } from '@/lib/platform/strategy/limits';
import { documentOf } from './document';
import type { ReportDocument } from './document-shape';
import { healthFilename } from './file-name';
import type { ReportInput } from './input-contract';
import { paperOf } from './paper';
import { requireSubject } from './read';
import { makeHealthReport } from './report';

/** The report on paper, as the caller may see it. */
export interface HealthReportFile extends MadeFile {
  readonly document: ReportDocument;
  /** Of its projects. */
  readonly names: readonly string[];
}

/** @throws as getHealthReport; unavailable while nothing can be drawn */
export async function drawHealthReport(
  actor: Actor,
  input: ReportInput,
  language: Language,
  now: number,
): Promise<HealthReportFile> {
  const { projects } = await requireSubject(actor, input, now);
  const names = projects.map(({ projectName }) => projectName);
  const document = documentOf(await makeHealthReport(actor, input, language, now), language);
  // The file says itself when it was made: only the day for a reader who sees dates only.
  const madeAt = (await seesDatesOnly(actor)) ? (parseWallTime(formatDate(now)) ?? now) : now;
  const bytes = await drawPaper(paperOf(document, language, madeAt));
  return { name: healthFilename(actor, names), type: 'pdf', bytes, document, names };
}
