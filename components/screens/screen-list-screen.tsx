'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { detailHref } from '@/lib/features/equipment/shared/links';
import {
  deleteScreen,
  publishNotice,
  queryScreens,
  saveScreen,
  type SmartScreenRow,
} from '@/lib/features/screens/contract';
import { MAX_NOTICE_SCREENS, SCREEN_STATES } from '@/lib/features/screens/value-sets';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import { LinkDialog, RevokeDialog } from './link-dialog';
import { PublishDialog } from './publish-dialog';
import { refusalOf, SCREEN_TASKS, screenColumnsOf, type ScreenTask } from './screen-columns';
import { ScreenDialog } from './screen-dialog';
import { ScreenHistory } from './screen-history';
import { screenList } from './screen-list';
import { WithdrawDialog } from './withdraw-dialog';

const nameOf = ({ screenNo }: SmartScreenRow) => screenNo;

/** Screens in cars and at landings: are they alive, and what do they show (silent-screens A9). */
export function ScreenListScreen({ first, holder }: ListScreenProps<typeof screenList>) {
  const t = useTranslations('screens');
  const list = useResourceList(screenList, first);
  const { start, close, on } = useRowTask<SmartScreenRow, ScreenTask>();
  const [isAdding, setIsAdding] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const selection = useRowSelection(list, {
    max: MAX_NOTICE_SCREENS,
    isSelectable: (row) => refusalOf(row) === undefined,
  });
  const columns = useMemo(
    () => [
      ...screenColumnsOf(t, (equipmentNo) => detailHref(holder, equipmentNo)),
      ...taskColumn<SmartScreenRow, ScreenTask>(t, { holder, tasks: SCREEN_TASKS, nameOf, start }),
    ],
    [holder, start, t],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      selection={may(holder, publishNotice) ? selection : undefined}
      bulk={<Button onClick={() => setIsPublishing(true)}>{t('action.publish')}</Button>}
      actions={
        may(holder, saveScreen) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )
      }
      filters={
        <>
          <FilterText name="screenNo" maxLength={40} />
          <FilterText name="equipmentNo" maxLength={40} />
          <FilterText name="key" />
          <FilterSelect name="state" values={SCREEN_STATES} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {isAdding && <ScreenDialog holder={holder} onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {isPublishing && (
        <PublishDialog
          rows={selection.rows}
          onDone={() => {
            selection.clear();
            list.refresh();
          }}
          onClose={() => setIsPublishing(false)}
        />
      )}
      {on('publish', (row) => (
        <PublishDialog rows={[row]} onDone={list.refresh} onClose={close} />
      ))}
      {on('withdraw', ({ screenNo }) => (
        <WithdrawDialog screenNo={screenNo} onDone={list.refresh} onClose={close} />
      ))}
      {on('history', ({ screenNo }) => (
        <ScreenHistory screenNo={screenNo} onClose={close} />
      ))}
      {on('link', (row) => (
        <LinkDialog row={row} onDone={list.refresh} onClose={close} />
      ))}
      {on('revoke', (row) => (
        <RevokeDialog row={row} onDone={list.refresh} onClose={close} />
      ))}
      {on('edit', (row) => (
        <ScreenDialog holder={holder} edited={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('delete', ({ screenNo }) => (
        <RowDeletion
          name={screenNo}
          operation={deleteScreen}
          input={{ screenNo }}
          stale={[queryScreens]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
