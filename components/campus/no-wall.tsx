import { getTranslations } from 'next-intl/server';
import { Cover } from '@/components/ui/cover';
import { LockIcon } from '@/components/ui/icons';
import { WALL_STATUS } from '@/lib/campus/wall-status';
import styles from './no-wall.module.css';

/** Loading status 4: the page opens, the wall does not (doc3 §4.1, §6). No call is made and nothing is connected. */
export async function NoWall() {
  const t = await getTranslations('campus');
  return (
    <div className={styles.page} data-status={WALL_STATUS.noPermission}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Cover name="campus-4" icon={<LockIcon size={40} />} title={t('cover.4.title')} text={t('cover.4.text')} place="fill" />
    </div>
  );
}
