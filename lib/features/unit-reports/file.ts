import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { db } from '@/lib/platform/db/client';
import { safeFilenameOf } from '@/lib/platform/files/filename';
import { withMadeFiles, type MadeFile } from '@/lib/platform/files/made-files';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE, type Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { requireMailable } from '@/lib/platform/mail/opt-out';
import { queueMail } from '@/lib/platform/mail/queue';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { requireExportAllowed, seesDatesOnly } from '@/lib/platform/strategy/limits';
import { documentOf, type UnitReportKind } from './document';
import type { UnitReportDocument } from './document-shape';
import { reportMail } from './mail-words';
import { paperOf } from './paper';
import type { EquipmentReport } from './report-contract';

/** A report on a unit on paper, as the caller may see it, and the same by e-mail. */

export interface ReportToDraw {
  readonly kind: UnitReportKind;
  readonly report: EquipmentReport;
  /** `yyyy-MM-dd`: in its name. */
  readonly day: string;
  /** The moment of what it says. */
  readonly madeAt: number;
}

export interface UnitReportFile extends MadeFile {
  /** When it was made, as the caller may know. */
  readonly madeAt: number;
  readonly document: UnitReportDocument;
}

/** Chinese in every language (readings 52). */
export const reportFilename = ({ kind, report, day }: Omit<ReportToDraw, 'madeAt'>): string =>
  safeFilenameOf(report.equipmentInformation.equipmentName, (name) =>
    translateServer(DEFAULT_LANGUAGE, 'unitReports', `file.${kind}`, { name, day: day.replaceAll('-', '') }),
  );

/** @throws unavailable while nothing can be drawn */
export async function drawReport(actor: Actor, asked: ReportToDraw, language: Language): Promise<UnitReportFile> {
  const document = documentOf(asked.report, asked.kind, language);
  // The file says itself when it was made: only the day for a reader who sees dates only.
  const { madeAt } = asked;
  const told = (await seesDatesOnly(actor)) ? (parseWallTime(formatDate(madeAt)) ?? madeAt) : madeAt;
  const bytes = await drawPaper(paperOf(document, language, told));
  return { name: reportFilename(asked), type: 'pdf', bytes, document, madeAt: told };
}

export const fileAnswer = ({ name, bytes }: UnitReportFile): FileAnswer =>
  new FileAnswer(new Blob([new Uint8Array(bytes)]).stream(), name, 'application/pdf');

/** @throws access_denied, validation_failed: an address that opted out; unavailable where no e-mail can be sent */
export async function mailFile(
  actor: Actor,
  { kind, emailAddress, language }: { kind: UnitReportKind; emailAddress: string; language: Language },
  draw: () => Promise<UnitReportFile>,
): Promise<null> {
  await requireExportAllowed(actor);
  await requireMailable(emailAddress);
  const file = await draw();
  const { suppressed } = await withMadeFiles([file], (keep) =>
    db().$transaction(async (sql) =>
      queueMail(
        sql,
        {
          kind,
          to: emailAddress,
          ...reportMail(file.document, language),
          language,
          username: actor.username,
          branchCode: actor.branchCode,
          attachments: await keep(sql, { kind: 'mailedReport', username: actor.username }),
        },
        Date.now(),
      ),
    ),
  );
  if (suppressed === 'noProvider') throw new AppError('unavailable', { messageKey: 'mailNoProvider' });
  return null;
}
