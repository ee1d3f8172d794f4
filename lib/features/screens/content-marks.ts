import { z } from 'zod';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { TRAPPED_UNITS } from '@/lib/live/scope/trapped-units';
import { isDraining } from '@/lib/platform/system/drain';

/**
 * What a screen should show, as a short text that is another one as soon as something of it is (api.md §2.26). Beats that
 * wait share one question a second, however many they are.
 */

const Row = z.object({
  screen_no: z.string(),
  key_hash: z.string().nullable(),
  comfort: z.boolean(),
  mark: z.string(),
  notice_ids: z.array(z.string()),
});
export interface ContentMark {
  readonly keyHash: string | null;
  readonly comfort: boolean;
  readonly mark: string;
  /** The active notices that the mark is of. */
  readonly noticeIds: readonly string[];
}

/** Screens `s` of units that are not deleted, with `t.comfort`, `n.ids` of the active notices and `m.mark` of all this. */
export const MARKED_SCREENS = Prisma.sql`smart_screen s
        JOIN equipment e ON e.equipment_no = s.equipment_no AND e.deleted_at IS NULL
       CROSS JOIN LATERAL (SELECT s.equipment_no IN (${TRAPPED_UNITS}) AS comfort) t
       CROSS JOIN LATERAL (
         SELECT ARRAY(SELECT a.notice_id FROM screen_notice a
                       WHERE a.screen_no = s.screen_no AND a.state IN ('QUEUED', 'DELIVERED', 'SHOWN') AND a.end_time > now()
                       ORDER BY a.notice_id) AS ids) n
       CROSS JOIN LATERAL (
         SELECT md5(concat(t.comfort, '|', s.volume, '|', s.brightness, '|', s.power_on, '|', s.power_off, '|',
                           array_to_string(n.ids, ','))) AS mark) m`;

/** By number; screens that are gone, or whose units are, are not among them. */
export async function readMarks(screenNos: readonly string[]): Promise<Map<string, ContentMark>> {
  const rows = z.array(Row).parse(
    await db().$queryRaw`
      SELECT s.screen_no, s.key_hash, t.comfort, m.mark, n.ids AS notice_ids
        FROM ${MARKED_SCREENS} WHERE s.screen_no = ANY(${[...screenNos]})`,
  );
  return new Map(
    rows.map(({ screen_no: no, key_hash: keyHash, notice_ids: noticeIds, ...row }) => [
      no,
      { keyHash, noticeIds, comfort: row.comfort, mark: row.mark },
    ]),
  );
}

const LOOK_MS = 1000;

interface WaitingBeat {
  readonly screenNo: string;
  readonly known: ContentMark;
  /** Epoch ms. */
  readonly until: number;
  readonly resolve: (now: ContentMark | undefined) => void;
  readonly reject: (error: unknown) => void;
}
/** One a screen. */
const waiting = new Map<string, WaitingBeat>();
let timer: NodeJS.Timeout | undefined;

function end(one: WaitingBeat): void {
  if (waiting.get(one.screenNo) === one) waiting.delete(one.screenNo);
}
const isSame = (one: ContentMark, other: ContentMark) => one.mark === other.mark && one.keyHash === other.keyHash;

async function look(): Promise<void> {
  const asked = [...waiting.values()];
  try {
    const marks = await readMarks(asked.map(({ screenNo }) => screenNo));
    for (const one of asked) {
      const now = marks.get(one.screenNo);
      // A process that ends lets nobody wait: the next beat goes to another one.
      if (now !== undefined && isSame(now, one.known) && Date.now() < one.until && !isDraining()) continue;
      end(one);
      one.resolve(now);
    }
  } catch (error) {
    for (const one of asked) {
      end(one);
      one.reject(error);
    }
  }
}

function lookSoon(): void {
  timer ??= setTimeout(() => {
    void look().finally(() => {
      timer = undefined;
      if (waiting.size > 0) lookSoon();
    });
  }, LOOK_MS);
}

/** The mark when it is another one, when the time is over or a newer beat of the screen waits; undefined: the screen is gone. */
export function waitForChange(screenNo: string, known: ContentMark, waitMs: number): Promise<ContentMark | undefined> {
  return new Promise((resolve, reject) => {
    const older = waiting.get(screenNo);
    older?.resolve(older.known);
    waiting.set(screenNo, { screenNo, known, until: Date.now() + waitMs, resolve, reject });
    lookSoon();
  });
}
