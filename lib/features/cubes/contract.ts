import { z } from 'zod';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { key, none, nullableText, text } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES, IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Boxes (api.md §2.19). */

/** A number of a box; it is written in capitals. */
export const CUBE_NO = /^[A-Z0-9-]{4,32}$/;
export const cubeNo = z
  .string({ error: 'cubeNoRequired' })
  .min(1, 'cubeNoRequired')
  .max(32, 'badCubeNo')
  .transform((value) => value.toUpperCase())
  .pipe(z.string().regex(CUBE_NO, 'badCubeNo'));
export const clearable = (max: number) =>
  z.union([z.literal('').transform(() => null), z.null(), text(max)]).optional();

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
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: IN_CHARGE_TYPES },
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
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: OFFICE_TYPES },
  scope: 'eq',
  input: z.object({ cubeNo }),
  output: z.object({ secret: z.string() }),
  summary: 'Gives a box a new secret, told once (api.md §2.19)',
  audit: 'update',
});

const WRITE = anyOf('EDGE_CUBE_WRITE');
const equipmentNo = key.min(1, 'equipmentNoRequired');

/** Errors: not_found, no_object_permission, conflict (the box serves a unit, the unit has a box, retired, a pro gateway). */
export const bindCube = operation({
  name: 'bindCube',
  method: 'POST',
  path: 'gateway/bind',
  access: WRITE,
  scope: 'eq',
  input: z.object({ cubeNo, equipmentNo }),
  output: none,
  summary: 'Gives a unit without a box this one (api.md §2.19)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission, conflict (it serves no unit). */
export const unbindCube = operation({
  name: 'unbindCube',
  method: 'POST',
  path: 'gateway/unbind',
  access: WRITE,
  scope: 'eq',
  input: z.object({ cubeNo, reason: text(200, 'reasonRequired').min(1, 'reasonRequired') }),
  output: none,
  summary: 'Takes a box away from its unit (api.md §2.19)',
  audit: 'update',
});

export const REPLACE_REASONS = ['fault', 'upgrade', 'other'] as const;

/** Errors: not_found, no_object_permission, conflict (the new box is not free, the unit has none or a port of a pro gateway). */
export const replaceCube = operation({
  name: 'replaceCube',
  method: 'POST',
  path: 'gateway/replace',
  access: WRITE,
  scope: 'eq',
  input: z.object({
    equipmentNo,
    newCubeNo: cubeNo,
    reason: z.enum(REPLACE_REASONS, { error: 'reasonRequired' }),
    remark: nullableText(180),
  }),
  output: none,
  summary: 'Puts another box in the place of the one of a unit (api.md §2.19)',
  audit: 'update',
});

/** Errors: not_found, conflict (it serves a unit). */
export const retireCube = operation({
  name: 'retireCube',
  method: 'POST',
  path: 'gateway/retire',
  access: { kind: 'authority', anyOf: ['EDGE_CUBE_WRITE'], userTypes: OFFICE_TYPES },
  scope: 'eq',
  input: z.object({ cubeNo, retired: z.boolean('badValue') }),
  output: none,
  summary: 'Retires a box without a unit, or takes it back (api.md §2.19)',
  audit: 'update',
});

export const cubeOperations = [registerCube, resetCubeSecret, bindCube, unbindCube, replaceCube, retireCube];
