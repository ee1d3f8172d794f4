'use client';

import { useTranslations } from 'next-intl';
import { OpenIcon } from '@/components/kit/ui/icons';
import { SilentState } from '@/components/kit/ui/silent-state';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { UnitIcon } from '@/components/kit/ui/unit-icon';
import type { EquipmentRow, StatusEntry } from '@/lib/features/equipment/contract';
import { liveHref } from '@/lib/features/equipment/shared/links';
import { calledState } from '@/lib/live/units/condition';
import styles from './unit-table.module.css';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly rows: readonly EquipmentRow[];
  readonly statuses: ReadonlyMap<string, StatusEntry>;
  readonly holder: Holder;
}

/** One line a unit; on narrow screens two. The whole line links to the live page. */
export function UnitTable({ rows, statuses, holder }: Props) {
  const t = useTranslations();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('home.units.state')}</th>
          <th scope="col">{t('home.units.name')}</th>
          <th scope="col" className={styles.building}>
            {t('home.units.place')}
          </th>
          <th scope="col">{t('home.units.no')}</th>
          <th scope="col" className={styles.type}>
            {t('home.units.type')}
          </th>
          <th scope="col" className={styles.box}>
            {t('home.units.box')}
          </th>
          <th scope="col" className={styles.branch}>
            {t('home.units.branch')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('home.units.openShort')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const href = liveHref(holder, row.displayType, row.equipmentNo);
          const entry = statuses.get(row.equipmentNo);
          const status = calledState(entry ?? row);
          const name = row.equipmentName || row.equipmentNo;
          return (
            <tr key={row.equipmentNo} data-status={status} data-linked={href ? '' : undefined}>
              <td className={styles.state}>
                {status === 'unknown' ? (
                  <SilentState lastDataAt={entry?.lastDataAt} />
                ) : (
                  <StatusPill status={status} look="plain" />
                )}
              </td>
              <th scope="row" className={styles.name} title={name}>
                {href ? (
                  <a
                    className={styles.link}
                    href={href}
                    target="_blank"
                    rel="noopener"
                    aria-label={`${t('home.units.open', { name })} ${t('layout.newTab')}`}
                  >
                    <MiddleText>{name}</MiddleText>
                  </a>
                ) : (
                  <MiddleText>{name}</MiddleText>
                )}
              </th>
              <td className={styles.building} title={row.buildingName ?? undefined}>
                {row.buildingName || t('common.missing')}
              </td>
              <td className={styles.no}>{row.equipmentNo}</td>
              <td className={styles.type}>
                <span className={styles.kind}>
                  <UnitIcon kind={row.displayType} size={18} />
                  {t(`common.equipment.${row.displayType}`)}
                </span>
              </td>
              <td className={styles.box}>{row.cubeNo || t('common.missing')}</td>
              <td className={styles.branch} title={row.branchName}>
                {row.branchName || t('common.missing')}
              </td>
              <td className={styles.open}>{href && <OpenIcon size={16} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
