import { GATEWAY_LOOKS } from '@/components/gateways/shared/gateway-columns';
import { DataAge } from '@/components/gateways/shared/data-age';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import { resetCubeSecret } from '@/lib/features/cubes/contract';
import {
  attachProUnits,
  deleteProGateway,
  detachProUnits,
  saveProGateway,
  type ProGatewayRow,
} from '@/lib/features/pro-gateways/contract';

export const PRO_TASKS = [
  { kind: 'attach', operation: attachProUnits, isOffered: ({ attached, ports }) => attached < ports },
  { kind: 'diagnose' },
  { kind: 'detach', operation: detachProUnits, isOffered: ({ attached }) => attached > 0, isFurther: true },
  { kind: 'edit', operation: saveProGateway, isFurther: true },
  { kind: 'history', isFurther: true },
  { kind: 'resetSecret', operation: resetCubeSecret, isFurther: true, isDangerous: true },
  { kind: 'delete', operation: deleteProGateway },
] as const satisfies readonly RowTask<ProGatewayRow>[];

const healthOf = ({ cpu, disk, temperature }: ProGatewayRow) =>
  cpu === null && disk === null && temperature === null
    ? null
    : [
        cpu === null ? '--' : `${Math.round(cpu)}%`,
        disk === null ? '--' : `${Math.round(disk)}%`,
        temperature === null ? '--' : `${Math.round(temperature)}°C`,
      ].join(' / ');

/** What the list says of a pro gateway (silent-screens A2). */
export function proColumnsOf(t: ListTexts): readonly Column<ProGatewayRow>[] {
  const { text, count, own, status } = columnKinds<ProGatewayRow>(t);
  return [
    text('gatewayNo'),
    text('projectName', { minWidth: 170, flex: true, onCard: 1 }),
    status('onlineStatus', GATEWAY_LOOKS, { onCard: 2 }),
    own('health', healthOf),
    own('ports', ({ attached, ports }) => `${attached}/${ports}`, { align: 'right', onCard: 3 }),
    count('onlineUnits'),
    own('lastDataAt', ({ lastDataAt }) => lastDataAt && <DataAge at={lastDataAt} />, { onCard: 4 }),
    text('ip'),
    text('fwVersion'),
    text('buildingName', { minWidth: 110, flex: true }),
    text('branchName', { minWidth: 112, flex: true }),
    text('remark', { minWidth: 112, flex: true }),
  ];
}
