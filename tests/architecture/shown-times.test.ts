import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who writes a whole time without asking whether the caller sees dates only (docs/decisions/009-data-strategy.md). */
const REASONS: Readonly<Record<string, string>> = {
  'lib/account/limits.ts': 'decides it',
  'lib/account/service.ts': 'the own account: its sessions, and the clock of the server',
  'lib/admin/outbox-main.ts': 'a program of the installation',
  'lib/equipment/service.ts': 'entrapment, whose time is never withheld',
  'lib/error-log/service.ts': 'reports of browsers about themselves',
  'lib/i18n/format.ts': 'defines it',
  'lib/notifications/news.ts': 'entrapment',
  'lib/notifications/notice-rows.ts': 'entrapment',
  'lib/session/links.ts': 'the end of a link',
  'lib/strategies/service.ts': 'the strategies themselves',
};

const ROOT = join(__dirname, '../..');
const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' }).map((name) => `lib/${name}`).filter((name) => name.endsWith('.ts') && !name.startsWith('lib/db/generated/'));

it('whoever writes a whole time on the server has asked shownTime, or has a reason', () => {
  const writers = files.filter((name) => readFileSync(join(ROOT, name), 'utf8').includes('formatDateTime')).sort();
  expect(writers).toEqual(Object.keys(REASONS).sort());
});
