import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { exportRunCount } from '@/lib/features/operation-report/contract';
import { exportReport } from '@/lib/features/operation-report/export';
import { validate } from '@/lib/platform/contract/validate';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../../support/actors';
import { serveOrders } from '../support/child';
import { BRANCHES } from '../support/world';

/** One export of the operation report over 31 days to nowhere, as the product makes it. */

const DAY_MS = 86_400_000;

serveOrders(1, async ({ branches = 0 }) => {
  const started = performance.now();
  const asked = validate(exportRunCount.input, {
    startDate: formatDate(Date.now() - 30 * DAY_MS),
    endDate: formatDate(Date.now()),
    branchCode: BRANCHES.slice(0, branches),
  });
  const { body } = await exportReport(
    { actor: actorOf(0, {}, ['EQUIPMENT_RUN_STATISTICS']), language: 'zh-CN' },
    asked,
  );
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream('/dev/null'));
  return { seconds: (performance.now() - started) / 1000, peak: process.resourceUsage().maxRSS * 1024 };
});
