import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { fileStore } from '@/lib/platform/files/open-store';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { MailKind, MailState } from '@/lib/platform/mail/contract';
import { linkedFileHref } from '@/lib/platform/mail/linked-files';
import { optOutHref } from '@/lib/platform/mail/opt-out-link';
import type { Account } from './accounts';
import { copyMails, MAIL_ERRORS, newMailIds, type MailLine } from './mail-rows';

/** E-mails in every state; one carries the links that its receiver got, to a file and to the end of such e-mails. */

const HOUR_MS = 3_600_000;

interface DemoMail {
  readonly kind: MailKind;
  readonly state: MailState;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly error?: string;
  readonly tries?: number;
}

const MAILS: readonly DemoMail[] = [
  {
    kind: 'monthly',
    state: 'SENT',
    language: 'zh-CN',
    subject: '设备运行月报',
    text: '您好：\n上月的设备运行月报见附件链接。',
  },
  {
    kind: 'monthly',
    state: 'SENT',
    language: 'en',
    subject: 'Monthly operation report',
    text: 'Please find the report of the last month.',
  },
  {
    kind: 'maintenance',
    state: 'SENT',
    language: 'zh-CN',
    subject: '保养报告',
    text: '您好：\n本次保养已完成，请登录后查看并签名。',
  },
  {
    kind: 'biweekly',
    state: 'QUEUED',
    language: 'zh-CN',
    subject: '设备健康双周报',
    text: '您好：\n本期双周报已生成。',
    tries: 1,
  },
  {
    kind: 'project',
    state: 'FAILED',
    language: 'zh-CN',
    subject: '项目变更通知',
    text: '您好：\n您的项目新增了2台设备。',
    tries: 5,
  },
  {
    kind: 'maintenance',
    state: 'REFUSED',
    language: 'en',
    subject: 'Maintenance report',
    text: 'The maintenance of this month is done.',
    tries: 1,
  },
  {
    kind: 'monthly',
    state: 'BOUNCED',
    language: 'zh-CN',
    subject: '设备运行月报',
    text: '您好：\n上月的设备运行月报见附件。',
    tries: 1,
  },
  {
    kind: 'monthly',
    state: 'SUPPRESSED',
    language: 'zh-CN',
    subject: '设备运行月报',
    text: '您好：\n上月的设备运行月报见附件。',
    tries: 0,
  },
  {
    kind: 'other',
    state: 'SUPPRESSED',
    language: 'en',
    subject: 'Operation report',
    text: 'The report that you asked for.',
    error: 'fileGone',
    tries: 1,
  },
];

/** One page with one line. */
function smallPdf(line: string): Buffer {
  const text = `BT /F1 18 Tf 72 760 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Keeps the report that the first e-mail leads to. @returns its place among the attachments */
async function keepReport(client: pg.ClientBase, dataDir: string, now: Date) {
  const bytes = smallPdf(`Operation report of ${formatDate(now).slice(0, 7)}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = `${createHash('sha256')
    .update(`demo report ${formatDate(now)}`)
    .digest('base64url')
    .slice(0, 32)}.pdf`;
  const waiting = join(dataDir, 'uploads', 'waiting');
  await mkdir(waiting, { recursive: true, mode: 0o700 });
  const place = join(waiting, path);
  await writeFile(place, bytes, { mode: 0o600 });
  await fileStore(dataDir).put(path, { place, size: bytes.length });
  await rm(place, { force: true });
  const name = `${formatDate(now).slice(0, 7)}.pdf`;
  await copyRows(
    client,
    'stored_file',
    ['path', 'kind', 'name', 'mime', 'size', 'sha256', 'create_date'],
    [[path, 'report', name, 'application/pdf', bytes.length, sha256, now]],
  );
  return { path, name, size: bytes.length, isLinked: true };
}

/** What the receiver read below the text: the link to the file, and the one that ends such e-mails. */
function footOf(id: number, { language }: DemoMail, address: string, file: string, now: Date): string {
  const say = (key: string, params?: Record<string, string>) => translateServer(language, 'mailLog', key, params);
  return [
    say('links'),
    file,
    linkedFileHref(String(id), 0, now.getTime()),
    '',
    '-- ',
    say('foot', { href: optOutHref(address) }),
  ].join('\n');
}

export async function loadMails(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { dataDir, now }: { readonly dataDir: string; readonly now: Date },
): Promise<void> {
  const receivers = accounts.filter((account) => isCustomer(account) && !account.isDisabled);
  const report = await keepReport(client, dataDir, now);
  const ids = await newMailIds(client, MAILS.length);
  await copyMails(
    client,
    MAILS.map((mail, index): MailLine => {
      const { text, error, tries = 1, ...words } = mail;
      const receiver = receivers[index % receivers.length] as Account;
      const id = ids[index] ?? 0;
      const toAddress = `${receiver.username.toLowerCase()}@example.com`;
      const hasFile = index === 0;
      return {
        ...words,
        id,
        toAddress,
        username: receiver.username,
        branchCode: receiver.branchCode,
        content: hasFile ? `${text}\n\n${footOf(id, mail, toAddress, report.name, now)}` : text,
        attachments: hasFile ? [report] : [],
        error: error ?? MAIL_ERRORS[mail.state] ?? null,
        tries,
        made: new Date(now.getTime() - (index * 5 + 1) * HOUR_MS),
      };
    }),
    now,
  );
}
