'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { GATEWAY_LOOKS } from '@/components/gateways/shared/gateway-columns';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { Segmented } from '@/components/kit/ui/segmented';
import { detailHref } from '@/lib/features/equipment/shared/links';
import {
  deleteStepGateway,
  deleteTlGateway,
  THIRD_KINDS,
  type GatewayRow,
  type ThirdKind,
} from '@/lib/features/third-gateways/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { AddDialog } from './add-dialog';
import { KIND_PARAM, listOfKind } from './third-gateway-list';

const nameOf = ({ equipmentNo }: GatewayRow) => equipmentNo;

/** The columns of a kind (doc3 §3, §4.15). */
function columnsOf(t: ListTexts, kind: ThirdKind, holder: Holder) {
  const { text, time, status, link } = columnKinds<GatewayRow>(t);
  return [
    link('equipmentNo', {
      href: ({ equipmentNo }) => detailHref(holder, equipmentNo),
      title: ({ equipmentNo }) => t('openEquipment', { no: equipmentNo }),
    }),
    ...(kind === 'tl' ? [text('cubeNo')] : [text('stepEquipmentNo'), text('stepCubeId')]),
    status('onlineStatus', GATEWAY_LOOKS, { onCard: 2 }),
    text('buildingName', { minWidth: 140, flex: true, onCard: 1 }),
    text('branchName', { minWidth: 130, flex: true, onCard: 3 }),
    time('createDate'),
  ];
}

interface Props {
  readonly kind: ThirdKind;
  /** Of which kind the server has loaded the first rows. */
  readonly first?: FirstPage<GatewayRow>;
  readonly holder: Holder;
  readonly onKind: (kind: ThirdKind) => void;
}

function ThirdGatewayList({ kind, first, holder, onKind }: Props) {
  const t = useTranslations('thirdGateways');
  const definition = listOfKind(kind);
  const list = useResourceList(definition, first);
  const { start, close, on } = useRowTask<GatewayRow>();
  const [isAdding, setIsAdding] = useState(false);
  const remove = kind === 'tl' ? deleteTlGateway : deleteStepGateway;
  const columns = useMemo(
    () => [
      ...columnsOf(t, kind, holder),
      ...taskColumn(t, { holder, tasks: [{ kind: 'delete', operation: remove }], nameOf, start }),
    ],
    [holder, kind, remove, start, t],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={
        <Segmented
          label={t('type')}
          choices={THIRD_KINDS.map((value) => ({ value, text: t(`kind.${value}`) }))}
          current={kind}
          onChoose={onKind}
        />
      }
      actions={
        <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
          {t('add')}
        </Button>
      }
      filters={
        <>
          <FilterText name="equipmentNo" maxLength={40} />
          <FilterText name="buildingName" />
          <FilterText name="branchName" />
        </>
      }
    >
      {isAdding && (
        <AddDialog
          onSaved={(added) => {
            if (added === kind) list.refresh();
            else onKind(added);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {on('delete', ({ equipmentNo }) => (
        <RowDeletion
          name={equipmentNo}
          operation={remove}
          input={{ equipmentNo }}
          stale={[definition.operation]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}

interface ScreenProps {
  readonly loaded: ThirdKind;
  readonly first: FirstPage<GatewayRow>;
  readonly holder: Holder;
}

/** Gateways of other makers (doc3 §2.15). The URL keeps the kind; filters stay when it changes. */
export function ThirdGatewayScreen({ loaded, first, holder }: ScreenProps) {
  const [kind, setKind] = useQueryState(
    KIND_PARAM,
    parseAsStringLiteral(THIRD_KINDS).withDefault('tl').withOptions({ history: 'push' }),
  );
  return (
    <ThirdGatewayList
      key={kind}
      kind={kind}
      first={kind === loaded ? first : undefined}
      holder={holder}
      onKind={(next) => void setKind(next)}
    />
  );
}
