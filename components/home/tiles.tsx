import { useTranslations } from 'next-intl';
import {
  CallbackIcon,
  MaintenanceIcon,
  MonitoringIcon,
  ReportIcon,
  ScreenIcon,
  StatisticsIcon,
  SymptomIcon,
} from '@/components/kit/ui/icons';
import { EquipmentIcon } from '@/components/kit/ui/lift-icons';
import type { HomeTile } from '@/lib/menu';
import styles from './tiles.module.css';

const ICONS: Readonly<Record<string, typeof ScreenIcon>> = {
  campus: ScreenIcon,
  equipmentlist: EquipmentIcon,
  callbacklist: CallbackIcon,
  symptomList: SymptomIcon,
  maintenance: MaintenanceIcon,
  statisticalReport: StatisticsIcon,
  mapMonitoring: MonitoringIcon,
  healthProjectList: ReportIcon,
};

/** A tile with its page's title, which only the server knows. */
export interface TitledTile extends HomeTile {
  readonly title: string;
}

/**
 * The home tiles (doc1 §2), of existing pages only. A tile is disabled without the permission, or when its rule leaves
 * the page to the menu (readings 121).
 */
export function Tiles({ tiles }: { readonly tiles: readonly TitledTile[] }) {
  const t = useTranslations();
  if (tiles.length === 0) return null;
  return (
    <nav aria-label={t('home.shortcuts')}>
      <ul className={styles.tiles}>
        {tiles.map(({ key, href, title, isDisabled, isInMenu, opensNewTab }) => {
          const Icon = ICONS[key] ?? EquipmentIcon;
          const content = (
            <>
              <Icon size={24} />
              <span className={styles.name}>{title}</span>
              <span className={styles.text}>
                {isDisabled ? t(isInMenu ? 'home.tileFromMenu' : 'home.tileDisabled') : t(`home.tile.${key}`)}
              </span>
            </>
          );
          return (
            <li key={key}>
              {isDisabled ? (
                <span className={styles.tile} role="link" aria-disabled="true">
                  {content}
                </span>
              ) : (
                <a className={styles.tile} href={href} {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}>
                  {content}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
