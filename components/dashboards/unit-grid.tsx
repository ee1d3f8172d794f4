'use client';

import { useTranslations } from 'next-intl';
import { batchEquipmentStatus, queryEquipment } from '@/lib/features/equipment/contract';
import type { EquipmentRow, StatusEntry } from '@/lib/features/equipment/contract';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import { calledState, UNIT_STATES } from '@/lib/live/units/condition';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { Block, Quiet } from './block';
import { UnitTile } from './unit-tile';
import { useAnswer } from './use-answer';
import styles from './unit-grid.module.css';

/** At most so many tiles live (silent-screens D4). */
const MOST = 200;
const STATUS_MS = 30_000;

interface Props {
  readonly holder: Holder;
  readonly projectId: string;
}

/** Worst first within a building, then by name. */
const gravity = (entry: StatusEntry | EquipmentRow) => {
  const at = UNIT_STATES.indexOf(calledState(entry));
  return at < 0 ? UNIT_STATES.length : at;
};

function byBuilding(rows: readonly EquipmentRow[]): ReadonlyMap<string, EquipmentRow[]> {
  const found = new Map<string, EquipmentRow[]>();
  for (const row of rows) {
    const name = row.buildingName ?? '';
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return found;
}

/** The units of a project by building, each live (silent-screens D4). */
export function UnitGrid({ holder, projectId }: Props) {
  const t = useTranslations('dashboards.grid');
  const all = useTranslations('dashboards');
  const maySee = may(holder, queryEquipment);
  const units = useAnswer(
    queryEquipment,
    maySee
      ? { projectId: [projectId], pageIndex: 1, pageSize: MOST, sortField: 'equipmentName', sortOrder: 'asc' }
      : null,
  );
  const rows = units.data?.records ?? [];
  const numbers = rows.map(({ equipmentNo }) => equipmentNo);
  const statuses = useAnswer(batchEquipmentStatus, numbers.length > 0 ? { equipmentNoList: numbers } : null, STATUS_MS);
  useLiveConnection(rows.map(({ equipmentNo, equipmentType }) => ({ equipmentNo, equipmentType })));
  const statusOf = new Map((statuses.data ?? []).map((entry) => [entry.equipmentNo, entry]));
  const buildings = byBuilding(rows);
  if (!maySee) return <Quiet>{all('noRight')}</Quiet>;
  return (
    <Block
      name="units"
      title={t('title')}
      note={
        units.data && (units.data.total > MOST ? t('more', { count: MOST }) : t('count', { count: units.data.total }))
      }
      answer={units}
    >
      {(data) =>
        data.records.length === 0 ? (
          <Quiet>{t('empty')}</Quiet>
        ) : (
          <>
            {[...buildings].map(([building, own]) => (
              <section key={building} className={styles.building} aria-label={building || t('title')}>
                {building && <h3>{building}</h3>}
                <ul className={styles.tiles}>
                  {[...own]
                    .sort(
                      (a, b) => gravity(statusOf.get(a.equipmentNo) ?? a) - gravity(statusOf.get(b.equipmentNo) ?? b),
                    )
                    .map((unit) => (
                      <UnitTile
                        key={unit.equipmentNo}
                        unit={unit}
                        call={statusOf.get(unit.equipmentNo) ?? unit}
                        holder={holder}
                      />
                    ))}
                </ul>
              </section>
            ))}
          </>
        )
      }
    </Block>
  );
}
