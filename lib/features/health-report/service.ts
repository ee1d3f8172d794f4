import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { serve } from '@/lib/platform/contract/serve';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { getHealthReport, getHealthReportPdf, precheckHealthReport } from './contract';
import { documentOf } from './document';
import { paperOf } from './paper';
import { requireSubject } from './read';
import { makeHealthReport } from './report';

/** A customer's file bears his name, everybody else's the first project and that there are more (doc3 §6, §9). */
export function healthFilename(actor: Pick<Actor, 'userType' | 'nickName'>, names: readonly string[]): string {
  const word = (key: string, params: Record<string, string>) =>
    translateServer(DEFAULT_LANGUAGE, 'healthReport', `file.${key}`, params);
  const [first = ''] = names;
  if (isCustomer(actor)) return word('one', { name: actor.nickName });
  return names.length > 1 ? word('several', { name: first }) : word('one', { name: first });
}

export const services = [
  serve(getHealthReport, ({ actor, language }, input) => makeHealthReport(actor, input, language)),
  serve(precheckHealthReport, async ({ actor }, input) => ({
    equipmentTotal: (await requireSubject(actor, input, Date.now())).total,
  })),
  serve(getHealthReportPdf, async ({ actor, language }, { username: _asked, ...input }) => {
    await requireExportAllowed(actor);
    const now = Date.now();
    const subject = await requireSubject(actor, input, now);
    const report = await makeHealthReport(actor, input, language, now);
    const pdf = await drawPaper(paperOf(documentOf(report, language), language, now));
    const names = subject.projects.map(({ projectName }) => projectName);
    return new FileAnswer(new Blob([new Uint8Array(pdf)]).stream(), healthFilename(actor, names), 'application/pdf');
  }),
];
