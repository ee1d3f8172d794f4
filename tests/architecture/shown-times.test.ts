import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who writes a whole time without asking whether the caller sees dates only (docs/decisions/009-data-strategy.md). */
const REASONS: Readonly<Record<string, string>> = {
  'lib/platform/strategy/limits.ts': 'decides it',
  'lib/features/callbacks/internal/technician-work.ts': 'who was sent to a call-out works by its times',
  'lib/features/assignments/find.ts': 'who was sent to a call-out works by its times',
  'lib/features/technician-links/internal/message.ts': 'who was sent to a call-out works by its times',
  'lib/features/equipment-groups/internal/plan-reminders.ts':
    'who starts and stops units works by the hours of the plan',
  'lib/features/account/service.ts': 'their own account: its sessions, and the clock of the server',
  'lib/features/cameras/shared/record-range.ts': 'what a form begins with',
  'lib/programs/admin/outbox-main.ts': 'a program of the installation',
  'lib/features/equipment/service.ts': 'entrapment, whose time is never withheld',
  'lib/features/entrapments/internal/texts.ts': 'entrapment, to whoever helps',
  'lib/features/error-log/service.ts': 'reports of browsers about themselves',
  'lib/platform/i18n/format.ts': 'defines it',
  'lib/platform/files/zip-stream.ts':
    'the moment of an entry, which its maker has cut to the day where dates only are seen',
  'lib/features/maintenance-reports/documents.ts': 'the kept document; who sees dates only gets another one',
  'lib/features/notifications/internal/acknowledge-notices.ts': 'entrapment',
  'lib/features/notifications/lists.ts': 'entrapment',
  'lib/features/notifications/channel-texts.ts': 'entrapment',
  'lib/features/notifications/notice-rows.ts': 'entrapment',
  'lib/features/health-report/report.ts': 'the moment the report was made, as a day where dates only are seen',
  'lib/features/session/links.ts': 'the end of a link',
  'lib/features/dashboards/read.ts': 'the moment the numbers were made, which tells of no row',
  'lib/features/strategies/service.ts': 'the strategies themselves',
};

const ROOT = join(__dirname, '../..');
const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .map((name) => `lib/${name}`)
  .filter((name) => name.endsWith('.ts') && !name.startsWith('lib/platform/db/generated/'));

it('whoever writes a whole time on the server has asked shownTime, or has a reason', () => {
  const writers = files.filter((name) => readFileSync(join(ROOT, name), 'utf8').includes('formatDateTime')).sort();
  expect(writers).toEqual(Object.keys(REASONS).sort());
});
