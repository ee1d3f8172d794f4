'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds, propertiesOf, type ListTexts } from '@/components/kit/list/column-kinds';
import { FilterSelect } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { JOB_STATES, queryJobs, repeatJob, type JobRow } from '@/lib/features/jobs/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { jobList } from './job-list';

const LOOKS = { DEAD: 'fault', RETRYING: 'attention', RUNNING: 'running', WAITING: 'standby' } as const;

const TASKS = [
  { kind: 'view' },
  { kind: 'repeat', operation: repeatJob, isOffered: ({ state }: JobRow) => state === 'DEAD' },
] as const;

/** The name of a job in words; a job of a newer version has its technical name. */
const nameOf = (t: ListTexts, { name }: JobRow) => (t.has(`job.${name}`) ? t(`job.${name}`) : name);

function columnsOf(t: ListTexts) {
  const { own, status, time } = columnKinds<JobRow>(t);
  return [
    own('name', (row) => nameOf(t, row), { minWidth: 180, flex: true, isSortable: true }),
    status('state', LOOKS),
    own('attempts', ({ attempts, maxAttempts }) => t('attempts', { attempts, maxAttempts })),
    own('progress', ({ done, total }) => (done === null ? null : t('progress', { done, total: total ?? done }))),
    time('runAt'),
    own('lastError', ({ lastError }) => lastError, { minWidth: 120, flex: true }),
    time('createDate'),
  ];
}

/** What the portal does by itself, later. A job that was given up can be run again (api.md §2.23). */
export function JobListScreen({ first, holder }: ListScreenProps<typeof jobList>) {
  const t = useTranslations('jobs');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const list = useResourceList(jobList, first);
  const { start, close, on } = useRowTask<JobRow>();
  const columns = useMemo(() => {
    const own = { holder, tasks: TASKS, nameOf: (row: JobRow) => nameOf(t, row), start };
    return [...columnsOf(t), ...taskColumn(t, own)];
  }, [holder, start, t]);
  const repeat = async ({ id }: JobRow) => {
    try {
      await mutateSms(repeatJob, { id }, [queryJobs]);
      toast.success(common('success.operation'));
    } catch (failure) {
      toast.error(failureText(failure));
    }
    close();
    list.refresh();
  };
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      filters={
        <FilterSelect name="state" choices={JOB_STATES.map((value) => ({ value, label: t(`state.${value}`) }))} />
      }
    >
      {on('view', (row) => (
        <DetailDialog title={t('dialog.title')} onClose={close}>
          <PropertyList isLined items={propertiesOf(columns, row)} />
        </DetailDialog>
      ))}
      {on('repeat', (row) => (
        <ConfirmDialog
          isOpen
          title={t('dialog.repeat')}
          text={t('dialog.repeatText', { name: nameOf(t, row) })}
          confirmLabel={t('action.repeat')}
          onClose={close}
          onConfirm={() => repeat(row)}
        />
      ))}
    </ListScreen>
  );
}
