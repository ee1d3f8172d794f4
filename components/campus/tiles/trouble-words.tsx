'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { useNow } from '@/components/kit/ui/age';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { TileCondition } from '@/lib/features/campus/tile';
import { wholeLength } from '@/lib/features/campus/trouble';
import { clockText } from '@/lib/platform/i18n/clock-text';
import type { UnitTrouble } from '@/lib/features/campus/trouble';
import { useLiveEntry, useLiveTopics } from '@/lib/live/realtime/browser/store';
import { readBoolean } from '@/lib/live/units/values';
import { formatDateTime, formatTime } from '@/lib/platform/i18n/format';
import styles from './tile.module.css';

/** The trouble of a two-column tile (readings 146). Its times follow the page's one-second clock. */

interface Props {
  readonly equipmentNo: string;
  readonly tile: TileCondition;
  readonly trouble: UnitTrouble | undefined;
}

const stateOf = ({ isTrapped, hasError, link }: TileCondition) =>
  isTrapped ? 'trapped' : hasError ? 'fault' : link === 'disconnected' ? 'disconnected' : undefined;

/** The state and, when known, since when it lasts. */
export function TroubleSince({ equipmentNo, tile, trouble }: Props) {
  const t = useTranslations('campus.tile');
  const error = useLiveEntry(equipmentNo, 'errorstate');
  const state = stateOf(tile);
  if (state === undefined) return <span />;
  const reported = state === 'fault' ? (readBoolean(error) === true ? error?.at : undefined) : tile.since;
  const since = trouble?.since ?? reported;
  return (
    <span className={styles.trouble} data-mark={state === 'fault' ? 'error' : state}>
      <StatusPill status={state} look="plain" size="small">
        {state === 'disconnected' ? t('link.disconnected') : t(state)}
      </StatusPill>
      {since !== undefined && <Lasting since={since} isPrecise={state === 'trapped'} />}
    </span>
  );
}

/**
 * How long it has lasted by the server's clock: in seconds while a person is waiting, otherwise in the largest whole
 * unit.
 */
function Lasting({ since, isPrecise }: { readonly since: number; readonly isPrecise: boolean }) {
  const t = useTranslations('campus.trouble.lasts');
  const topics = useLiveTopics();
  const now = useNow();
  if (now === undefined) return <time className={styles.lasting}>{formatTime(since).slice(0, 5)}</time>;
  const ms = Math.max(0, topics.serverNow(now) - since);
  const { unit, count } = wholeLength(ms);
  return (
    <time className={styles.lasting} dateTime={new Date(since).toISOString()} title={formatDateTime(since)}>
      {isPrecise ? clockText(ms / 1000) : t(unit, { count })}
    </time>
  );
}

/** The reason, and who is coming. */
export function TroubleWords({ tile, trouble }: Omit<Props, 'equipmentNo'>) {
  const t = useTranslations('campus');
  const state = stateOf(tile);
  const reason =
    trouble?.reason ??
    (state === 'disconnected' && tile.since !== undefined
      ? t('trouble.lastData', { time: formatTime(tile.since).slice(0, 5) })
      : undefined);
  const comes = [
    tile.hasTechnician ? t('tile.technician') : undefined,
    trouble && calloutWords(trouble, t),
    trouble?.acknowledged !== undefined
      ? t('trouble.acknowledged', { name: trouble.acknowledged })
      : trouble?.told !== undefined
        ? t('trouble.told', { name: trouble.told })
        : undefined,
  ].filter((part): part is string => part !== undefined);
  return (
    <>
      {reason !== undefined && (
        <b className={styles.reason} title={reason} data-trouble="reason">
          {reason}
        </b>
      )}
      {(comes.length > 0 || trouble?.due !== undefined) && (
        <span className={styles.comes} title={comes.join(' · ')} data-trouble="comes">
          {comes.map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              {part}
            </Fragment>
          ))}
          {trouble?.due !== undefined && <Left due={trouble.due} isFirst={comes.length === 0} />}
        </span>
      )}
    </>
  );
}

function calloutWords(
  { callout, technician }: UnitTrouble,
  t: ReturnType<typeof useTranslations<'campus'>>,
): string | undefined {
  if (callout === undefined) return undefined;
  if (callout === 'none') return t('trouble.noCallout');
  const word = t(`trouble.status.${callout}`);
  return technician === undefined ? word : `${technician} ${word}`;
}

/** The time left until the call-out's deadline, or how far it is exceeded. */
function Left({ due, isFirst }: { readonly due: number; readonly isFirst: boolean }) {
  const t = useTranslations('campus.trouble');
  const topics = useLiveTopics();
  const now = useNow();
  if (now === undefined) return null;
  const ms = due - topics.serverNow(now);
  return (
    <span className={ms < 0 ? styles.warning : undefined}>
      {!isFirst && ' · '}
      {t(ms < 0 ? 'over' : 'left', { time: clockText(Math.abs(ms) / 1000) })}
    </span>
  );
}
