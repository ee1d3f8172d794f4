'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import { VideoIcon } from '@/components/kit/ui/icons';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { isLiveOffered } from '@/lib/features/notifications/shared/live-offer';
import type { InstantMessage, ToastEvent } from '@/lib/live/realtime/shared/notices';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import { saidOnce } from './said-once';
import rowStyles from '@/components/kit/ui/message-rows.module.css';
import styles from './message-tabs.module.css';

interface Props {
  readonly message: InstantMessage;
  readonly href: string | undefined;
  /** Opens the live picture of the unit; absent when the user may not see it. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** A fault, event, service message or announcement. It opens its detail in a new tab when the user has such a page. */
export function InstantRow({
  message: { notificationId, gbError, subType, title, message, notificationDate },
  href,
  onVideo,
}: Props) {
  const t = useTranslations('campus.messages');
  const isOpen = gbError?.objectStatus === 'true';
  const [ack] = gbError?.acks ?? [];
  const kind = subType !== undefined && t.has(`subType.${subType}`) ? t(`subType.${subType}`) : undefined;
  const content = (
    <>
      <span className={styles.head}>
        {gbError ? (
          <StatusPill
            status={
              !isOpen ? 'normal' : gbError.entrapment ? 'trapped' : gbError.subType === 'error' ? 'fault' : 'attention'
            }
            look="plain"
            size="small"
          >
            {t(gbError.entrapment ? 'kind.trapped' : `kind.${gbError.subType}`)}
            {isOpen ? '' : ` ${t('over')}`}
          </StatusPill>
        ) : (
          kind !== undefined && (
            <StatusPill status={subType === 'sla' ? 'attention' : 'service'} look="plain" size="small">
              {kind}
            </StatusPill>
          )
        )}
        <time className={rowStyles.time}>{notificationDate.slice(5, 16)}</time>
      </span>
      <span className={`${rowStyles.name} ${styles.unit}`}>{gbError?.equipmentName ?? title}</span>
      <span className={rowStyles.text} title={message}>
        {saidOnce(gbError ? title : '', message)}
      </span>
      {ack && (
        <span className={rowStyles.text}>
          {t('acknowledgedBy', { name: ack.nickName, time: ack.ackDate.slice(5, 16) })}
        </span>
      )}
    </>
  );
  return (
    <li className={rowStyles.row} data-message={notificationId} data-open={gbError ? isOpen : undefined}>
      {href ? (
        <a className={rowStyles.link} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div className={rowStyles.link}>{content}</div>
      )}
      {gbError && isOpen && gbError.camera === 1 && onVideo && <Live event={gbError} onVideo={onVideo} />}
    </li>
  );
}

/** The camera button is offered as long as a person may still be inside (doc3 §4.8). */
function Live({ event, onVideo }: { readonly event: ToastEvent; readonly onVideo: (unit: VideoUnit) => void }) {
  const t = useTranslations('common');
  const topics = useLiveTopics();
  const now = useNow();
  if (now === undefined || !isLiveOffered(event, topics.serverNow(now))) return null;
  const { equipmentNo, equipmentName } = event;
  return (
    <Button
      className={styles.video}
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<VideoIcon size={16} />}
      aria-label={t('videoOf', { name: equipmentName })}
      onClick={() => onVideo({ equipmentNo, equipmentName })}
    >
      {t('video')}
    </Button>
  );
}
