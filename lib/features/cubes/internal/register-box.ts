import { hashCubeSecret } from '@/lib/live/telemetry/cube-secret';
import type { Transaction } from '@/lib/platform/db/transaction';
import { refuse } from '../refusal';
import { gatewayOf, lockNumbers, portNumbers } from './box-numbers';

interface NewCube {
  readonly cubeNo: string;
  readonly secret: string;
  /** Whose it is until it serves a unit (readings 62); null: head office's. */
  readonly branchCode: string | null;
  readonly model?: string | null;
  readonly iccid?: string | null;
  readonly remark?: string | null;
  readonly enabled?: boolean;
  /** A pro gateway and its ports; a plain box when absent. */
  readonly pro?: { readonly projectId: string; readonly ports: number };
}

/**
 * Adds a box or a pro gateway that serves nothing yet.
 * @throws conflict when the number is taken or would speak for another box's unit (api.md §4.1 Mapping)
 */
export async function registerBox(sql: Transaction, operator: string, box: NewCube): Promise<void> {
  const { cubeNo, secret, pro, ...rest } = box;
  const gatewayNo = gatewayOf(cubeNo);
  await lockNumbers(sql, [cubeNo]);
  // The numbers of its ports would be those of boxes that are there.
  const ports = pro ? portNumbers(cubeNo) : [];
  const rivals = await sql.edgeCube.count({
    where: {
      OR: [{ cubeNo: { in: [cubeNo, ...ports] } }, ...(gatewayNo ? [{ cubeNo: gatewayNo, kind: 'pro' as const }] : [])],
    },
  });
  const users = await sql.equipment.count({ where: { cubeNo: { in: [cubeNo, ...ports] }, deletedAt: null } });
  if (rivals + users > 0) throw refuse('conflict', 'cubeTaken', { no: cubeNo });
  await sql.edgeCube.create({
    data: {
      cubeNo,
      kind: pro ? 'pro' : 'box',
      // A pro gateway is its project's from the first.
      bindState: pro ? 'BOUND' : 'UNBOUND',
      secretHash: hashCubeSecret(secret),
      secretAt: new Date(),
      createBy: operator,
      ...pro,
      ...rest,
    },
  });
  await sql.cubeHistory.create({ data: { cubeNo, action: 'register', operator } });
}
