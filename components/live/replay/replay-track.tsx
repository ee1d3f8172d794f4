'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import { placeOn } from '@/lib/platform/charts/time-scale';
import { formatTime } from '@/lib/platform/i18n/format';
import { useShownMoment } from '../frame/page-clock';
import { useWords } from '../use-words';
import { groupsOf, segmentsOf, ticksOf } from './replay-model';
import type { ReplayMark, ReplaySegment } from './replay-model';
import type { ReplayPlayer } from './replay-player';
import { useMarkWords } from './use-mark-words';
import { keepFocus } from './use-replay-keys';
import styles from './replay-track.module.css';

/** Marks closer than this share of the window are drawn as one. */
const GROUP_SHARE = 1 / 60;
const LANE = { width: 1000, height: 30 };

interface Props {
  readonly replay: EquipmentReplay;
  readonly player: ReplayPlayer;
  readonly marks: readonly ReplayMark[];
}

/** The window on one axis: events, floors, door and faults, with the slider over all of it. */
export function ReplayTrack({ replay, player, marks }: Props) {
  const t = useTranslations('live.replay');
  const { from, until } = replay;
  const length = Math.max(1, until - from);
  const left = (at: number) => `${placeOn(replay, at).toFixed(3)}%`;
  const groups = useMemo(() => groupsOf(marks, length * GROUP_SHARE), [marks, length]);
  const markWords = useMarkWords();
  return (
    <div className={styles.track}>
      <div className={styles.marks} role="group" aria-label={t('marks')}>
        {groups.map((group) => (
          <button
            key={group[0]?.at}
            type="button"
            className={styles.mark}
            data-kind={worstOf(group)}
            style={{ left: left(group[0]?.at ?? from) }}
            aria-label={group.map(markWords).join(' · ')}
            title={group.map(markWords).join('\n')}
            onMouseDown={keepFocus}
            onClick={() => player.seek(group[0]?.at ?? from)}
          >
            <MarkShape kind={worstOf(group)} />
          </button>
        ))}
      </div>
      <div className={styles.lanes}>
        <Lanes replay={replay} left={left} />
        <span className={styles.asked} style={{ left: left(replay.at) }} aria-hidden />
        <Scrubber replay={replay} player={player} />
      </div>
      <div className={styles.axis} aria-hidden>
        {ticksOf(replay).map((at) => (
          <span key={at} style={{ left: left(at) }}>
            {formatTime(at).slice(0, 5)}
          </span>
        ))}
      </div>
    </div>
  );
}

const ORDER = ['trapped', 'fault', 'call', 'event'] as const;
const worstOf = (group: readonly ReplayMark[]) =>
  ORDER.find((kind) => group.some((mark) => mark.kind === kind)) ?? 'event';

/** Kinds differ by shape, not by colour alone. */
function MarkShape({ kind }: { readonly kind: ReplayMark['kind'] }) {
  return (
    <svg width="14" height="14" viewBox="-8 -8 16 16" aria-hidden focusable="false">
      {kind === 'trapped' && <path d="M0-7a3 3 0 0 1 0 6 3 3 0 0 1 0-6zM-5.5 7V4.5a5.5 4.5 0 0 1 11 0V7z" />}
      {kind === 'fault' && <path d="M0-6.5 6.8 5.6H-6.8z" />}
      {kind === 'event' && <circle r="4.5" />}
      {kind === 'call' && <path d="M-5.5-5.5h11v11h-11z" />}
    </svg>
  );
}

function Lanes({ replay, left }: { readonly replay: EquipmentReplay; readonly left: (at: number) => string }) {
  const t = useTranslations('live.replay');
  const doors = useMemo(() => segmentsOf(replay, 'door').filter(({ value }) => value !== 'Closed'), [replay]);
  const faults = replay.events.filter(({ error, subType }) => error || subType === 'entrapment');
  return (
    <>
      <div className={styles.lane} data-lane="floor">
        <span className={styles.name}>{t('lane.floor')}</span>
        <FloorLine replay={replay} />
      </div>
      <div className={styles.lane} data-lane="door">
        <span className={styles.name}>{t('lane.door')}</span>
        {doors.map(({ from, until, value }) => (
          <span
            key={`${from} ${value}`}
            className={styles.door}
            data-door={value}
            style={{ left: left(from), width: `calc(${left(until)} - ${left(from)})` }}
          />
        ))}
      </div>
      <div className={styles.lane} data-lane="faults">
        <span className={styles.name}>{t('lane.faults')}</span>
        {faults.map(({ startAt, endAt, subType, gbCode }) => {
          const [from, until] = [startAt ?? replay.from, endAt ?? replay.until];
          return (
            <span
              key={`${from} ${subType} ${gbCode}`}
              className={styles.fault}
              data-kind={subType === 'entrapment' ? 'trapped' : 'fault'}
              style={{ left: left(from), width: `max(2px, calc(${left(until)} - ${left(from)}))` }}
            />
          );
        })}
      </div>
    </>
  );
}

const levelOf = ({ physicalvalue, value }: ReplaySegment): number | undefined => {
  const level = physicalvalue ?? Number(value);
  return Number.isFinite(level) ? level : undefined;
};

/** The floors over time, drawn as steps. */
function FloorLine({ replay }: { readonly replay: EquipmentReplay }) {
  const path = useMemo(() => {
    const stops = segmentsOf(replay, 'position').flatMap((segment) => {
      const level = levelOf(segment);
      return level === undefined ? [] : [{ ...segment, level }];
    });
    const levels = stops.map(({ level }) => level);
    const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
    const y = (level: number) =>
      (LANE.height - 4 - ((level - lowest) / Math.max(1, highest - lowest)) * (LANE.height - 8)).toFixed(1);
    const x = (at: number) => (((at - replay.from) / Math.max(1, replay.until - replay.from)) * LANE.width).toFixed(1);
    return stops
      .map(({ from, until, level }, index) => {
        const joins = index > 0 && stops[index - 1]?.until === from;
        return `${joins ? 'V' : `M${x(from)} `}${y(level)}H${x(until)}`;
      })
      .join('');
  }, [replay]);
  return (
    <svg
      className={styles.floors}
      viewBox={`0 0 ${LANE.width} ${LANE.height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const lastOf = (segments: readonly ReplaySegment[], moment: number) =>
  segments.find(({ from, until }) => from <= moment && moment < until)?.value;

/** The moment as a native range input, to the second: usable by pointer, keyboard and screen reader. */
function Scrubber({ replay, player }: Omit<Props, 'marks'>) {
  const t = useTranslations('live.replay');
  const words = useWords();
  const { from, until } = replay;
  const moment = useShownMoment() ?? from;
  const floors = useMemo(() => segmentsOf(replay, 'position'), [replay]);
  const doors = useMemo(() => segmentsOf(replay, 'door'), [replay]);
  return (
    <>
      <span
        className={styles.head}
        data-testid="playhead"
        style={{ left: `${((Math.max(moment, from) - from) / Math.max(1, until - from)) * 100}%` }}
        aria-hidden
      />
      <input
        className={styles.scrubber}
        type="range"
        min={from}
        max={until}
        step={1000}
        value={moment}
        aria-label={t('scrubber')}
        aria-valuetext={t('momentOf', {
          time: formatTime(moment),
          floor: lastOf(floors, moment) ?? '--',
          door: words.door(lastOf(doors, moment)) ?? '--',
        })}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
    </>
  );
}
