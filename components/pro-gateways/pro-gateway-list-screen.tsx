'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { DiagnosisDialog } from '@/components/gateways/shared/diagnosis-dialog';
import { HistoryDialog } from '@/components/gateways/shared/history-dialog';
import { ResetDialog } from '@/components/gateways/shared/reset-dialog';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import {
  deleteProGateway,
  PRO_ONLINE,
  queryProGateways,
  saveProGateway,
  type ProGatewayRow,
} from '@/lib/features/pro-gateways/contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import { AttachDialog } from './attach-dialog';
import { DetachDialog } from './detach-dialog';
import { PortTable } from './port-table';
import { PRO_TASKS, proColumnsOf } from './pro-gateway-columns';
import { FREE_PORT, proGatewayList } from './pro-gateway-list';
import { SaveDialog } from './save-dialog';

const nameOf = ({ gatewayNo }: ProGatewayRow) => gatewayNo;
const upper = (text: string) => text.toUpperCase();

/** Pro gateways and what hangs on their ports (silent-screens A2). */
export function ProGatewayListScreen({ first, holder }: ListScreenProps<typeof proGatewayList>) {
  const t = useTranslations('proGateways');
  const list = useResourceList(proGatewayList, first);
  const { start, close, on } = useRowTask<ProGatewayRow>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () => [...proColumnsOf(t), ...taskColumn(t, { holder, tasks: PRO_TASKS, nameOf, start })],
    [holder, start, t],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      detail={(row) => <PortTable row={row} holder={holder} />}
      actions={
        may(holder, saveProGateway) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )
      }
      filters={
        <>
          <FilterText name="gatewayNo" format={upper} maxLength={32} />
          <FilterText name="key" />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
          <FilterSelect name="onlineStatus" values={PRO_ONLINE} />
          <FilterSelect name="hasFreePort" values={FREE_PORT} />
        </>
      }
    >
      {isAdding && <SaveDialog onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {on('edit', (row) => (
        <SaveDialog edited={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('attach', (row) => (
        <AttachDialog row={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('detach', (row) => (
        <DetachDialog row={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('diagnose', ({ gatewayNo }) => (
        <DiagnosisDialog cubeNo={gatewayNo} holder={holder} onClose={close} />
      ))}
      {on('history', ({ gatewayNo }) => (
        <HistoryDialog cubeNo={gatewayNo} holder={holder} onClose={close} />
      ))}
      {on('resetSecret', ({ gatewayNo }) => (
        <ResetDialog cubeNo={gatewayNo} onClose={close} />
      ))}
      {on('delete', ({ gatewayNo }) => (
        <RowDeletion
          name={gatewayNo}
          operation={deleteProGateway}
          input={{ gatewayNo }}
          stale={[queryProGateways]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
