import { z } from 'zod';
import { bindCube, replaceCube, unbindCube } from '@/lib/features/cubes/internal/unit-boxes';
import { CUBE_NO } from '@/lib/features/cubes/contract';
import { lockNumbers } from '@/lib/features/cubes/internal/box-numbers';
import { registerBox } from '@/lib/features/cubes/internal/register-box';
import { labelsOf, MAX_LABEL, parseMapping } from '@/lib/features/equipment/shared/floor-mapping';
import { moveFacts } from '@/lib/features/equipment/internal/move-facts';
import { linkUnits, recount } from '@/lib/features/projects/internal/project-units';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import {
  DISPLAY_TYPES,
  displayTypeOf,
  ELEVATOR_TYPES,
  ESCALATOR_TYPES,
  FLOOR_EDIT,
  FLOOR_MAPPING,
} from '@/lib/live/units/value-sets';
import { key } from '@/lib/platform/contract/schemas';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, day, decimal, flag, given, needed, structure, whole, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, isOlder, missing, refused, saveRows, valuesOf } from '../kind';

/** Units with their floors and boxes. */

const OTHER_TYPES = ['YAE_TEL', 'YAE_IEE'] as const;
const MIN_SECRET = 16;

const EquipmentImport = z.object({
  equipmentNo: key,
  equipmentName: given(needed()),
  equipmentType: given(z.enum([...ELEVATOR_TYPES, ...ESCALATOR_TYPES, ...OTHER_TYPES], 'badValue')),
  displayType: given(z.enum(DISPLAY_TYPES, 'badValue')),
  branchCode: given(key),
  projectId: given(key),
  /** null removes the box; an empty cell changes nothing. */
  cubeNo: z.preprocess(
    (value) => (value === '' ? undefined : typeof value === 'string' ? value.toUpperCase() : value),
    z.string('badValue').regex(CUBE_NO, 'badValue').nullish(),
  ),
  cubeSecret: given(z.string().min(MIN_SECRET, 'badValue').max(200, 'tooLong')),
  floorMapping: clearable(structure(z.record(z.string(), z.union([z.string(), z.number()])))),
  totalFloors: whole(1, 200),
  buildingName: words(),
  buildingCode: words(40),
  productLine: words(100),
  constructionDate: day,
  governmentNo: words(40),
  postCode: words(20),
  country: words(100),
  province: words(100),
  city: words(100),
  district: words(100),
  street: words(),
  houseNo: words(40),
  longitude: decimal(-180, 180),
  latitude: decimal(-90, 90),
  coordSystem: given(z.enum(['wgs84', 'gcj02'], 'badValue')),
  sapSystem: words(40),
  companyCode: words(40),
  originContractNo: words(40),
  frameContractNo: words(40),
  contractStartDate: day,
  contractEndDate: day,
  contractActualEndDate: day,
  plannedDate: day,
  address: words(),
  ratedSpeed: decimal(0, 100),
  customerName: words(),
  serviceStopped: flag,
  video: given(z.enum(['0', '1'], 'badValue')),
  dhVideo: given(z.enum(['0', '1'], 'badValue')),
  updatedAt: clearable(sourceTime),
  deletedAt: clearable(sourceTime),
});
export type EquipmentImport = z.output<typeof EquipmentImport>;

/** Columns that a row sets directly; floors and box follow other rules. */
const PLAIN = Object.keys(EquipmentImport.shape).filter(
  (field) => !['equipmentNo', 'projectId', 'cubeNo', 'cubeSecret', 'floorMapping', 'updatedAt'].includes(field),
);
const FLOORS = ['floor_mapping', 'floor_mapping_configed', 'floor_matching_edit_status'] as const;
const TABLE = {
  name: 'equipment',
  key: ['equipment_no'],
  columns: [...columnsOf(PLAIN), ...FLOORS],
  defaults: { coord_system: 'wgs84', service_stopped: false, video: '0', dh_video: '0' },
  isVersioned: true,
  isSigned: true,
};

const STORED = {
  equipmentNo: true,
  equipmentType: true,
  displayType: true,
  branchCode: true,
  cubeNo: true,
  totalFloors: true,
  floorMapping: true,
  floorMatchingEditStatus: true,
  updatedAt: true,
  deletedAt: true,
  projects: { select: { projectId: true } },
} as const satisfies Prisma.EquipmentSelect;
type StoredEquipment = Prisma.EquipmentGetPayload<{ select: typeof STORED }>;

/** The columns of a unit's floors after a row; a refusal when labels do not match its floors. */
function floorsAfter(
  row: EquipmentImport,
  before: StoredEquipment | undefined,
  displayType: string,
): Exclude<ImportOutcome, string> | object {
  const total = row.totalFloors === undefined ? (before?.totalFloors ?? null) : row.totalFloors;
  const said = row.floorMapping === undefined ? before?.floorMapping : (row.floorMapping ?? {});
  const mapping = parseMapping(said ?? {});
  const isElevator = displayType === 'EV';
  const [configed, edit] = isElevator
    ? [
        total === null
          ? FLOOR_MAPPING.unknown
          : mapping && Object.keys(mapping).length > 0
            ? FLOOR_MAPPING.configured
            : FLOOR_MAPPING.none,
        before?.floorMatchingEditStatus === FLOOR_EDIT.locked ? FLOOR_EDIT.locked : FLOOR_EDIT.editable,
      ]
    : [FLOOR_MAPPING.notEditable, FLOOR_EDIT.none];
  if (row.floorMapping !== undefined && mapping && Object.keys(mapping).length > 0) {
    const labels = total === null ? [] : labelsOf(mapping, total);
    const isWhole =
      labels.length === Object.keys(mapping).length &&
      labels.every((label) => label !== '' && label.length <= MAX_LABEL);
    if (!isElevator || !isWhole) return { messageKey: 'badValue', field: 'floorMapping' };
  }
  if (row.floorMapping !== undefined && !mapping) return { messageKey: 'badValue', field: 'floorMapping' };
  return {
    floor_mapping: said === undefined || said === null ? null : mapping,
    floor_mapping_configed: configed,
    floor_matching_edit_status: edit,
  };
}

/** Removes, changes and assigns boxes, in this order, so that rows may move a box from unit to unit. */
async function moveBoxes(
  sql: Transaction,
  rows: readonly EquipmentImport[],
  stored: ReadonlyMap<string, StoredEquipment>,
  source: string,
): Promise<Set<string>> {
  const holder = {
    userType: USER_TYPE.headOffice,
    username: source,
    branchName: 'admin',
    mappings: { projects: [], branches: [] },
    focus: null,
  };
  const moves = rows.flatMap((row) => {
    const from = stored.get(row.equipmentNo)?.cubeNo ?? null;
    const to = row.deletedAt ? null : row.cubeNo;
    return to === undefined || to === from ? [] : [{ row, from, to }];
  });
  await lockNumbers(
    sql,
    moves.flatMap(({ row, to }) => (to !== null && row.cubeSecret ? [to] : [])),
  );
  const order = ({ from, to }: { from: string | null; to: string | null }) => (to === null ? 0 : from === null ? 2 : 1);
  for (const { row, from, to } of [...moves].sort((a, b) => order(a) - order(b))) {
    const { equipmentNo, cubeSecret: secret, branchCode = stored.get(equipmentNo)?.branchCode ?? null } = row;
    if (to !== null && secret && (await sql.edgeCube.count({ where: { cubeNo: to } })) === 0)
      await registerBox(sql, source, { cubeNo: to, secret, branchCode });
    if (to === null) await unbindCube(sql, holder, { equipmentNo, from: from ?? '', reason: 'import' });
    else if (from === null) await bindCube(sql, holder, { equipmentNo, cubeNo: to });
    else await replaceCube(sql, holder, { equipmentNo, from, cubeNo: to, reason: 'import' });
  }
  return new Set(moves.map(({ row }) => row.equipmentNo));
}

async function saveEquipment(
  sql: Transaction,
  rows: readonly EquipmentImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const some = <Value>(pick: (row: EquipmentImport) => Value | null | undefined) =>
    [...new Set(rows.flatMap((row) => pick(row) ?? []))] as Value[];
  const numbers = some(({ equipmentNo }) => equipmentNo).sort();
  await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ANY(${numbers}) ORDER BY equipment_no FOR UPDATE`;
  const units = await sql.equipment.findMany({ where: { equipmentNo: { in: numbers } }, select: STORED });
  const stored = new Map(units.map((unit) => [unit.equipmentNo, unit]));
  const branches = await sql.branch.findMany({ where: { branchCode: { in: some(({ branchCode }) => branchCode) } } });
  const projects = await sql.project.findMany({
    where: { projectId: { in: some(({ projectId }) => projectId) }, deletedAt: null },
    select: { projectId: true },
  });
  const cubes = await sql.edgeCube.findMany({
    where: { cubeNo: { in: some(({ cubeNo }) => cubeNo) } },
    select: { cubeNo: true },
  });
  const has = {
    branch: new Set(branches.map(({ branchCode }) => branchCode)),
    project: new Set(projects.map(({ projectId }) => projectId)),
    cube: new Set([...cubes.map(({ cubeNo }) => cubeNo), ...units.flatMap(({ cubeNo }) => cubeNo ?? [])]),
  };
  const judge = (row: EquipmentImport): ImportOutcome | Record<string, unknown> => {
    const before = stored.get(row.equipmentNo);
    for (const field of ['equipmentName', 'equipmentType', 'branchCode'] as const)
      if (!before && row[field] === undefined) return missing(field);
    if (row.branchCode && !has.branch.has(row.branchCode)) return refused('unknownBranch', { name: row.branchCode });
    if (row.projectId && !has.project.has(row.projectId)) return refused('unknownProject', { name: row.projectId });
    if (row.cubeNo && !has.cube.has(row.cubeNo) && !row.cubeSecret)
      return { messageKey: 'cubeNotFound', field: 'cubeNo' };
    const type = row.equipmentType ?? before?.equipmentType ?? '';
    // A walk has no type of its own: it stays one until the type changes.
    const isSameType = row.equipmentType === undefined || row.equipmentType === before?.equipmentType;
    const displayType = row.displayType ?? (isSameType && before ? before.displayType : displayTypeOf(type));
    const floors = floorsAfter(row, before, displayType);
    if ('messageKey' in floors) return floors;
    return { equipment_no: row.equipmentNo, ...valuesOf(row, PLAIN), display_type: displayType, ...floors };
  };
  const versionOf = ({ updatedAt }: EquipmentImport) => updatedAt;
  // A unit that leaves service has to exist while its box is removed.
  const leaving = rows.filter((row) => {
    const before = stored.get(row.equipmentNo);
    return (
      row.deletedAt && before && !before.deletedAt && !isOlder(row, before) && !('messageKey' in Object(judge(row)))
    );
  });
  await moveBoxes(sql, leaving, stored, source);
  const outcomes = await saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ equipmentNo }) => equipmentNo,
    versionOf,
    judge,
  });
  // Data of a row with an older version, or of one that a later row of the call replaces, counts as old as well.
  const last = new Map(
    rows.flatMap((row, index) => {
      const isOld = isOlder(row, stored.get(row.equipmentNo));
      return typeof outcomes[index] === 'object' || isOld ? [] : [[row.equipmentNo, { row, index }] as const];
    }),
  );
  const valid = [...last.values()];
  await sql.equipmentStatus.createMany({
    data: numbers.filter((number) => !stored.has(number) && last.has(number)).map((equipmentNo) => ({ equipmentNo })),
    skipDuplicates: true,
  });
  const boxed = await moveBoxes(
    sql,
    valid.flatMap(({ row }) => (row.deletedAt ? [] : [row])),
    stored,
    source,
  );
  const linked = await linkUnits(
    sql,
    valid.flatMap(({ row: { projectId, equipmentNo } }) => (projectId ? [{ projectId, equipmentNo }] : [])),
    source,
  );
  for (const { row, index } of valid)
    if (outcomes[index] === 'unchanged' && (boxed.has(row.equipmentNo) || linked.has(row.equipmentNo)))
      outcomes[index] = 'updated';
  const touched = valid.filter(({ index }) => outcomes[index] !== 'unchanged').map(({ row }) => row);
  await moveFacts(
    sql,
    touched.flatMap(({ equipmentNo, branchCode }) => {
      const before = stored.get(equipmentNo);
      return before && branchCode && branchCode !== before.branchCode ? [equipmentNo] : [];
    }),
  );
  await recount(
    sql,
    [
      ...new Set(
        touched.flatMap(({ equipmentNo, projectId }) => [
          ...(stored.get(equipmentNo)?.projects.map((link) => link.projectId) ?? []),
          ...(projectId ? [projectId] : []),
        ]),
      ),
    ].sort(),
  );
  return outcomes;
}

export const equipment = importer(EquipmentImport, saveEquipment);
