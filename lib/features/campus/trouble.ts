import type { IncidentRow } from '@/lib/features/incidents/contract';
import { parseWallTime } from '@/lib/platform/i18n/format';

/** What a two-wide tile says of a unit in trouble besides its own values (readings 146). Pure; no words of ours. */
export interface UnitTrouble {
  /** What is wrong, in the reader's words, with its code. */
  readonly reason: string | undefined;
  /** Since when, epoch ms. */
  readonly since: number | undefined;
  /** The call-out: its status, `none` without one, undefined where this reader is not told. */
  readonly callout: NonNullable<IncidentRow['callback']>['status'] | 'none' | undefined;
  readonly technician: string | undefined;
  /** Who was told last. */
  readonly told: string | undefined;
  /** Who acknowledged last. */
  readonly acknowledged: string | undefined;
  /** When the clock that runs ends, epoch ms of the server. */
  readonly due: number | undefined;
}

/** @param seesCallouts the reader holds CALLBACK_READ: no call-out in the answer means that there is none */
export function troubleOf(
  { title, code, since, callback, told, acks, due, remainingSec }: IncidentRow,
  seesCallouts: boolean,
): UnitTrouble {
  const words = [title, code].filter((part): part is string => typeof part === 'string' && part !== '');
  const [newest] = told;
  const [latest] = [...acks].sort((a, b) => (a.ackDate < b.ackDate ? 1 : -1));
  return {
    reason: words.length === 0 ? undefined : title?.includes(code ?? '') ? title : words.join(' '),
    since: parseWallTime(since),
    callout: callback ? callback.status : seesCallouts ? 'none' : undefined,
    technician: callback?.technicianName ?? undefined,
    told: newest?.outcome === 'nobody' ? undefined : newest?.people[0]?.nickName,
    acknowledged: latest?.nickName,
    // A reader of days only is told no remaining time.
    due: remainingSec === null ? undefined : parseWallTime(due),
  };
}

/** How long something lasts in whole minutes, hours or days; `seconds` below a minute. */
export function wholeLength(ms: number): {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
} {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) };
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) };
  return { unit: 'days', count: Math.floor(seconds / 86_400) };
}
