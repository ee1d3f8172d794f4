import { clearSymptom, lastingSymptoms, raiseSymptom } from '@/lib/features/symptoms/internal/detected-symptoms';
import type { RaisedSymptom } from '@/lib/features/symptoms/internal/detected-symptoms';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { NOT_OVER, notOverSql } from '@/lib/live/detector/symptom-state';
import type { KnownRule } from './catalogue';

/**
 * Many units at once are one symptom (readings 82): power or links of three or more of one building or pro box that went
 * within a minute. The states of the rules tell who is concerned, so the first one that acts knows of all.
 */

const WITHIN_MS = 60_000;
const LEAST = 3;
const MAX_PORT_DIGITS = 2;

interface StormPlace {
  readonly key: string;
  /** The units of the place. */
  readonly where: Prisma.Sql;
}

interface StormUnit {
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly cubeNo: string | null;
  readonly buildingCode: string | null;
  readonly buildingName: string | null;
}

/** The pro box that the unit hangs on. */
async function proBoxOf(sql: Transaction, cubeNo: string | null): Promise<string | undefined> {
  const [, box] = new RegExp(`^(.+)-\\d{1,${MAX_PORT_DIGITS}}$`).exec(cubeNo ?? '') ?? [];
  if (box === undefined) return undefined;
  const found = await sql.edgeCube.findFirst({ where: { cubeNo: box, kind: 'pro' }, select: { cubeNo: true } });
  return found?.cubeNo;
}

async function placesOf(
  sql: Transaction,
  unit: StormUnit,
  storm: NonNullable<KnownRule['storm']>,
): Promise<StormPlace[]> {
  const box = await proBoxOf(sql, unit.cubeNo);
  const places: StormPlace[] = [];
  if (box !== undefined) places.push({ key: `box ${box}`, where: Prisma.sql`starts_with(e.cube_no, ${`${box}-`})` });
  const { buildingCode, buildingName, branchCode } = unit;
  if (storm === 'building' && buildingCode)
    places.push({
      key: `code ${branchCode} ${buildingCode}`,
      where: Prisma.sql`e.building_code = ${buildingCode} AND e.branch_code = ${branchCode}`,
    });
  else if (storm === 'building' && buildingName)
    places.push({
      key: `name ${branchCode} ${buildingName}`,
      where: Prisma.sql`e.building_name = ${buildingName} AND e.branch_code = ${branchCode}`,
    });
  return places;
}

interface StruckUnit {
  readonly equipmentNo: string;
  /** Since when the condition is true, epoch ms. */
  readonly since: number;
}

/** The units of one storm: what began within a minute of its first unit (readings 246). @param struck by time @param at of a unit in it */
function stormOf(struck: readonly StruckUnit[], at: number, least: number): readonly StruckUnit[] {
  for (const { since: first } of struck) {
    if (first > at) break;
    const members = struck.filter(({ since }) => since >= first && since <= first + WITHIN_MS);
    if (at <= first + WITHIN_MS && members.length >= least) return members;
  }
  return [];
}

/** What lasts of the rule's storms: a unit stands in one of them at a time. */
const LASTING = {
  clearedDate: null,
  ruleVersion: { not: null },
  stormKey: { not: null },
  ...NOT_OVER,
} satisfies Prisma.SymptomWhereInput;

/** Units of the place that the rule looks at since about the same moment and that are in no storm of it, the first one first. */
async function concerned(sql: Transaction, { where }: StormPlace, rule: string, at: Date): Promise<StruckUnit[]> {
  const since = Prisma.sql`coalesce((s.detector #>> ARRAY['rules', ${rule}, 'on', 'since'])::bigint, (s.detector #>> ARRAY['rules', ${rule}, 'waiting', '0', '0'])::bigint)`;
  const rows = await sql.$queryRaw<StruckUnit[]>`
    SELECT e.equipment_no AS "equipmentNo", ${since}::float8 AS since FROM equipment e JOIN equipment_status s USING (equipment_no)
     WHERE e.deleted_at IS NULL AND NOT e.service_stopped AND s.detector -> 'rules' ? ${rule} AND ${where}
       AND ${since} BETWEEN ${at.getTime() - WITHIN_MS}::bigint AND ${at.getTime() + WITHIN_MS}::bigint
       AND NOT EXISTS (SELECT 1 FROM symptom y WHERE y.symptom_definition_id = ${rule} AND y.storm_key IS NOT NULL AND y.rule_version IS NOT NULL
                          AND y.cleared_date IS NULL AND ${Prisma.raw(notOverSql('y'))} AND y.members @> ARRAY[e.equipment_no])
     ORDER BY ${since}, e.equipment_no`;
  return rows;
}

/** `key` as it fits the column. */
const keyOf = (rule: string, { key }: StormPlace) => `${rule} ${key}`.slice(0, 100);

interface StormHit {
  readonly rule: KnownRule;
  readonly unit: StormUnit;
  readonly eventDate: Date;
  readonly version: number;
}

/**
 * The symptom of the storm that the hit belongs to; `isNew` when it is told now. undefined: the unit is concerned alone.
 */
export async function joinStorm(
  sql: Transaction,
  { rule, unit, eventDate, version }: StormHit,
  now: Date,
): Promise<{ symptom?: RaisedSymptom } | undefined> {
  if (!rule.storm) return undefined;
  // Of many units at once one opens the symptom and the others find it, whatever places they share.
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`storm ${rule.id} ${unit.branchCode}`}, 0))`;
  const isInOne = { ...LASTING, symptomDefinitionId: rule.id, members: { has: unit.equipmentNo } };
  if (await sql.symptom.findFirst({ where: isInOne, select: { symptomId: true } })) return {};
  for (const place of await placesOf(sql, unit, rule.storm)) {
    const key = keyOf(rule.id, place);
    const begun = { gte: new Date(eventDate.getTime() - WITHIN_MS), lte: eventDate };
    const open = await sql.symptom.findFirst({
      where: { ...LASTING, stormKey: key, eventDate: begun },
      select: { symptomId: true },
    });
    if (open) {
      await sql.symptom.update({
        where: { symptomId: open.symptomId },
        data: { members: { push: unit.equipmentNo }, occurrences: { increment: 1 }, updatedAt: new Date() },
      });
      return {};
    }
    const struck = await concerned(sql, place, rule.id, eventDate);
    const members = stormOf(struck, eventDate.getTime(), rule.storm === 'gateway' ? 1 : LEAST);
    const [first] = members;
    if (first === undefined) continue;
    const { id, category } = rule;
    const storm = { key, members: members.map(({ equipmentNo }) => equipmentNo) };
    const begin = { equipmentNo: first.equipmentNo, eventDate: new Date(first.since) };
    return { symptom: await raiseSymptom(sql, { ...begin, rule: id, category, version, storm }, now) };
  }
  return undefined;
}

/** The condition is over on one unit: ends its own symptom, and a storm's with the last of its units. @returns what ended */
export async function endSymptoms(sql: Transaction, equipmentNo: string, rule: string, at: Date): Promise<string[]> {
  const ended: string[] = [];
  for (const { symptomId, members } of await lastingSymptoms(sql, equipmentNo, rule)) {
    const others = members.filter((member) => member !== equipmentNo);
    if (others.length > 0) {
      const [{ count } = { count: 0n }] = await sql.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) AS count FROM equipment_status
         WHERE equipment_no = ANY(${others}) AND detector #> ARRAY['rules', ${rule}, 'on'] IS NOT NULL`;
      if (count > 0n) continue;
    }
    await clearSymptom(sql, symptomId, at);
    ended.push(symptomId);
  }
  return ended;
}
