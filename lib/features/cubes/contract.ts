import { z } from 'zod';
import { operation } from '@/lib/platform/contract/operation';
import { text } from '@/lib/platform/contract/schemas';

/** Boxes (api.md §2.19). */

/** A number of a box; it is written in capitals. */
export const CUBE_NO = /^[A-Z0-9-]{4,32}$/;
const cubeNo = z
  .string({ error: 'cubeNoRequired' })
  .min(1, 'cubeNoRequired')
  .max(32, 'badCubeNo')
  .transform((value) => value.toUpperCase())
  .pipe(z.string().regex(CUBE_NO, 'badCubeNo'));
const clearable = (max: number) => z.union([z.literal('').transform(() => null), z.null(), text(max)]).optional();

export const CubeSave = z.object({
  cubeNo,
  model: clearable(40),
  iccid: clearable(40),
  remark: clearable(200),
  enabled: z.boolean('badValue').nullish(),
});
export type CubeSave = z.output<typeof CubeSave>;

/** Errors: conflict (retired, a number that is not free), no_object_permission. The secret is told once, when the box is made. */
export const registerCube = operation({
  name: 'registerCube',
  method: 'POST',
  path: 'gateway/saveOrUpdate',
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: [0, 2] },
  scope: 'eq',
  input: CubeSave,
  output: z.object({ cubeNo: z.string(), secret: z.string().nullable() }),
  summary: 'Registers a box, or changes what is known of it (api.md §2.19)',
  audit: 'update',
});

/** Errors: not_found. Connections with the old secret are closed. */
export const resetCubeSecret = operation({
  name: 'resetCubeSecret',
  method: 'POST',
  path: 'gateway/resetSecret',
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: [0] },
  scope: 'eq',
  input: z.object({ cubeNo }),
  output: z.object({ secret: z.string() }),
  summary: 'Gives a box a new secret, told once (api.md §2.19)',
  audit: 'update',
});

export const cubeOperations = [registerCube, resetCubeSecret];
