import { db, pool } from '@/lib/platform/db/client';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { noteChange } from '@/lib/platform/audit/changes';
import type {
  getNoticeDelay,
  listNoticeSwitches,
  saveNoticeDelay,
  saveNoticeSwitches,
  saveStripSettings,
  StripSettings,
} from './contract';
import { DELAYS, NOTICE_TYPES, STRIP_DEFAULTS, STRIP_SWITCHES } from './value-sets';

/** What an account wants to receive: eight switches (absent means on) and the delay (api.md §2.12). */

export async function readSwitches(username: string): Promise<OutputOf<typeof listNoticeSwitches>> {
  const stored = await db().notificationSwitch.findMany({ where: { username } });
  const of = new Map(stored.map(({ notificationType, enable }) => [notificationType, enable]));
  return NOTICE_TYPES.map((notificationType) => ({ notificationType, enable: of.get(notificationType) ?? true }));
}

export async function saveSwitches(username: string, { list }: ParsedOf<typeof saveNoticeSwitches>): Promise<null> {
  const before = await readSwitches(username);
  // The last entry of a type counts.
  const wanted = new Map(list.map(({ notificationType, enable }) => [notificationType, enable]));
  await db().$transaction(
    [...wanted].map(([notificationType, enable]) =>
      db().notificationSwitch.upsert({
        where: { username_notificationType: { username, notificationType } },
        create: { username, notificationType, enable },
        update: { enable },
      }),
    ),
  );
  noteChange(
    Object.fromEntries(before.map(({ notificationType, enable }) => [notificationType, enable])),
    Object.fromEntries(wanted),
  );
  return null;
}

export async function readDelay(username: string): Promise<OutputOf<typeof getNoticeDelay>> {
  const user = await db().user.findUnique({ where: { username }, select: { noticeDelay: true } });
  return { delay: DELAYS.find((delay) => delay === user?.noticeDelay) ?? 0 };
}

export async function saveDelay(username: string, { delay }: ParsedOf<typeof saveNoticeDelay>): Promise<null> {
  const before = await readDelay(username);
  await db().user.update({ where: { username }, data: { noticeDelay: delay } });
  noteChange(before, { delay });
  return null;
}

/** Stored beside the switches of messages, under names that are no kind of message. */
export async function readStrip(username: string): Promise<StripSettings> {
  // Every page asks: plain SQL is half the work of the client's.
  const { rows } = await pool().query<{ notification_type: string; enable: boolean }>(
    'SELECT notification_type, enable FROM notification_switch WHERE username = $1 AND notification_type = ANY($2)',
    [username, Object.values(STRIP_SWITCHES)],
  );
  const of = new Map(rows.map((row) => [row.notification_type, row.enable]));
  return {
    faults: of.get(STRIP_SWITCHES.faults) ?? STRIP_DEFAULTS.faults,
    sound: of.get(STRIP_SWITCHES.sound) ?? STRIP_DEFAULTS.sound,
  };
}

export async function saveStrip(username: string, change: ParsedOf<typeof saveStripSettings>): Promise<null> {
  const before = await readStrip(username);
  const wanted = (['faults', 'sound'] as const).flatMap((name) => {
    const enable = change[name];
    return enable === undefined ? [] : [{ notificationType: STRIP_SWITCHES[name], enable }];
  });
  await db().$transaction(
    wanted.map(({ notificationType, enable }) =>
      db().notificationSwitch.upsert({
        where: { username_notificationType: { username, notificationType } },
        create: { username, notificationType, enable },
        update: { enable },
      }),
    ),
  );
  noteChange(before, { ...before, ...change });
  return null;
}
