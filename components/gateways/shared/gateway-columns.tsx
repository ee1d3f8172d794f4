import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import {
  bindCube,
  registerCube,
  replaceCube,
  resetCubeSecret,
  retireCube,
  unbindCube,
} from '@/lib/features/cubes/contract';
import type { BindState, EdgeCubeRow } from '@/lib/features/gateways/contract';
import { DataAge } from './data-age';
import { Signal } from '../signal';

/** The colours of a gateway's onlineStatus (api.md §1.11). */
export const GATEWAY_LOOKS: Readonly<Record<number, StatusKind>> = { 1: 'online', 2: 'offline', 4: 'notInstalled' };
const BIND_LOOKS: Readonly<Record<BindState, StatusKind>> = { BOUND: 'normal', UNBOUND: 'standby', RETIRED: 'offline' };

const is =
  (...states: readonly BindState[]) =>
  ({ bindState }: EdgeCubeRow) =>
    states.includes(bindState);

export const CUBE_TASKS = [
  { kind: 'replace', operation: replaceCube, isOffered: is('BOUND') },
  { kind: 'bind', operation: bindCube, isOffered: is('UNBOUND') },
  { kind: 'diagnose' },
  { kind: 'history', isFurther: true },
  { kind: 'edit', operation: registerCube, isOffered: is('BOUND', 'UNBOUND'), isFurther: true },
  { kind: 'restore', operation: retireCube, isOffered: is('RETIRED'), isFurther: true },
  { kind: 'unbind', operation: unbindCube, isOffered: is('BOUND'), isFurther: true, isDangerous: true },
  { kind: 'resetSecret', operation: resetCubeSecret, isFurther: true, isDangerous: true },
  { kind: 'retire', operation: retireCube, isOffered: is('UNBOUND'), isFurther: true, isDangerous: true },
] as const satisfies readonly RowTask<EdgeCubeRow>[];

/** The columns of a box (silent-screens A1). @param unitHref the unit's page, for users who may open it */
export function cubeColumnsOf(
  t: ListTexts,
  unitHref: (equipmentNo: string) => string | undefined,
): readonly Column<EdgeCubeRow>[] {
  const { text, time, link, own, status, yesNo } = columnKinds<EdgeCubeRow>(t);
  return [
    text('cubeNo'),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    status('onlineStatus', GATEWAY_LOOKS, { onCard: 2 }),
    status('bindState', BIND_LOOKS, { onCard: 4 }),
    own('lastDataAt', ({ lastDataAt }) => lastDataAt && <DataAge at={lastDataAt} />, { onCard: 3 }),
    own(
      'controllerConnected',
      ({ controllerConnected: isConnected }) =>
        isConnected !== null && (
          <StatusPill look="plain" status={isConnected ? 'normal' : 'disconnected'}>
            {t(`controller.${isConnected ? 'yes' : 'no'}`)}
          </StatusPill>
        ),
    ),
    link('equipmentNo', {
      href: ({ equipmentNo }) => (equipmentNo === null ? undefined : unitHref(equipmentNo)),
      title: ({ equipmentNo }) => t('openEquipment', { no: equipmentNo ?? '' }),
    }),
    own('signal', ({ signal }) => signal !== null && <Signal dBm={signal} label={t('dBm', { value: signal })} />),
    text('fwVersion'),
    text('buildingName', { minWidth: 104, flex: true }),
    text('branchName', { minWidth: 112, flex: true }),
    text('model'),
    text('iccid'),
    time('bindDate'),
    yesNo('enabled'),
    text('remark', { minWidth: 112, flex: true }),
    time('createDate'),
  ];
}
