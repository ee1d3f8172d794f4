'use client';

import Popover from '@mui/material/Popover';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { queryDuty } from '@/lib/features/incidents/duty-contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { IncidentActions } from './incident-actions';
import { isQuiet } from './incident-order';
import { IncidentWords } from './incident-words';
import type { IncidentTasks } from './shared/use-incident-tasks';
import styles from './alarm-strip.module.css';

interface Props {
  readonly rows: readonly IncidentRow[];
  /** The number of all other alarms, including those that are not loaded. */
  readonly count: number;
  readonly holder: Holder;
  readonly tasks: IncidentTasks;
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** The other alarms, on a click. */
export function OthersList({ rows, count, holder, tasks, onVideo }: Props) {
  const t = useTranslations('incidents');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hidden = count - rows.length;
  return (
    <>
      <button
        type="button"
        className={styles.action}
        data-plain
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('others', { count })}
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.paper, role: 'dialog', 'aria-label': t('othersTitle') } }}
      >
        <ul className={styles.list}>
          {rows.map((row) => (
            <li
              key={row.equipmentNo}
              className={styles.item}
              data-condition={row.condition}
              data-quiet={isQuiet(row) || undefined}
            >
              <IncidentWords row={row} />
              <IncidentActions row={row} holder={holder} tasks={tasks} onVideo={onVideo} />
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <p className={styles.more}>
            {t('more', { count: hidden })}{' '}
            {may(holder, queryDuty) && <a href={hrefOf('callbacklist', { tab: 'duty' })}>{t('duty')}</a>}
          </p>
        )}
      </Popover>
    </>
  );
}
