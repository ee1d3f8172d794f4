'use client';

import LinearProgress from '@mui/material/LinearProgress';
import { useTranslations } from 'next-intl';
import { DetailSection } from '@/components/kit/detail/detail-page';
import type { MaintenanceDetail, MaintenanceItem } from '@/lib/features/maintenance/work-contract';
import { FoundItems, WorkItems } from './check-items';
import type { useItemDrafts } from './use-item-drafts';
import type { PhotoDrafts } from './use-photo-drafts';
import styles from './check-items.module.css';

interface Props {
  readonly jobNo: string;
  readonly items: readonly MaintenanceItem[];
  /** Absent: the items cannot be changed now. */
  readonly drafts?: ReturnType<typeof useItemDrafts>;
  readonly photoDrafts: PhotoDrafts;
  /** The job as it is after a photo went. */
  readonly onPhoto: (detail: MaintenanceDetail) => void;
}

/** The check items (silent-screens E1, block 3): as a form, or with their results. */
export function WorkSection({ jobNo, items, drafts, photoDrafts, onPhoto }: Props) {
  const t = useTranslations('maintenance');
  const done = drafts ? items.filter(({ no }) => drafts.valueOf(no).result !== null).length : 0;
  return (
    <DetailSection title={t('sections.items')}>
      {drafts ? (
        <>
          <div className={styles.bar}>
            <span>{t('items.progress', { done, total: items.length })}</span>
            <LinearProgress
              className={styles.progress}
              variant="determinate"
              value={items.length === 0 ? 0 : (done / items.length) * 100}
              aria-label={t('items.progress', { done, total: items.length })}
            />
            <span className={styles.waiting} role="status">
              {[
                ...(drafts.pending > 0 ? [t('items.pending', { count: drafts.pending })] : []),
                ...(photoDrafts.pending > 0 ? [t('photos.pending', { count: photoDrafts.pending })] : []),
              ].join(' · ')}
            </span>
          </div>
          <WorkItems
            jobNo={jobNo}
            items={items}
            valueOf={drafts.valueOf}
            onChange={drafts.set}
            photoDrafts={photoDrafts}
            onPhoto={onPhoto}
          />
        </>
      ) : (
        <FoundItems items={items} />
      )}
    </DetailSection>
  );
}
