import { z } from 'zod';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { maskAddress } from '@/lib/platform/mail/opt-out-link';
import { Attachment } from '@/lib/platform/mail/queue';
import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import { accountRowScope } from '@/lib/platform/auth/scope/scope';
import { isMaster } from '@/lib/platform/contract/authorities';
import { MailLogRow, MAX_MAIL_DAYS } from './contract';
import { mailReason } from './internal/mail-reason';
import type { MailFilters, queryMailLog } from './contract';

/** Reads the log of e-mails: those in scope, filtered, page by page. */

type Where = Prisma.MailLogWhereInput;

/** E-mails of accounts in scope; those without a branch belong to the head office. */
export const mailScope = (actor: Actor): Where => accountRowScope(actor, 'username');

const seesAddresses = (actor: Actor) => isMaster(actor);

async function mailWhere(actor: Actor, { toAddress, kind, state, username, ...days }: MailFilters) {
  const asked = dayRange(days, { isRequired: true, maxDays: MAX_MAIL_DAYS }) ?? {};
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      mailScope(actor),
      { createDate: span },
      // A reader who sees masked addresses must not find out the rest by searching.
      ...(toAddress
        ? [
            {
              toAddress: seesAddresses(actor)
                ? containsText(toAddress)
                : { equals: toAddress, mode: 'insensitive' as const },
            },
          ]
        : []),
      ...(kind ? [{ kind: { in: kind } }] : []),
      ...(state ? [{ state: { in: state } }] : []),
      ...(username ? [{ username }] : []),
    ],
  };
  return { where, cut };
}

const mails = keyedList({
  name: 'queryMailLog',
  id: 'id',
  emptyLast: ['sentDate'],
  count: (where: Where) => db().mailLog.count({ where }),
  keys: (sql, stretch) => sql.mailLog.findMany({ ...stretch, select: { id: true } }),
  rows: (ids) => db().mailLog.findMany({ where: { id: { in: ids } } }),
});

/** A page of the e-mails the caller may see. @throws validation_failed */
export async function findMailLogPage(
  actor: Actor,
  query: ParsedOf<typeof queryMailLog>,
  language: Language,
): Promise<OutputOf<typeof queryMailLog>> {
  const { where, cut } = await mailWhere(actor, query);
  const [{ total, rows }, time] = await Promise.all([mails.page(actor, query, where), shownTime(actor)]);
  const seesAll = seesAddresses(actor);
  // A server's answer often contains the address.
  const shown = <T extends string | null>(text: T, address: string) =>
    seesAll || text === null ? text : text.replaceAll(address, maskAddress(address));
  const records = rows.map((row) =>
    MailLogRow.parse({
      ...row,
      id: String(row.id),
      createDate: time(row.createDate),
      sentDate: row.sentDate && time(row.sentDate),
      toAddress: shown(row.toAddress, row.toAddress),
      attachments: z
        .array(Attachment)
        .catch([])
        .parse(row.attachments)
        .map(({ name }) => name),
      error: shown(mailReason(row, language), row.toAddress),
    }),
  );
  return { ...page(records, total, query), ...cut };
}
