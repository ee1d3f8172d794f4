import type pg from 'pg';
import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';
import { usualMonths } from '@/lib/features/health-report/shared/report-days';
import { nextDue, type DueDay } from '@/lib/features/report-subscriptions/shared/due-days';
import type { EndReason, SubscriptionKindName } from '@/lib/features/report-subscriptions/value-sets';
import { BIWEEKLY_DAYS, biweeklyWindow, monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { MailState } from '@/lib/platform/mail/contract';
import type { Account, Persona } from './accounts';
import { copyMails, MAIL_ERRORS, newMailIds, type MailLine } from './mail-rows';
import type { Project } from './projects';
import type { Row } from './rows';

/** Report subscriptions with every result that one can have, most of them of who shows the portal. */

interface DemoSubscription {
  readonly persona: Persona;
  /** Absent: the report on projects. */
  readonly kind?: SubscriptionKindName;
  /** Null: the days of biweekly reports. */
  readonly day: DueDay;
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
  { persona: 'platformAdmin', kind: 'biweekly', day: null, results: ['SENT', 'SENT'] },
  { persona: 'platformAdmin', kind: 'monthly', day: 5, results: ['SENT', { reason: 'too_many_equipment' }, 'SENT'] },
  { persona: 'branchManager', kind: 'monthly', day: 6, language: 'en', results: ['SENT'] },
  {
    persona: 'customerElite',
    kind: 'biweekly',
    day: null,
    results: ['SENT', { reason: 'biweeklyMissing' }],
  },
];

/** In the project of a sample e-mail. */
const UNITS = 12;

const momentOf = (day: string) => new Date(parseWallTime(`${day} 07:04:00`) ?? 0);

/** Its due days before now, the latest first. */
function dueDays({ day, results }: DemoSubscription, now: Date): string[] {
  const next = formatDate(nextDue(day, now.getTime()));
  return results.map((_, index) =>
    day === null
      ? dayAfter(next, -BIWEEKLY_DAYS * (index + 1))
      : `${monthOf(next, -1 - index).slice(0, 8)}${next.slice(8)}`,
  );
}

/** Subject and text, as the report's own e-mail has them; what it found is left out. */
function wordsOf(
  { kind = 'health', language = 'zh-CN' }: DemoSubscription,
  { due, name, total, units }: { due: string; name: string; total: number; units: number },
) {
  const isHealth = kind === 'health';
  const namespace = isHealth ? 'healthReport' : 'unitReports';
  const month = monthOf(due, -1).slice(0, 7);
  const { from, until } = kind === 'biweekly' ? biweeklyWindow(due) : monthlyWindow(month, due);
  const { startDate, endDate } = isHealth ? usualMonths(due) : { startDate: from, endDate: until };
  const params = {
    name,
    title: isHealth
      ? translateServer(language, 'routes', 'healthReport')
      : translateServer(language, 'unitReports', `title.${kind}`),
    window: translateServer(language, 'unitReports', 'window', { startDate, endDate }),
    total,
    units,
  };
  const say = (key: string) => translateServer(language, namespace, `mail.${key}`, params);
  return { subject: say('subject'), text: `${say('greeting')}\n${say(isHealth ? 'attached' : 'archive')}` };
}

export async function loadReportSubscriptions(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { now, projects }: { readonly now: Date; readonly projects: readonly Project[] },
): Promise<void> {
  const owners = new Map(accounts.map((account) => [account.persona, account]));
  const mails: Omit<MailLine, 'id'>[] = [];
  const deliveries: Row[] = [];
  const rows = SUBSCRIPTIONS.map((subscription, index): Row => {
    const { persona, kind = 'health', day, language = 'zh-CN', isOff = false, end, results } = subscription;
    const owner = owners.get(persona);
    if (!owner) throw new Error(`the demo data need ${persona}`);
    const seen = projects.filter(
      ({ projectId, place }) =>
        owner.projects.includes(projectId) ||
        owner.branches.includes(place.branchCode) ||
        owner.userType === USER_TYPE.headOffice,
    );
    const chosen = seen.slice(index % 5, (index % 5) + 1 + (index % 3));
    const about = chosen.map(({ projectId }) => projectId);
    const name = chosen[0]?.projectName ?? '';
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
      const { subject, text } = wordsOf(subscription, { due, name, total: about.length, units: UNITS });
      mails.push({
        kind: kind === 'health' ? 'project' : kind,
        toAddress: address,
        username: null,
        branchCode: owner.branchCode,
        language,
        subject,
        content: `${text}\n\n${translateServer(language, 'reportSubscriptions', 'because', { name: owner.nickName })}`,
        state: result,
        error: MAIL_ERRORS[result] ?? null,
        tries: result === 'SUPPRESSED' ? 0 : 1,
        made,
      });
      deliveries.push([subscriptionId, due, mails.length - 1, null, null, made]);
    }
    const goesOn = !isOff && end === undefined;
    return [
      subscriptionId,
      owner.username,
      kind,
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
  const ids = await newMailIds(client, mails.length);
  const idOf = (index: unknown) => (typeof index === 'number' ? (ids[index] ?? null) : null);
  await copyMails(
    client,
    mails.map((mail, index) => ({ ...mail, id: ids[index] ?? 0 })),
    now,
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
