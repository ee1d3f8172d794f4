'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { registerCube } from '@/lib/features/cubes/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { BIND_STATES, exportCubes, GATEWAY_ONLINE, type EdgeCubeRow } from '@/lib/features/gateways/contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import { BindDialog } from './bind-dialog';
import { CubeDialog } from './shared/cube-dialog';
import { DiagnosisDialog } from './shared/diagnosis-dialog';
import { FirstDataDialog, type BoxSwap } from './first-data-dialog';
import { CUBE_TASKS, cubeColumnsOf } from './shared/gateway-columns';
import { gatewayList } from './gateway-list';
import { HistoryDialog } from './shared/history-dialog';
import { ReplaceDialog } from './replace-dialog';
import { ResetDialog } from './shared/reset-dialog';
import { RetireDialog } from './retire-dialog';
import { UnbindDialog } from './unbind-dialog';

const nameOf = ({ cubeNo }: EdgeCubeRow) => cubeNo;
const upper = (text: string) => text.toUpperCase();

/** The register of boxes (silent-screens A1). */
export function GatewayListScreen({ first, holder }: ListScreenProps<typeof gatewayList>) {
  const t = useTranslations('gateways');
  const list = useResourceList(gatewayList, first);
  const { start, close, on } = useRowTask<EdgeCubeRow>();
  const [isAdding, setIsAdding] = useState(false);
  const [swap, setSwap] = useState<BoxSwap>();
  const columns = useMemo(
    () => [
      ...cubeColumnsOf(t, (equipmentNo) => detailHref(holder, equipmentNo)),
      ...taskColumn(t, { holder, tasks: CUBE_TASKS, nameOf, start }),
    ],
    [holder, start, t],
  );
  const swapped = (done: BoxSwap) => {
    list.refresh();
    setSwap(done);
  };
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      file={{ operation: exportCubes, holder }}
      actions={
        may(holder, registerCube) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('register')}
          </Button>
        )
      }
      filters={
        <>
          <FilterText name="cubeNo" format={upper} maxLength={32} />
          <FilterText name="equipmentNo" maxLength={40} />
          <FilterText name="key" />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
          <FilterSelect name="onlineStatus" values={GATEWAY_ONLINE} />
          <FilterSelect name="bindState" values={BIND_STATES} />
          <FilterText name="fwVersion" maxLength={40} />
        </>
      }
    >
      {isAdding && <CubeDialog holder={holder} onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {on('edit', (row) => (
        <CubeDialog holder={holder} edited={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('bind', ({ cubeNo }) => (
        <BindDialog cubeNo={cubeNo} onSaved={swapped} onClose={close} />
      ))}
      {on('replace', (row) => (
        <ReplaceDialog row={row} holder={holder} onSaved={swapped} onClose={close} />
      ))}
      {on('unbind', (row) => (
        <UnbindDialog row={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('retire', ({ cubeNo }) => (
        <RetireDialog cubeNo={cubeNo} isRetired onDone={list.refresh} onClose={close} />
      ))}
      {on('restore', ({ cubeNo }) => (
        <RetireDialog cubeNo={cubeNo} isRetired={false} onDone={list.refresh} onClose={close} />
      ))}
      {on('resetSecret', ({ cubeNo }) => (
        <ResetDialog cubeNo={cubeNo} onClose={close} />
      ))}
      {on('diagnose', ({ cubeNo }) => (
        <DiagnosisDialog cubeNo={cubeNo} holder={holder} onClose={close} />
      ))}
      {on('history', ({ cubeNo }) => (
        <HistoryDialog cubeNo={cubeNo} holder={holder} onClose={close} />
      ))}
      {swap && (
        <FirstDataDialog
          swap={swap}
          onClose={() => {
            setSwap(undefined);
            list.refresh();
          }}
        />
      )}
    </ListScreen>
  );
}
