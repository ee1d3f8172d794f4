import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import { serve } from '@/lib/platform/contract/serve';
import { AccessLogDetail, exportAccessLog, getAccessLog, queryAccessLog } from './contract';
import { exportLines } from './export';
import { findAccessLogPage, logScope, toRows } from './list';

export const services = [
  serve(queryAccessLog, ({ actor }, query) => findAccessLogPage(actor, query)),

  serve(getAccessLog, async ({ actor }, { id }) => {
    const { span } = await cutToHistory(actor, {});
    const found = await requireRow(
      (within) => db().apiAccessLog.findFirst({ where: { AND: [{ id: BigInt(id) }, within] } }),
      { AND: [logScope(actor), { createDate: span }] },
    );
    const [row] = await toRows([found], await shownTime(actor), actor);
    return AccessLogDetail.parse({ ...row, userAgent: found.userAgent, params: found.params, diff: found.diff });
  }),

  serve(exportAccessLog, exportLines),
];
