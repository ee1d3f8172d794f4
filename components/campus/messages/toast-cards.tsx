'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { StatusKind } from '@/components/kit/ui/status';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import type { Deck, ToastDeck } from '@/lib/features/notifications/shared/toast-deck';
import { cardsIn, toastGroups } from '@/lib/features/notifications/shared/toast-groups';
import { saidOnce } from './said-once';
import styles from './toast-cards.module.css';

interface Props {
  readonly deck: ToastDeck;
  /** Address of the unit's live page; undefined when it has none for this user. */
  readonly hrefOf: (event: ToastEvent) => string | undefined;
  /** Acknowledges the card of a trapped person; the card then closes (readings 84). */
  readonly onAcknowledge: (guid: string) => Promise<void>;
  /** Opens the live picture of a unit's camera; absent when there is none to open. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

const EMPTY: Deck = { cards: [], more: 0 };

/** New faults and events, one card a unit, in the middle of the wall (doc3 §2.1, §4.5, readings 148). */
export function ToastCards({ deck, hrefOf, onAcknowledge, onVideo }: Props) {
  const t = useTranslations('campus.toast');
  const held = useSyncExternalStore(deck.subscribe, deck.read, () => EMPTY);
  const root = useRef<HTMLElement>(null);
  const area = useArea(root);
  const { groups, more, isWaiting } = toastGroups(held, area && ((hasRest) => cardsIn(area, hasRest)));
  return (
    <section ref={root} className={styles.cards} aria-label={t('label')} aria-live="assertive" data-testid="toasts">
      {groups.map(({ equipmentNo, lead, guids }) => (
        <Card
          key={equipmentNo}
          event={lead}
          count={guids.length}
          href={hrefOf(lead)}
          onClose={() => guids.forEach((guid) => deck.dismiss(guid))}
          onAcknowledge={() => onAcknowledge(lead.guid)}
          onVideo={onVideo}
        />
      ))}
      {more > 0 && (
        <div className={styles.card} data-toast="more">
          <span className={styles.title}>{t('more', { n: more })}</span>
          {!isWaiting && (
            <IconButton
              className={styles.close}
              size="small"
              aria-label={t('close')}
              onClick={() => deck.dismissMore()}
            >
              <CloseIcon size={18} />
            </IconButton>
          )}
        </div>
      )}
    </section>
  );
}

/** The visible part of the tiles' area, in its own px; undefined until it is measured. */
function useArea(ref: RefObject<HTMLElement | null>): { width: number; height: number } | undefined {
  const [area, setArea] = useState<{ width: number; height: number }>();
  useEffect(() => {
    const stage = ref.current?.parentElement;
    if (!stage || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () =>
      // A page of tiles may be longer than the window.
      setArea({ width: stage.clientWidth, height: Math.min(stage.clientHeight, window.innerHeight) });
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [ref]);
  return area;
}

function lookOf({ entrapment, objectStatus, subType }: ToastEvent): StatusKind {
  if (objectStatus === 'false') return 'normal';
  return entrapment ? 'trapped' : subType === 'error' ? 'fault' : 'attention';
}

function Card({
  event,
  count,
  href,
  onClose,
  onAcknowledge,
  onVideo,
}: {
  readonly event: ToastEvent;
  /** How many messages the unit has, including this one. */
  readonly count: number;
  readonly href: string | undefined;
  readonly onClose: () => void;
  readonly onAcknowledge: () => Promise<void>;
  readonly onVideo: Props['onVideo'];
}) {
  const t = useTranslations('campus.toast');
  const [isSending, setIsSending] = useState(false);
  const acknowledge = async () => {
    setIsSending(true);
    await onAcknowledge();
    setIsSending(false);
  };
  const {
    objectStatus,
    entrapment,
    subType,
    title,
    message,
    equipmentName,
    equipmentNo,
    eventDate,
    camera,
    acks = [],
  } = event;
  const isOpen = objectStatus === 'true';
  const look = lookOf(event);
  const word = t(
    entrapment
      ? isOpen
        ? 'trapped'
        : 'released'
      : subType === 'error'
        ? isOpen
          ? 'fault'
          : 'faultOver'
        : isOpen
          ? 'event'
          : 'eventOver',
  );
  const text = saidOnce(title, message);
  const content = (
    <>
      <span className={styles.mark}>
        <StatusShapeMark status={look} size={20} />
      </span>
      <span className={styles.body}>
        <span className={styles.title}>
          {word}
          <time className={styles.time}>{eventDate.slice(5)}</time>
          {count > 1 && <span className={styles.time}>{t('count', { n: count })}</span>}
        </span>
        <span className={styles.unit} title={`${equipmentName} ${equipmentNo}`}>
          {equipmentName}
        </span>
        {text !== '' && <span className={styles.text}>{text}</span>}
        {acks.length > 0 && (
          <span className={styles.text}>
            {acks
              .map(({ nickName, ackDate }) => t('acknowledgedBy', { name: nickName, time: ackDate.slice(5, 16) }))
              .join(' · ')}
          </span>
        )}
      </span>
    </>
  );
  return (
    <article
      className={styles.card}
      data-toast={event.guid}
      data-equipment={equipmentNo}
      data-look={look}
      data-open={isOpen}
    >
      {href ? (
        <a className={styles.main} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div className={styles.main}>{content}</div>
      )}
      <div className={styles.actions}>
        {isOpen && camera === 1 && onVideo && (
          <Button size="small" variant="outlined" onClick={() => onVideo({ equipmentNo, equipmentName })}>
            {t('video')}
          </Button>
        )}
        {isOpen && entrapment ? (
          <Button
            size="small"
            variant="contained"
            color="error"
            disabled={isSending}
            onClick={() => void acknowledge()}
          >
            {t('acknowledge')}
          </Button>
        ) : (
          <IconButton size="small" aria-label={t('close')} onClick={onClose}>
            <CloseIcon size={18} />
          </IconButton>
        )}
      </div>
    </article>
  );
}
