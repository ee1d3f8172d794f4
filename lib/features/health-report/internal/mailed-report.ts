import type { Actor } from '@/lib/platform/contract/actor';
import type { MadeFile } from '@/lib/platform/files/made-files';
import type { Language } from '@/lib/platform/i18n/languages';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { requireFewProjects } from './few-projects';
import { mailWords } from '../mail-words';
import { drawHealthReport } from '../pdf';
import { requireSubject } from '../read';
import { daysOfMonths, usualMonths } from '../shared/report-days';
import { INTERVAL_DAYS } from '../value-sets';

/** The report as it is sent by itself: of the months that its list stands at. */

interface Question {
  readonly actor: Actor;
  readonly projectIds: readonly string[];
  readonly dueDate: string;
  readonly now: number;
}

const inputOf = ({ projectIds, dueDate }: Question) => ({
  projectId: [...projectIds],
  ...daysOfMonths(usualMonths(dueDate)),
  intervalDays: INTERVAL_DAYS,
});

/** @throws validation_failed (M17), not_found, no_object_permission, too_many_equipment, access_denied */
export async function checkMailedReport(question: Question): Promise<void> {
  requireFewProjects(question.actor, question.projectIds);
  await requireSubject(question.actor, inputOf(question), question.now);
}

/** @throws as checkMailedReport; access_denied where nothing may be exported; unavailable while nothing can be drawn */
export async function makeMailedReport(
  question: Question & { readonly language: Language },
): Promise<{ subject: string; text: string; files: MadeFile[] }> {
  const { actor, language, now } = question;
  await requireExportAllowed(actor);
  const file = await drawHealthReport(actor, inputOf(question), language, now);
  return { ...mailWords(file, language), files: [file] };
}
