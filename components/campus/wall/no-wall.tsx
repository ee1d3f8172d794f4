import { getTranslations } from 'next-intl/server';
import { WALL_STATUS } from '@/lib/features/campus/wall-status';
import { ApplyCover } from './apply-cover';
import styles from './no-wall.module.css';

/** Loading status 4: the page opens without the wall (doc3 §4.1, §6). It connects to nothing. */
export async function NoWall() {
  const t = await getTranslations('campus');
  return (
    <div className={styles.page} data-status={WALL_STATUS.noPermission}>
      <h1 className={styles.title}>{t('title')}</h1>
      <ApplyCover />
    </div>
  );
}
