'use client';

import { useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { propertiesOf } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { textLink } from '@/components/kit/ui/text-link';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { MAX_MAIL_DAYS, queryMailLog, resendMail, type MailLogRow } from '@/lib/features/mails/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { MAIL_KINDS, MAIL_STATES } from '@/lib/platform/mail/contract';
import { MAIL_TASKS, mailColumnsOf } from './mail-log-columns';
import { mailLogList } from './mail-log-list';

interface Props {
  readonly first?: FirstPage<MailLogRow>;
  readonly holder: Holder;
  /** Above the filters: the tabs of both logs. */
  readonly tabs?: ReactNode;
}

/** The log of e-mails: what was sent, or why not. With the embedded outbox, e-mails are read here (readings 99). */
export function MailLogScreen({ first, holder, tabs }: Props) {
  const t = useTranslations('mailLog');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const list = useResourceList(mailLogList, first);
  const { start, close, on } = useRowTask<MailLogRow, 'view' | 'resend'>();
  const columns = useMemo(
    () =>
      mailColumnsOf(
        t,
        taskColumn(t, {
          holder,
          tasks: MAIL_TASKS,
          nameOf: ({ createDate, subject }) => `${createDate} ${subject}`,
          start,
        }),
      ),
    [holder, start, t],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={tabs}
      filters={
        <>
          <FilterDates isRequired maxDays={MAX_MAIL_DAYS} />
          <FilterText name="toAddress" />
          <FilterSeveral name="kind" values={MAIL_KINDS} />
          <FilterSeveral name="state" values={MAIL_STATES} />
          <FilterText name="username" maxLength={64} />
        </>
      }
    >
      {on('view', (row) => (
        <DetailDialog title={t('dialog.title')} width="sm" onClose={close}>
          <PropertyList
            isLined
            items={[
              ...propertiesOf(columns, row),
              { key: 'content', label: t('column.content'), value: <Lines text={row.content} /> },
            ]}
          />
        </DetailDialog>
      ))}
      {on('resend', (row) => (
        <ConfirmDialog
          isOpen
          title={t('dialog.resend')}
          text={t('dialog.resendText', { to: row.toAddress })}
          confirmLabel={t('action.resend')}
          onClose={close}
          onConfirm={async () => {
            try {
              await mutateSms(resendMail, { id: row.id }, [queryMailLog]);
              toast.success(common('success.operation'));
            } catch (error) {
              toast.error(failureText(error));
            }
            close();
            list.refresh();
          }}
        />
      ))}
    </ListScreen>
  );
}

const LINK = /^https?:\/\/\S+$/;

/** A text with its line breaks; a line that is an address leads there. */
function Lines({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').map((line, index) => (
        // A line has no key except its position.
        <p key={index} style={{ margin: 0, overflowWrap: 'anywhere' }}>
          {LINK.test(line) ? textLink(line, line) : line || '\u00a0'}
        </p>
      ))}
    </>
  );
}
