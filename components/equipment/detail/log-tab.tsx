'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { FilterBar } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { useJoin } from '@/components/kit/ui/use-join';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { LOG_TOPICS, type EquipmentLogRow } from '@/lib/features/equipment-log/contract';
import type { TabProps } from './tab-props';
import { logList } from './unit-lists';
import { useUnitList } from './use-unit-list';
import styles from './tabs.module.css';

/** The log of the unit's box (doc2 §2.4): by type and days, with the payload of an entry. */
export function LogTab({ equipmentNo }: TabProps) {
  const t = useTranslations('equipmentDetail.log');
  const join = useJoin();
  const list = useUnitList(logList, equipmentNo);
  const [row, setRow] = useState<EquipmentLogRow>();
  const columns = useMemo(() => {
    const kinds = columnKinds<EquipmentLogRow>(t);
    return [
      kinds.time('cubeDate'),
      kinds.option('topic'),
      kinds.text('cnType', { minWidth: 110, flex: true }),
      kinds.text('desc', { minWidth: 200, flex: true }),
      kinds.text('status'),
      kinds.own('actions', (entry) => (
        <RowActions>
          <RowAction
            label={t('moreOf', { desc: entry.desc || entry.cnType, date: entry.cubeDate })}
            onClick={() => setRow(entry)}
          >
            {t('more')}
          </RowAction>
        </RowActions>
      )),
    ];
  }, [t]);
  return (
    <>
      <FilterBar values={list.filters} unfiltered={list.unfiltered} onSearch={list.search}>
        <FilterSeveral
          name="topics"
          label={t('filter.topics')}
          choices={LOG_TOPICS.map((topic) => ({ value: String(topic), label: t(`topic.${topic}`) }))}
        />
        <FilterDates label={t('filter.dates')} />
      </FilterBar>
      <ResourceTable
        label={t('table')}
        emptyTitle={t('empty')}
        columns={columns}
        list={list}
        note={
          list.withheld.length > 0 && (
            <span className={styles.withheld} role="status">
              {t('withheld', { topics: join(list.withheld.map((topic) => t(`topic.${topic}`))) })}
            </span>
          )
        }
      />
      {row && (
        <DetailDialog
          title={
            <>
              {row.desc || row.cnType}
              <span className={styles.payloadDate}>{row.cubeDate}</span>
            </>
          }
          onClose={() => setRow(undefined)}
        >
          <pre className={styles.payload} aria-label={t('payload')} tabIndex={0}>
            {JSON.stringify(row.cubeLogResult.payload, null, 2)}
          </pre>
        </DetailDialog>
      )}
    </>
  );
}
