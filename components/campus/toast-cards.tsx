'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { StatusKind } from '@/components/kit/ui/status';
import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import type { Deck, ToastDeck } from '@/lib/features/notifications/toast-deck';
import styles from './toast-cards.module.css';

interface Props {
  readonly deck: ToastDeck;
  /** Address of the unit's live page; undefined when it has none for this user. */
  readonly hrefOf: (event: ToastEvent) => string | undefined;
  /** Acknowledges the card of a trapped person, which then closes (readings 84). */
  readonly onAcknowledge: (guid: string) => Promise<void>;
  /** Opens the live picture of a unit's camera; absent where there is none to open. */
  readonly onVideo?: (equipmentNo: string) => void;
}

const EMPTY: Deck = { cards: [], more: 0 };

/** Faults and events as they come, in the middle of the wall (doc3 §2.1, §4.5). */
export function ToastCards({ deck, hrefOf, onAcknowledge, onVideo }: Props) {
  const t = useTranslations('campus.toast');
  const { cards, more } = useSyncExternalStore(deck.subscribe, deck.read, () => EMPTY);
  return (
    <section className={styles.cards} aria-label={t('label')} aria-live="assertive" data-testid="toasts">
      {cards.map((event) => (
        <Card
          key={event.guid}
          event={event}
          href={hrefOf(event)}
          onClose={() => deck.dismiss(event.guid)}
          onAcknowledge={() => onAcknowledge(event.guid)}
          onVideo={onVideo}
        />
      ))}
      {more > 0 && (
        <div className={styles.card} data-toast="more">
          <span className={styles.title}>{t('more', { n: more })}</span>
          <IconButton className={styles.close} size="small" aria-label={t('close')} onClick={() => deck.dismissMore()}>
            <CloseIcon size={18} />
          </IconButton>
        </div>
      )}
    </section>
  );
}

function lookOf({ entrapment, objectStatus, subType }: ToastEvent): StatusKind {
  if (objectStatus === 'false') return 'normal';
  return entrapment ? 'trapped' : subType === 'error' ? 'fault' : 'attention';
}

function Card({
  event,
  href,
  onClose,
  onAcknowledge,
  onVideo,
}: {
  readonly event: ToastEvent;
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
  const text = [title, message].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(' ');
  const content = (
    <>
      <span className={styles.mark}>
        <StatusShapeMark status={look} size={20} />
      </span>
      <span className={styles.body}>
        <span className={styles.title}>
          {word}
          <time className={styles.time}>{eventDate.slice(5)}</time>
        </span>
        <span className={styles.unit} title={`${equipmentName} ${equipmentNo}`}>
          {equipmentName}
        </span>
        {text !== '' && <span className={styles.text}>{text}</span>}
        {acks.map(({ nickName, ackDate }) => (
          <span key={`${nickName} ${ackDate}`} className={styles.text}>
            {t('acknowledgedBy', { name: nickName, time: ackDate.slice(5, 16) })}
          </span>
        ))}
      </span>
    </>
  );
  return (
    <article className={styles.card} data-toast={event.guid} data-look={look} data-open={isOpen}>
      {href ? (
        <a className={styles.main} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div className={styles.main}>{content}</div>
      )}
      <div className={styles.actions}>
        {isOpen && camera === 1 && onVideo && (
          <Button size="small" variant="outlined" onClick={() => onVideo(equipmentNo)}>
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
