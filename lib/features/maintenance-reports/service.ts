import { Readable } from 'node:stream';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { serve } from '@/lib/platform/contract/serve';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { archiveOf } from './archive';
import { downloadReportZip, getReportPdf, queryReportsByEquipment, queryReportsByPhone } from './contract';
import { documentOf, requireReport } from './documents';
import { findReportsByEquipment, findReportsByPhone } from './list';

export const services = [
  serve(queryReportsByPhone, ({ actor }, query) => findReportsByPhone(actor, query)),
  serve(queryReportsByEquipment, ({ actor }, query) => findReportsByEquipment(actor, query)),
  serve(downloadReportZip, ({ actor }, asked) => archiveOf(actor, asked)),

  serve(getReportPdf, async ({ actor }, { jobNo, download }) => {
    if (download) await requireExportAllowed(actor);
    const { filename, prepare, open } = await documentOf(actor, await requireReport(actor, jobNo));
    await prepare();
    const body = Readable.toWeb(Readable.from(await open(), { objectMode: false })) as ReadableStream<Uint8Array>;
    return new FileAnswer(body, filename, 'application/pdf', download === undefined);
  }),
];
