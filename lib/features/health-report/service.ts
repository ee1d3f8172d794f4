import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { serve } from '@/lib/platform/contract/serve';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { getHealthReport, getHealthReportPdf, precheckHealthReport } from './contract';
import { mailReport } from './mail';
import { drawHealthReport } from './pdf';
import { listReportProjects, mailHealthReport } from './project-list-contract';
import { findReportProjects } from './project-list';
import { requireSubject } from './read';
import { makeHealthReport } from './report';

export const services = [
  serve(listReportProjects, ({ actor }, query) => findReportProjects(actor, query)),
  serve(getHealthReport, ({ actor, language }, input) => makeHealthReport(actor, input, language)),
  serve(precheckHealthReport, async ({ actor }, input) => ({
    equipmentTotal: (await requireSubject(actor, input, Date.now())).total,
  })),
  serve(getHealthReportPdf, async ({ actor, language }, { username: _asked, ...input }) => {
    await requireExportAllowed(actor);
    const { name, bytes } = await drawHealthReport(actor, input, language, Date.now());
    return new FileAnswer(new Blob([new Uint8Array(bytes)]).stream(), name, 'application/pdf');
  }),
  serve(mailHealthReport, ({ actor, language }, asked) => mailReport(actor, asked, language)),
];
