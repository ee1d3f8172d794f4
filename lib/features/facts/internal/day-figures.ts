import { cut, overlaps, seconds, union, without, type Interval } from './intervals';

/**
 * The figures of a unit's day (silent-screens F6, readings 76, 122, 127, 133). Pure: every report, dashboard and tile
 * uses this function.
 */

/** Closing reasons of a call-out (api.md §1.11 scsa). */
const EQUIPMENT_CAUSE = '1';
const NORMAL_ON_ARRIVAL = '2';

/** The unit was stopped by a fault of its controller, or by a mode in which it carries nobody. */
export interface Stop {
  readonly at: Interval;
  /** The fault's judgement; null for a mode, and for a fault that nobody judged. */
  readonly judgement: string | null;
  /** The call-out to which it is known to belong, besides those of the same time. */
  readonly callbackId: string | null;
  /** A mode shows the stop (UNV, JAB, Fault), not a fault: it belongs to the faults of the same time. */
  readonly isMode?: true;
}

export interface CallOut {
  readonly callbackId: string;
  /** Until it was closed, or until now. */
  readonly at: Interval;
  readonly state: 'open' | 'closed' | 'cancelled';
  /** The closing reason. */
  readonly scsa: string | null;
  /** Somebody was trapped. */
  readonly isTrapped: boolean;
}

export interface DayIntervals {
  /** The day, up to now. */
  readonly window: Interval;
  /** Without a box nobody could see that it ran: its stops are those of its call-outs (readings 127). */
  readonly hasBox: boolean;
  readonly stops: readonly Stop[];
  /** Inspection, maintenance drive. */
  readonly service: readonly Interval[];
  /** No mains, fire, earthquake: not caused by the unit. */
  readonly outside: readonly Interval[];
  /** No data, or a disconnected cabinet. */
  readonly silent: readonly Interval[];
  readonly callOuts: readonly CallOut[];
}

export interface DayFigures {
  readonly availableSec: number;
  readonly faultSec: number;
  readonly equipmentFaultSec: number;
  /** Nobody saw the unit, and neither a fault nor service is known for the time. */
  readonly unknownSec: number;
  /** Nobody saw the unit, whatever else is known. It decides whether the day counts as observed (readings 243). */
  readonly silentSec: number;
  /** The unit had a box, and was silent for at most half of the day (readings 218, 243). */
  readonly seen: boolean;
  readonly serviceSec: number;
  readonly shutdowns: number;
  /** Created that day and not cancelled (readings 216); of them those with the machine's own reason, and those with trapped persons. */
  readonly callbacks: number;
  readonly equipmentCallbacks: number;
  readonly entrapments: number;
}

/** False alarms and service work are no faults, whatever the controller reported. */
const isNoFault = ({ judgement }: Stop) => judgement === 'FALSE_ALARM' || judgement === 'SERVICE_WORK';

/**
 * A mode gets the judgement of the faults to which it belongs: real when one is real, none when one was not judged
 * (readings 265).
 */
function judged(stops: readonly Stop[]): readonly Stop[] {
  const faults = stops.filter(({ isMode }) => !isMode);
  return stops.map((stop) => {
    if (!stop.isMode) return stop;
    const around = faults.filter(({ at }) => overlaps(at, stop.at));
    const decisive = around.find(({ judgement }) => judgement === 'REAL') ?? around.find((one) => !isNoFault(one));
    return { ...stop, judgement: (decisive ?? around[0])?.judgement ?? null };
  });
}

/**
 * Is it the machine's own fault? The closing reasons of its call-outs decide, open ones count as long as they are open;
 * without a call-out the judgement decides.
 */
function isOwn({ at, judgement, callbackId }: Stop, callOuts: readonly CallOut[]): boolean {
  const told = callOuts.filter(
    (one) => one.state !== 'cancelled' && (one.callbackId === callbackId || overlaps(one.at, at)),
  );
  if (told.some(({ state, scsa }) => state === 'open' || scsa === EQUIPMENT_CAUSE)) return true;
  return told.length === 0 && judgement === 'REAL';
}

const stopOf = ({ at, callbackId }: CallOut): Stop => ({ at, judgement: null, callbackId });

const stopsOf = ({ hasBox, stops, callOuts }: DayIntervals): readonly Stop[] =>
  hasBox
    ? judged(stops).filter((stop) => !isNoFault(stop))
    : callOuts.filter(({ state, scsa }) => state !== 'cancelled' && scsa !== NORMAL_ON_ARRIVAL).map(stopOf);

/** When the unit was stopped by itself, not by service and not by an outside cause. Not cut to the day. */
export const downOf = (day: DayIntervals): Interval[] =>
  without(
    stopsOf(day).map(({ at }) => at),
    [...day.service, ...day.outside],
  );

/** The figures of one unit and day. The seconds of fault, service and unknown never overlap. */
export function dayFigures(day: DayIntervals): DayFigures {
  const { window, hasBox, service, outside, silent, callOuts } = day;
  const isToday = (at: number) => at >= window[0] && at < window[1];
  const stops = stopsOf(day);
  // Cutting an interval from yesterday would make it start today, so today's stops are counted before the cut.
  const down = downOf(day);
  const fault = cut(down, window);
  const own = cut(
    without(
      stops.filter((stop) => isOwn(stop, callOuts)).map(({ at }) => at),
      [...service, ...outside],
    ),
    window,
  );
  const served = cut(union(service), window);
  const unseen = cut(hasBox ? silent : [window], window);
  const faultSec = seconds(fault);
  const equipmentFaultSec = seconds(own);
  const silentSec = seconds(unseen);
  const begun = callOuts.filter(({ at, state }) => state !== 'cancelled' && isToday(at[0]));
  return {
    availableSec: seconds([window]) - equipmentFaultSec,
    faultSec,
    equipmentFaultSec,
    unknownSec: seconds(without(unseen, [...fault, ...served])),
    silentSec,
    seen: hasBox && silentSec * 2 <= seconds([window]),
    serviceSec: seconds(served),
    shutdowns: down.filter(([from]) => isToday(from)).length,
    callbacks: begun.length,
    equipmentCallbacks: begun.filter(({ state, scsa }) => state === 'closed' && scsa === EQUIPMENT_CAUSE).length,
    entrapments: begun.filter(({ isTrapped }) => isTrapped).length,
  };
}
