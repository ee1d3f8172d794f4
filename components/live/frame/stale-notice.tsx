'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { OfflineIcon, PlugIcon } from '@/components/kit/ui/icons';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { lastDataAt } from '@/lib/live/units/age';
import { LiveAge } from './live-age';
import type { LiveUnit } from './use-live-unit';
import styles from './stale-notice.module.css';

/**
 * Says that the values are old when no cover says it. The box has no connection (`connection: offline`) or is silent
 * (readings 242; the unit counts as online for 72 h), or our stream is lost while a more serious message is shown.
 */
export function StaleNotice({
  unit: { condition, live, link, newestAt, retry },
  isHidden,
}: {
  readonly unit: LiveUnit;
  /** A cover of the frame already says it. */
  readonly isHidden: boolean;
}) {
  const t = useTranslations('live.frame');
  if (isHidden) return null;
  if (link !== LIVE_STATE.live) {
    return (
      <div className={styles.notice} role="status" data-testid="stream-lost">
        <OfflineIcon size={18} />
        <span>{t(link === LIVE_STATE.connecting ? 'cover.1.title' : 'cover.2.title')}</span>
        {newestAt !== undefined && <LiveAge at={newestAt} wrap={(age) => t('lastData', { age })} />}
        {link === LIVE_STATE.disconnected && (
          <Button className={styles.action} size="small" onClick={retry}>
            {t('cover.2.action')}
          </Button>
        )}
      </div>
    );
  }
  if (!condition.isHeld) return null;
  return (
    <div className={styles.notice} role="status" data-testid={condition.isOld ? 'silent' : 'box-lost'}>
      <PlugIcon size={18} />
      <span>{t(condition.isOld ? 'silent' : 'boxLost')}</span>
      <span className={styles.action}>
        <LiveAge at={condition.isOld ? lastDataAt(live) : newestAt} wrap={(age) => t('lastData', { age })} />
      </span>
    </div>
  );
}
