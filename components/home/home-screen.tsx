import { useTranslations } from 'next-intl';
import { LockIcon } from '@/components/kit/ui/icons';
import { EmptyState } from '@/components/kit/ui/states';
import type { UserInfo } from '@/lib/features/account/contract';
import { AccountPanel } from './account-panel';
import { DeniedNotice } from './denied-notice';
import { Tiles, type TitledTile } from './tiles';
import { UnitFinder } from './unit-finder';
import type { FirstUnits } from './unit-query';
import styles from './home-screen.module.css';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { queryEquipment } from '@/lib/features/equipment/contract';

interface Props {
  readonly nickName: string;
  /** Hour of the day where the product is used, 0-23. */
  readonly hour: number;
  readonly tiles: readonly TitledTile[];
  readonly holder: Holder;
  readonly firstUnits?: FirstUnits;
  readonly userInfo?: UserInfo;
}

const partOf = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening');

/** Home: what one may open, one's units and their state, and who one is. */
export function HomeScreen({ nickName, hour, tiles, holder, firstUnits, userInfo }: Props) {
  const t = useTranslations('home');
  return (
    <div className={styles.home}>
      <DeniedNotice />
      <h1 className={styles.greeting}>{t(`greeting.${partOf(hour)}`, { name: nickName })}</h1>
      <Tiles tiles={tiles} />
      <div className={styles.columns}>
        {may(holder, queryEquipment) ? (
          <UnitFinder first={firstUnits} holder={holder} />
        ) : (
          <EmptyState icon={<LockIcon />} title={t('units.noRight')} />
        )}
        <aside className={styles.aside}>
          <AccountPanel first={userInfo} />
        </aside>
      </div>
    </div>
  );
}
