import { useTranslations } from 'next-intl';
import { LockIcon } from '@/components/kit/ui/icons';
import { EmptyState } from '@/components/kit/ui/states';
import type { UserInfo } from '@/lib/features/account/contract';
import { AccountPanel } from './account-panel';
import { Cockpit } from './cockpit';
import { CustomerHome, type FirstBuildings } from './customer-home';
import { DayWork } from './day-work';
import { DeniedNotice } from './denied-notice';
import { Tiles, type TitledTile } from './tiles';
import { UnitFinder } from './unit-finder';
import type { FirstUnits } from './unit-query';
import styles from './home-screen.module.css';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { getHomeWork, queryHomeBuildings } from '@/lib/features/home/contract';
import type { FirstIncidents } from '@/lib/features/home/first-data';
import { queryIncidents } from '@/lib/features/incidents/contract';

interface Props {
  readonly nickName: string;
  /** Hour of the day in the product's time zone, 0-23. */
  readonly hour: number;
  readonly tiles: readonly TitledTile[];
  readonly holder: Holder;
  /** An external customer sees their own buildings in plain words and no dispatcher's work. */
  readonly isCustomer: boolean;
  /** False: the data strategy withholds faults. */
  readonly showsFaults: boolean;
  readonly firstIncidents?: FirstIncidents;
  readonly firstBuildings?: FirstBuildings;
  readonly firstUnits?: FirstUnits;
  readonly userInfo?: UserInfo;
}

const partOf = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening');

/** Home: what needs a person now, or a customer's buildings; then the user's units and pages. */
export function HomeScreen(props: Props) {
  const t = useTranslations('home');
  const { nickName, hour, tiles, holder, firstUnits, userInfo } = props;
  return (
    <div className={styles.home}>
      <DeniedNotice />
      <h1 className={styles.greeting}>{t(`greeting.${partOf(hour)}`, { name: nickName })}</h1>
      <Top {...props} />
      {may(holder, getHomeWork) && <DayWork holder={holder} />}
      {may(holder, queryEquipment) ? (
        <UnitFinder first={firstUnits} holder={holder} />
      ) : (
        <EmptyState icon={<LockIcon />} title={t('units.noRight')} />
      )}
      <div className={styles.tiles}>
        <Tiles tiles={tiles} />
      </div>
      <AccountPanel first={userInfo} />
    </div>
  );
}

function Top({ isCustomer, showsFaults, holder, firstIncidents, firstBuildings }: Props) {
  if (isCustomer)
    return may(holder, queryHomeBuildings) ? <CustomerHome first={firstBuildings} holder={holder} /> : null;
  return may(holder, queryIncidents) ? (
    <Cockpit first={firstIncidents} holder={holder} showsFaults={showsFaults} />
  ) : null;
}
