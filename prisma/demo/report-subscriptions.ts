import type pg from 'pg';
import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';
import { usualMonths } from '@/lib/features/health-report/shared/report-days';
import { nextDue } from '@/lib/features/report-subscriptions/shared/due-days';
import type { EndReason } from '@/lib/features/report-subscriptions/value-sets';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { MailState } from '@/lib/platform/mail/contract';
import type { Account, Persona } from './accounts';
import type { Project } from './projects';
import type { Row } from './rows';

/** Report subscriptions with every result that one can have, most of them of who shows the portal. */

interface DemoSubscription {
  readonly persona: Persona;
  readonly day: number;
  readonly language?: Language;
  readonly isOff?: boolean;
  readonly end?: EndReason;
  /** Of its due dates, the latest first: the state of the e-mail, or why there was none. */
  readonly results: readonly (MailState | { readonly reason: string; readonly params?: object })[];
}

const SUBSCRIPTIONS: readonly DemoSubscription[] = [
  { persona: 'platformAdmin', day: 5, results: ['SENT', 'SENT', 'SENT', 'SENT'] },
  { persona: 'platformAdmin', day: 8, language: 'en', results: ['QUEUED', 'SENT'] },
  { persona: 'platformAdmin', day: 12, results: ['FAILED', 'SENT'] },
  { persona: 'platformAdmin', day: 3, results: ['REFUSED'] },
  { persona: 'platformAdmin', day: 20, results: ['BOUNCED', 'SENT'] },
  { persona: 'platformAdmin', day: 1, isOff: true, results: ['SENT'] },
  {
    persona: 'platformAdmin',
    day: 15,
    results: [{ reason: 'too_many_equipment', params: { units: 500 } }, 'SENT'],
  },
  { persona: 'platformAdmin', day: 9, end: 'optedOut', results: [{ reason: 'optedOut' }, 'SUPPRESSED', 'SENT'] },
  { persona: 'internalStaff', day: 10, end: 'projectsLost', results: [{ reason: 'projectsLost' }, 'SENT'] },
  { persona: 'branchManager', day: 6, results: ['SENT', { reason: 'exportDenied' }] },
  { persona: 'branchManager', day: 7, end: 'rightsLost', results: [{ reason: 'rightsLost' }] },
  { persona: 'customerElite', day: 5, language: 'en', results: [] },
];

const ERRORS: Readonly<Partial<Record<MailState, string>>> = {
  QUEUED: '451 4.7.1 Greylisted, try again later',
  FAILED: 'connect ETIMEDOUT',
  REFUSED: '550 5.1.1 The mailbox does not exist',
  BOUNCED: '552 5.2.2 Mailbox full',
  SUPPRESSED: 'optedOut',
};
const SENT_MS = 5000;

const momentOf = (day: string) => new Date(parseWallTime(`${day} 07:04:00`) ?? 0);

/** Its due days before now, the latest first. */
function dueDays({ day, results }: DemoSubscription, now: Date): string[] {
  const next = formatDate(nextDue(day, now.getTime()));
  return results.map((_, index) => `${monthOf(next, -1 - index).slice(0, 8)}${next.slice(8)}`);
}

export async function loadReportSubscriptions(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { now, projects }: { readonly now: Date; readonly projects: readonly Project[] },
): Promise<void> {
  const owners = new Map(accounts.map((account) => [account.persona, account]));
  const mails: Row[] = [];
  const deliveries: Row[] = [];
  const rows = SUBSCRIPTIONS.map((subscription, index): Row => {
    const { persona, day, language = 'zh-CN', isOff = false, end, results } = subscription;
    const owner = owners.get(persona);
    if (!owner) throw new Error(`the demo data need ${persona}`);
    const seen = projects.filter(
      ({ projectId, place }) =>
        owner.projects.includes(projectId) ||
        owner.branches.includes(place.branchCode) ||
        owner.userType === USER_TYPE.headOffice,
    );
    const about = seen.slice(index % 5, (index % 5) + 1 + (index % 3)).map(({ projectId }) => projectId);
    const name = projects.find(({ projectId }) => projectId === about[0])?.projectName ?? '';
    const address = `reports${index + 1}@example.com`;
    const subscriptionId = `demo-subscription-${index + 1}`;
    const days = dueDays(subscription, now);
    for (const [at, result] of results.entries()) {
      const due = days[at] ?? formatDate(now);
      const made = momentOf(due);
      if (typeof result !== 'string') {
        deliveries.push([
          subscriptionId,
          due,
          null,
          result.reason,
          result.params ? JSON.stringify(result.params) : null,
          made,
        ]);
        continue;
      }
      const title = translateServer(language, 'routes', 'healthReport');
      const { startDate, endDate } = usualMonths(due);
      const window = `${startDate} ${language === 'en' ? 'to' : '至'} ${endDate}`;
      const say = (key: string) =>
        translateServer(language, 'healthReport', `mail.${key}`, { name, title, window, total: about.length });
      mails.push([
        'project',
        address,
        owner.branchCode,
        language,
        say('subject'),
        `${say('greeting')}\n${say('attached')}\n\n${translateServer(language, 'reportSubscriptions', 'because', { name: owner.nickName })}`,
        '[]',
        result,
        ERRORS[result] ?? null,
        result === 'SUPPRESSED' ? 0 : 1,
        result === 'QUEUED' ? new Date(now.getTime() + 3_600_000) : null,
        result === 'SUPPRESSED' ? null : 'outbox',
        `<${subscriptionId}-${due}@example.com>`,
        made,
        result === 'SENT' || result === 'BOUNCED' ? new Date(made.getTime() + SENT_MS) : null,
      ]);
      deliveries.push([subscriptionId, due, mails.length - 1, null, null, made]);
    }
    const goesOn = !isOff && end === undefined;
    return [
      subscriptionId,
      owner.username,
      'health',
      `{${about.join(',')}}`,
      address,
      language,
      day,
      !isOff,
      goesOn ? new Date(nextDue(day, now.getTime())) : null,
      end ?? null,
      end === undefined ? null : momentOf(days[0] ?? formatDate(now)),
      momentOf(dayAfter(days.at(-1) ?? formatDate(now), -20)),
      now,
    ];
  });
  const { rows: ids } = await client.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('mail_log', 'id')) AS id FROM generate_series(1, ${mails.length})`,
  );
  const idOf = (index: unknown) => (typeof index === 'number' ? Number(ids[index]?.id) : null);
  await copyRows(
    client,
    'mail_log',
    [
      'id',
      'kind',
      'to_address',
      'branch_code',
      'language',
      'subject',
      'content',
      'attachments',
      'state',
      'error',
      'tries',
      'next_at',
      'provider',
      'message_id',
      'create_date',
      'sent_date',
    ],
    mails.map((mail, index) => [idOf(index), ...mail]),
  );
  await copyRows(
    client,
    'report_subscription',
    [
      'subscription_id',
      'username',
      'kind',
      'project_ids',
      'email_address',
      'language',
      'day',
      'enabled',
      'next_at',
      'end_reason',
      'end_date',
      'create_date',
      'update_date',
    ],
    rows,
  );
  await copyRows(
    client,
    'report_delivery',
    ['subscription_id', 'due_date', 'mail_id', 'reason', 'params', 'create_date'],
    deliveries.map(([id, due, mail, ...rest]) => [id, due, idOf(mail), ...rest] as Row),
  );
}
