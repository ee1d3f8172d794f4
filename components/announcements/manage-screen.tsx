'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState, type ReactNode } from 'react';
import { later } from '@/components/kit/layout/later';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { deleteAnnouncement, saveAnnouncement, type AnnouncementEdit } from '@/lib/features/announcements/contract';
import { ANNOUNCEMENT_STATES, RECEIVING_METHODS } from '@/lib/features/announcements/value-sets';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { announcementList } from './lists';
import { MANAGE_TASKS, manageColumnsOf, type ManageTask } from './manage-columns';
import { PreviewDialog } from './preview-dialog';
import { PublishDialog } from './publish-dialog';
import { ReadersDialog } from './readers-dialog';
import { WithdrawDialog } from './withdraw-dialog';

// Loaded only when somebody writes: the editor is large and few people use it.
const AnnouncementDialog = later(
  async () => (await import('./announcement-dialog')).AnnouncementDialog,
  ['announcements', 'escalator', 'list'],
);

interface Props {
  readonly first?: FirstPage<AnnouncementEdit>;
  readonly holder: Holder;
  readonly tabs?: ReactNode;
}

/** The list in which editors write, plan, publish and withdraw (silent-screens C). */
export function ManageScreen({ first, holder, tabs }: Props) {
  const t = useTranslations('announcements');
  const list = useResourceList(announcementList, first);
  const { start, close, on } = useRowTask<AnnouncementEdit, ManageTask>();
  const [isWriting, setIsWriting] = useState(false);
  /** The announcement that was just saved and is now to be published. */
  const [saved, setSaved] = useState<{ readonly id: string; readonly title: string }>();
  const columns = useMemo(
    () => manageColumnsOf(t, taskColumn(t, { holder, tasks: MANAGE_TASKS, nameOf: ({ title }) => title, start })),
    [holder, start, t],
  );
  const editor = (mode: 'add' | 'update' | 'copy', onClose: () => void, row?: AnnouncementEdit) => (
    <AnnouncementDialog
      mode={mode}
      row={row}
      holder={holder}
      onSaved={list.refresh}
      onPublish={setSaved}
      onClose={onClose}
    />
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={tabs}
      actions={
        may(holder, saveAnnouncement) && (
          <Button variant="contained" color="primary" onClick={() => setIsWriting(true)}>
            {t('new')}
          </Button>
        )
      }
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="state" values={ANNOUNCEMENT_STATES} />
          <FilterSelect name="receivingMethod" values={RECEIVING_METHODS} />
          <FilterDates />
        </>
      }
    >
      {isWriting && editor('add', () => setIsWriting(false))}
      {on('update', (row) => editor('update', close, row))}
      {on('copy', (row) => editor('copy', close, row))}
      {on('preview', (row) => (
        <PreviewDialog row={row} onClose={close} />
      ))}
      {on('publish', (row) => (
        <PublishDialog row={row} onDone={list.refresh} onClose={close} />
      ))}
      {saved && <PublishDialog row={saved} onDone={list.refresh} onClose={() => setSaved(undefined)} />}
      {on('withdraw', (row) => (
        <WithdrawDialog row={row} onDone={list.refresh} onClose={close} />
      ))}
      {on('readers', (row) => (
        <ReadersDialog row={row} onClose={close} />
      ))}
      {on('delete', (row) => (
        <RowDeletion
          name={row.title}
          operation={deleteAnnouncement}
          input={{ id: row.id }}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
