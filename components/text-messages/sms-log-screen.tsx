'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { ExportButton } from '@/components/kit/list/export-button';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ListPage } from '@/components/kit/list/list-page';
import { exportInput, type FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/project-picker';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import {
  exportSmsLog,
  MAX_SMS_DAYS,
  querySmsLog,
  resendSms,
  type SmsLogRow,
} from '@/lib/features/text-messages/contract';
import { SMS_STATES, SMS_TYPES, type SmsState } from '@/lib/platform/texting/contract';
import { smsLogList } from './sms-log-list';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<SmsLogRow>;
  readonly holder: Holder;
}

const LOOK: Readonly<Record<SmsState, StatusKind>> = {
  QUEUED: 'standby',
  SENT: 'service',
  DELIVERED: 'normal',
  FAILED: 'fault',
  SUPPRESSED: 'offline',
};
const digits = (text: string) => text.replace(/\D/g, '').slice(0, 11);

/** The SMS log (silent-screens B7, readings 55). */
export function SmsLogScreen({ first, holder }: Props) {
  const t = useTranslations('smsLog');
  const common = useTranslations('common');
  const missing = common('missing');
  const failureText = useFailureText();
  const list = useResourceList<SmsLogRow, typeof smsLogList.operation, typeof smsLogList.filters>(smsLogList, first);
  const [shown, setShown] = useState<SmsLogRow>();
  const [resent, setResent] = useState<SmsLogRow>();

  const mayResend = may(holder, resendSms);
  const mayLookUp = mayOpen(holder, routeOf('equipmentlist'));
  const columns = useMemo<readonly Column<SmsLogRow>[]>(
    () => [
      {
        field: 'createDate',
        label: t('column.createDate'),
        minWidth: 164,
        isSortable: true,
        cell: (row) => row.createDate,
      },
      {
        field: 'actions',
        label: t('column.actions'),
        minWidth: 130,
        cell: (row) => (
          <RowActions>
            <RowAction
              label={t('action.of', { action: t('action.view'), name: row.createDate })}
              onClick={() => setShown(row)}
            >
              {t('action.view')}
            </RowAction>
            {mayResend && row.state === 'FAILED' && row.type !== 'code' && (
              <RowAction
                label={t('action.of', { action: t('action.resend'), name: row.createDate })}
                onClick={() => setResent(row)}
              >
                {t('action.resend')}
              </RowAction>
            )}
          </RowActions>
        ),
      },
      { field: 'phone', label: t('column.phone'), minWidth: 112, cell: (row) => row.phone || missing },
      { field: 'receiver', label: t('column.receiver'), minWidth: 96, flex: 1, cell: (row) => row.receiver ?? missing },
      { field: 'type', label: t('column.type'), minWidth: 164, isSortable: true, cell: (row) => t(`type.${row.type}`) },
      { field: 'content', label: t('column.content'), minWidth: 180, flex: 3, cell: (row) => row.content },
      {
        field: 'equipmentNo',
        label: t('column.equipmentNo'),
        minWidth: 120,
        cell: (row) =>
          row.equipmentNo && mayLookUp ? (
            <a
              href={hrefOf('equipmentlist', { key: row.equipmentNo })}
              target="_blank"
              rel="noopener"
              title={t('openEquipment', { no: row.equipmentNo })}
            >
              {row.equipmentNo}
            </a>
          ) : (
            (row.equipmentNo ?? missing)
          ),
      },
      {
        field: 'projectName',
        label: t('column.projectName'),
        minWidth: 100,
        flex: 1,
        cell: (row) => row.projectName ?? missing,
      },
      {
        field: 'state',
        label: t('column.state'),
        minWidth: 104,
        isSortable: true,
        cell: (row) => (
          <StatusPill status={LOOK[row.state]} look="plain">
            {t(`state.${row.state}`)}
          </StatusPill>
        ),
      },
      {
        field: 'deliverDate',
        label: t('column.deliverDate'),
        minWidth: 164,
        isSortable: true,
        cell: (row) => row.deliverDate ?? missing,
      },
      { field: 'error', label: t('column.error'), minWidth: 110, flex: 1, cell: (row) => row.error ?? missing },
      {
        field: 'tries',
        label: t('column.tries'),
        minWidth: 84,
        align: 'right',
        isSortable: true,
        cell: (row) => String(row.tries),
      },
      { field: 'parts', label: t('column.parts'), minWidth: 64, align: 'right', cell: (row) => String(row.parts) },
    ],
    [mayLookUp, mayResend, missing, t],
  );

  return (
    <ListPage
      title={t('title')}
      actions={<ExportButton operation={exportSmsLog} input={exportInput(smsLogList, list)} />}
    >
      <FilterBar values={list.filters} unfiltered={list.unfiltered} onSearch={list.search}>
        <FilterDates label={t('filter.dates')} isRequired maxDays={MAX_SMS_DAYS} />
        <FilterText name="phone" label={t('filter.phone')} format={digits} maxLength={11} />
        <FilterSelect
          name="type"
          label={t('filter.type')}
          choices={SMS_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <FilterSelect
          name="state"
          label={t('filter.state')}
          choices={SMS_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterText name="equipmentNo" label={t('filter.equipmentNo')} maxLength={40} />
        <FilterLookUp
          name="projectId"
          label={t('filter.projectId')}
          operation={searchProjects}
          choiceOf={projectChoice}
        />
        <FilterText name="username" label={t('filter.username')} maxLength={64} />
      </FilterBar>
      <ResourceTable
        name="smsLog"
        label={t('table')}
        columns={columns}
        rowKey={(row) => row.id}
        list={list}
        emptyTitle={t('empty')}
      />
      {shown && (
        <DetailDialog title={t('dialog.title')} width="sm" onClose={() => setShown(undefined)}>
          <PropertyList
            isLined
            items={[
              { key: 'type', label: t('column.type'), value: t(`type.${shown.type}`) },
              {
                key: 'state',
                label: t('column.state'),
                value: (
                  <StatusPill status={LOOK[shown.state]} look="plain">
                    {t(`state.${shown.state}`)}
                  </StatusPill>
                ),
              },
              ...(
                [
                  'createDate',
                  'phone',
                  'receiver',
                  'content',
                  'equipmentNo',
                  'projectName',
                  'deliverDate',
                  'error',
                  'tries',
                  'parts',
                ] as const
              ).map((key) => ({
                key,
                label: t(`column.${key}`),
                value: shown[key] === null ? null : String(shown[key]),
              })),
            ]}
          />
        </DetailDialog>
      )}
      {resent && (
        <ConfirmDialog
          isOpen
          title={t('dialog.resend')}
          text={t('dialog.resendText', { phone: resent.phone })}
          confirmLabel={t('action.resend')}
          onClose={() => setResent(undefined)}
          onConfirm={async () => {
            try {
              await mutateSms(resendSms, { id: resent.id }, [querySmsLog]);
              toast.success(common('success.operation'));
            } catch (error) {
              toast.error(failureText(error));
            }
            setResent(undefined);
            list.refresh();
          }}
        />
      )}
    </ListPage>
  );
}
