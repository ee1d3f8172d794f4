'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState, type ReactNode } from 'react';
import { propertiesOf } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { may } from '@/lib/platform/contract/access';
import { exportSmsLog, MAX_SMS_DAYS, resendSms, type SmsLogRow } from '@/lib/features/text-messages/contract';
import { SMS_STATES, SMS_TYPES } from '@/lib/platform/texting/contract';
import { ResendDialog } from './resend-dialog';
import { isResendable, SMS_TASKS, smsColumnsOf } from './sms-log-columns';
import { smsLogList } from './sms-log-list';

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 11);
const nameOf = ({ createDate }: SmsLogRow) => createDate;

type SmsLogScreenProps = ListScreenProps<typeof smsLogList>;
/** @property tabs above the filters: the way to the log of e-mails */
type Props = Pick<SmsLogScreenProps, 'holder'> &
  Partial<Pick<SmsLogScreenProps, 'first'>> & { readonly tabs?: ReactNode };

/** The SMS log (silent-screens B7, readings 55). */
export function SmsLogScreen({ first, holder, tabs }: Props) {
  const t = useTranslations('smsLog');
  const list = useResourceList(smsLogList, first);
  const { start, close, on } = useRowTask<SmsLogRow>();
  const mayResend = may(holder, resendSms);
  const selection = useRowSelection(list, { isSelectable: isResendable });
  const [isResending, setIsResending] = useState(false);
  const columns = useMemo(() => {
    const mayLookUp = mayOpen(holder, routeOf('equipmentlist'));
    const unitHref = (key: string) => (mayLookUp ? hrefOf('equipmentlist', { key }) : undefined);
    return smsColumnsOf(t, unitHref, taskColumn(t, { holder, tasks: SMS_TASKS, nameOf, start }));
  }, [holder, start, t]);

  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={tabs}
      selection={mayResend ? selection : undefined}
      bulk={<Button onClick={() => setIsResending(true)}>{t('action.resend')}</Button>}
      file={{ operation: exportSmsLog, holder }}
      filters={
        <>
          <FilterDates isRequired maxDays={MAX_SMS_DAYS} />
          <FilterText name="phone" format={digits} maxLength={11} />
          <FilterSeveral name="type" values={SMS_TYPES} />
          <FilterSeveral name="state" values={SMS_STATES} />
          <FilterText name="equipmentNo" maxLength={40} />
          <FilterLookUp name="projectId" operation={searchProjects} choiceOf={projectChoice} />
          <FilterText name="username" maxLength={64} />
        </>
      }
    >
      {on('view', (row) => (
        <DetailDialog title={t('dialog.title')} width="sm" onClose={close}>
          <PropertyList isLined items={propertiesOf(columns, row)} />
        </DetailDialog>
      ))}
      {on('resend', (row) => (
        <ResendDialog rows={[row]} onDone={list.refresh} onClose={close} />
      ))}
      {isResending && (
        <ResendDialog
          rows={selection.rows}
          onDone={() => {
            selection.clear();
            list.refresh();
          }}
          onClose={() => setIsResending(false)}
        />
      )}
    </ListScreen>
  );
}
