import { z } from 'zod';
import { NOTES } from '@/lib/live/telemetry/store';
import { lastDataEntry } from '@/lib/live/units/age';
import { newestAt } from '@/lib/live/units/values';
import type { DisplayType } from '@/lib/live/units/value-sets';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';
import { ESCALATOR_COUNTERS } from './browser-messages';

/** The row of EquipmentStatus → one flat set of entries in the ingest's names (api.md §5.4). Pure. */

export interface StoredState {
  displayType: DisplayType;
  onlineStatus: number;
  connection: string | null;
  live: unknown;
  counters: unknown;
  lastDataAt: Date | null;
  updatedAt: Date;
}

const ELEVATOR_COUNTERS = ['trips', 'openings', 'cumulativetriptime', 'energy'] as const;

function isEntry(value: unknown): value is LiveEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    value.value !== null &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

function entriesOf(json: unknown): [string, LiveEntry][] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).filter((pair): pair is [string, LiveEntry] => isEntry(pair[1]));
}

/** Elevators have a key for each counter; escalators and walks one key with all of them. */
function counterEntries(displayType: DisplayType, json: unknown): LiveStatus {
  const stored = new Map(entriesOf(json));
  if (displayType === 'EV') {
    return Object.fromEntries(
      ELEVATOR_COUNTERS.flatMap((key) => {
        const entry = stored.get(key);
        return entry ? [[key, { value: entry.value, at: entry.at }]] : [];
      }),
    );
  }
  const known = ESCALATOR_COUNTERS.flatMap((key) => {
    const entry = stored.get(key);
    return entry ? [[key, entry] as const] : [];
  });
  if (known.length === 0) return {};
  const value = Object.fromEntries(known.map(([key, entry]) => [key, entry.value]));
  return { counters: { value, at: Math.max(...known.map(([, entry]) => entry.at)) } };
}

const Notes = z.object({ [NOTES]: z.object({ connectionAt: z.number() }) });

/** When the box's link changed, as the ingest noted it. */
const linkChangedAt = (counters: unknown): number | undefined => Notes.safeParse(counters).data?.[NOTES].connectionAt;

/** Every known key of a unit. Never reported: only `onlinestatus` (api.md §3.3). @param now epoch ms */
export function storedStatus(state: StoredState | null, now: number): LiveStatus {
  if (!state) return { onlinestatus: { value: 4, at: now } };
  const live = Object.fromEntries(entriesOf(state.live));
  const seenAt = (state.lastDataAt ?? state.updatedAt).getTime();
  const status: LiveStatus = { ...live, ...counterEntries(state.displayType, state.counters) };
  // The columns are what the 72-hour rule and the box's last will write, so they decide the values.
  status.onlinestatus = { value: state.onlineStatus, at: live.onlinestatus?.at ?? seenAt };
  if (state.connection)
    status.connection = {
      value: state.connection,
      at: live.connection?.at ?? linkChangedAt(state.counters) ?? state.updatedAt.getTime(),
    };
  const measuredAt = newestAt(status);
  if (state.lastDataAt && measuredAt !== undefined)
    status.lastdata = lastDataEntry(state.lastDataAt.getTime(), measuredAt);
  return status;
}
