import { closeDb } from '@/lib/platform/db/client';
import { failStart } from '@/lib/platform/system/lifecycle';
import { examine, linesOf } from './doctor';

async function main(): Promise<void> {
  const findings = await examine(Date.now);
  process.stdout.write(`${linesOf(findings).join('\n')}\n`);
  await closeDb();
  process.exit(findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0);
}

main().catch(failStart);
