import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Actor } from '@/lib/platform/contract/actor';
import { exportUserEquipment } from '@/lib/features/users/contract';
import { exportUnitsOfUsers } from '@/lib/features/users/export';
import { validate } from '@/lib/platform/contract/validate';
import { serveOrders } from '../support/child';
import { BRANCHES } from '../support/world';

/** One export of accounts with their units to nowhere, as the product makes it: from the database, through the workbook, to the file. */

const HEAD: Actor = {
  sessionId: 's',
  username: 'exporter',
  nickName: 'exporter',
  userType: 0,
  customerType: 0,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(['USER_READ', 'SUPER_MASTER']),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};

serveOrders(1, async ({ branches = 0 }) => {
  const started = performance.now();
  const filters = validate(exportUserEquipment.input, {
    customerType: 2,
    branchCodes: BRANCHES.slice(0, branches).join(','),
  });
  const { body } = await exportUnitsOfUsers(HEAD, filters, 'zh-CN');
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream('/dev/null'));
  return { seconds: (performance.now() - started) / 1000, peak: process.resourceUsage().maxRSS * 1024 };
});
