'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { placeOn, ticksOn } from '@/lib/platform/charts/time-scale';
import { callbackMark, maintenanceMark } from './strip-days';
import { MarkAt } from './strip-marks';
import { runOf } from './strip-model';
import type { UnitStrip, StripDay, StripLinks } from './strip-model';
import { useStripWords } from './use-strip-words';
import styles from './strip.module.css';

/** px down: the lanes one below the other, and the axis. */
const RUN = { top: 22, height: 84 };
const STOP = { top: 122, height: 40 };
const FAULTS = 186;
const CALLBACKS = 226;
const MAINTENANCE = 266;
const AXIS = 288;
const HEIGHT = 312;
/** More than half of a day without data: nobody knows what it did (silent-screens F6). */
const UNKNOWN_HOURS = 12;

/** Across in percent, so that the picture fits any width. */
const DAY_MS = 86_400_000;
/** A Monday: weeks are counted from it. */
const MONDAY = Date.UTC(1970, 0, 5);
const spanOf = ({ days }: UnitStrip) => {
  const from = Date.parse(`${days[0]?.day ?? '1970-01-01'}T00:00:00Z`);
  return { from, until: from + days.length * DAY_MS };
};
const placeOf = (strip: UnitStrip, days: number) => {
  const span = spanOf(strip);
  return placeOn(span, span.from + days * DAY_MS);
};
const left = (strip: UnitStrip, index: number) => `${placeOf(strip, index)}%`;
const middle = (strip: UnitStrip, index: number) => `${placeOf(strip, index + 0.5)}%`;
const width = (strip: UnitStrip, days: number) => `${placeOf(strip, days)}%`;

function Bars({ strip }: { readonly strip: UnitStrip }) {
  const bar = (index: number, { top, height }: typeof RUN, from: number, share: number, className?: string) => {
    const tall = share <= 0 ? 0 : Math.max(2, share * height);
    return (
      <rect
        className={className}
        x={left(strip, index + 0.12)}
        width={width(strip, 0.76)}
        y={top + height - from * height - tall}
        height={tall}
      />
    );
  };
  return strip.days.map(({ index, facts }) => {
    if (!facts) return null;
    const { stopHours, serviceHours } = facts;
    const isToday = index === strip.past - 1;
    const run = runOf(facts, strip.runUnit);
    return (
      <g key={index}>
        {facts.unknownHours > UNKNOWN_HOURS && (
          <rect
            className={styles.unknownDay}
            x={left(strip, index)}
            width={width(strip, 1)}
            y={RUN.top}
            height={STOP.top + STOP.height - RUN.top}
          />
        )}
        {run !== undefined &&
          bar(index, RUN, 0, run / strip.maxRun, isToday ? `${styles.run} ${styles.today}` : styles.run)}
        {stopHours !== null && bar(index, STOP, 0, stopHours / strip.maxStop, styles.stop)}
        {serviceHours !== null &&
          bar(index, STOP, (stopHours ?? 0) / strip.maxStop, serviceHours / strip.maxStop, styles.service)}
      </g>
    );
  });
}

/** A mark that opens its rows; plain where the reader may not. */
function Opens({
  href,
  label,
  children,
}: {
  readonly href: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return href ? (
    <a className={styles.opens} href={href} aria-label={label}>
      {children}
    </a>
  ) : (
    <g role="img" aria-label={label}>
      {children}
    </g>
  );
}

function Marks({ strip, links }: { readonly strip: UnitStrip; readonly links: StripLinks }) {
  const t = useTranslations('equipmentDetail.strip');
  const labelOf = (day: StripDay, mark: string, count: number) =>
    t('markOf', { day: day.day, mark: t(`legend.${mark}`), count });
  return strip.days.map((day) => {
    const { index, faults, callbacks, maintenance } = day;
    const [called, worked] = [callbackMark(callbacks), maintenanceMark(maintenance)];
    const x = middle(strip, index);
    const plan = maintenance[0]?.planDate;
    return (
      <g key={index}>
        {faults && (
          <Opens href={links.faults?.(day.day)} label={labelOf(day, 'fault', faults.total)}>
            <MarkAt mark="fault" x={x} y={FAULTS} count={faults.total} />
          </Opens>
        )}
        {called && (
          <Opens href={links.callbacks?.(day.day)} label={labelOf(day, called, callbacks.length)}>
            <MarkAt mark={called} x={x} y={CALLBACKS} count={callbacks.length} />
          </Opens>
        )}
        {worked && plan && (
          <Opens href={links.maintenance?.(plan)} label={labelOf(day, worked, maintenance.length)}>
            <MarkAt mark={worked} x={x} y={MAINTENANCE} count={maintenance.length} />
          </Opens>
        )}
      </g>
    );
  });
}

/** Grid lines, and the weeks below them. */
function Axis({ strip }: { readonly strip: UnitStrip }) {
  const span = spanOf(strip);
  // Every second Monday, the first of the axis among them.
  const mondays = ticksOn(span, 7 * DAY_MS, { origin: MONDAY, room: 1 }).filter((_, index) => index % 2 === 0);
  return (
    <>
      {[RUN.top, RUN.top + RUN.height, STOP.top, STOP.top + STOP.height, FAULTS + 18, CALLBACKS + 18, AXIS].map((y) => (
        <line key={y} className={styles.grid} x1="0" x2="100%" y1={y} y2={y} />
      ))}
      {mondays.map((at) => {
        const x = `${placeOn(span, at + DAY_MS / 2)}%`;
        return (
          <g key={at}>
            <line className={styles.grid} x1={x} x2={x} y1={AXIS} y2={AXIS + 4} />
            <text className={styles.tick} x={x} y={AXIS + 18} textAnchor="middle">
              {new Date(at).toISOString().slice(5, 10)}
            </text>
          </g>
        );
      })}
      {strip.days
        .filter(({ day, index }) => day.endsWith('-01') && index > 0)
        .map(({ index }) => (
          <line
            key={index}
            className={styles.month}
            x1={left(strip, index)}
            x2={left(strip, index)}
            y1={RUN.top - 14}
            y2={AXIS}
          />
        ))}
    </>
  );
}

/** What a day was, beside it. */
function Tip({ strip, index }: { readonly strip: UnitStrip; readonly index: number }) {
  const t = useTranslations('equipmentDetail.strip');
  const format = useFormatter();
  const { ofDay } = useStripWords(strip);
  const day = strip.days[index];
  if (!day) return null;
  const lines = ofDay(day);
  const isLate = index > strip.days.length * 0.6;
  return (
    <div
      className={styles.tip}
      style={isLate ? { right: `${100 - placeOf(strip, index)}%` } : { left: left(strip, index + 1) }}
    >
      <p className={styles.tipDay}>
        {format.dateTime(new Date(`${day.day}T00:00:00Z`), {
          timeZone: 'UTC',
          month: '2-digit',
          day: '2-digit',
          weekday: 'short',
        })}
      </p>
      {lines.length === 0 ? (
        <p>{t(index >= strip.past ? 'nothingPlanned' : index < strip.shownFrom ? 'beforeHistory' : 'nothing')}</p>
      ) : (
        <dl>
          {lines.map(([lane, value], at) => (
            <div key={at}>
              <dt>{lane}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The picture. A pointer, or the arrows of the keyboard, go over its days; marks are links. */
export function StripChart({ strip, links }: { readonly strip: UnitStrip; readonly links: StripLinks }) {
  const t = useTranslations('equipmentDetail.strip');
  const words = useStripWords(strip);
  const [day, setDay] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  // Where there is no room for all, the newest days are in sight.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, []);
  const { totals } = strip;
  const shown = day === undefined ? undefined : strip.days[day];
  const valueOf = (value: string | undefined) => value ?? '--';
  const lane = (name: string, top: number, total: string, unit?: string) => (
    <div className={styles.lane} style={{ top }}>
      <span className={styles.laneName}>{t(`lane.${name}`)}</span>
      {unit && <span className={styles.laneUnit}>{unit}</span>}
      <span className={styles.laneTotal}>{total}</span>
    </div>
  );
  return (
    <div className={styles.chart} style={{ height: HEIGHT }}>
      <div className={styles.lanes}>
        {lane(
          'run',
          RUN.top,
          valueOf(totals.run === undefined ? undefined : words.figure(totals.run)),
          t(`perDay.${strip.runUnit}`),
        )}
        {lane(
          'stop',
          STOP.top - 4,
          valueOf(totals.stop === undefined ? undefined : words.hours(totals.stop)),
          t('perDay.hours'),
        )}
        {lane('faults', FAULTS - 10, valueOf(totals.faults === undefined ? undefined : words.figure(totals.faults)))}
        {lane('callbacks', CALLBACKS - 10, words.figure(totals.callbacks))}
        {lane('maintenance', MAINTENANCE - 10, words.figure(totals.maintenance))}
      </div>
      <div className={styles.scroller} ref={scroller}>
        <div
          className={styles.canvas}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            if (box.width > 0)
              setDay(
                Math.min(
                  strip.days.length - 1,
                  Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * strip.days.length)),
                ),
              );
          }}
          onPointerLeave={() => setDay(undefined)}
        >
          <input
            className={styles.dayInput}
            type="range"
            min={0}
            max={strip.days.length - 1}
            value={day ?? strip.past - 1}
            aria-label={t('dayInput')}
            aria-valuetext={
              shown
                ? [shown.day, ...words.ofDay(shown).map(([name, value]) => `${name} ${value}`)].join(', ')
                : undefined
            }
            onFocus={() => setDay((before) => before ?? strip.past - 1)}
            onBlur={() => setDay(undefined)}
            onChange={(event) => setDay(Number(event.target.value))}
          />
          <svg className={styles.picture} width="100%" height={HEIGHT} role="group" aria-label={t('title')}>
            {strip.shownFrom > 0 && (
              <rect
                className={styles.before}
                x="0"
                width={width(strip, strip.shownFrom)}
                y={RUN.top - 14}
                height={AXIS - RUN.top + 14}
              />
            )}
            <rect
              className={styles.future}
              x={left(strip, strip.past)}
              width={width(strip, strip.days.length - strip.past)}
              y={RUN.top - 14}
              height={AXIS - RUN.top + 14}
            />
            <Axis strip={strip} />
            <text className={styles.tick} x="4" y={RUN.top - 4}>
              {words.figure(strip.maxRun)}
            </text>
            <text className={styles.tick} x="4" y={STOP.top - 4}>
              {words.figure(strip.maxStop)}
            </text>
            <Bars strip={strip} />
            {day !== undefined && (
              <line
                className={styles.cross}
                x1={middle(strip, day)}
                x2={middle(strip, day)}
                y1={RUN.top - 14}
                y2={AXIS}
              />
            )}
            <Marks strip={strip} links={links} />
          </svg>
          {day !== undefined && <Tip strip={strip} index={day} />}
        </div>
      </div>
    </div>
  );
}
