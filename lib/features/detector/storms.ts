import { clearSymptom, lastingSymptoms, raiseSymptom } from '@/lib/features/symptoms/internal';
import type { RaisedSymptom } from '@/lib/features/symptoms/internal';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { KnownRule } from './catalogue';

/**
 * Many units at once are one symptom (readings 82): power or links of three or more of one building or pro box that went
 * within a minute. The states of the rules tell who is concerned, so the first one that acts knows of all.
 */

type Sql = Prisma.TransactionClient;

const WITHIN_MS = 60_000;
const LEAST = 3;
const MAX_PORT_DIGITS = 2;

interface Place {
  readonly key: string;
  /** The units of the place. */
  readonly where: Prisma.Sql;
}

interface Unit {
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly cubeNo: string | null;
  readonly buildingCode: string | null;
  readonly buildingName: string | null;
}

/** The pro box that the unit hangs on. */
async function proBoxOf(sql: Sql, cubeNo: string | null): Promise<string | undefined> {
  const [, box] = new RegExp(`^(.+)-\\d{1,${MAX_PORT_DIGITS}}$`).exec(cubeNo ?? '') ?? [];
  if (box === undefined) return undefined;
  const found = await sql.edgeCube.findFirst({ where: { cubeNo: box, kind: 'pro' }, select: { cubeNo: true } });
  return found?.cubeNo;
}

async function placesOf(sql: Sql, unit: Unit, storm: NonNullable<KnownRule['storm']>): Promise<Place[]> {
  const box = await proBoxOf(sql, unit.cubeNo);
  const places: Place[] = [];
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

/** Units of the place that the rule looks at since about the same moment, the first one first. */
async function concerned(sql: Sql, { where }: Place, rule: string, at: Date): Promise<string[]> {
  const since = Prisma.sql`coalesce((s.detector #>> ARRAY['rules', ${rule}, 'on', 'since'])::bigint, (s.detector #>> ARRAY['rules', ${rule}, 'waiting', '0', '0'])::bigint)`;
  const rows = await sql.$queryRaw<{ equipment_no: string }[]>`
    SELECT e.equipment_no FROM equipment e JOIN equipment_status s USING (equipment_no)
     WHERE e.deleted_at IS NULL AND s.detector -> 'rules' ? ${rule} AND ${where}
       AND ${since} BETWEEN ${at.getTime() - WITHIN_MS}::bigint AND ${at.getTime() + WITHIN_MS}::bigint
     ORDER BY ${since}, e.equipment_no`;
  return rows.map((row) => row.equipment_no);
}

/** `key` as it fits the column. */
const keyOf = (rule: string, { key }: Place) => `${rule} ${key}`.slice(0, 100);

interface StormHit {
  readonly rule: KnownRule;
  readonly unit: Unit;
  readonly eventDate: Date;
  readonly version: number;
}

/**
 * The symptom of the storm that the hit belongs to; `isNew` when it is told now. undefined: the unit is concerned alone.
 */
export async function joinStorm(
  sql: Sql,
  { rule, unit, eventDate, version }: StormHit,
  now: Date,
): Promise<{ symptom?: RaisedSymptom } | undefined> {
  if (!rule.storm) return undefined;
  for (const place of await placesOf(sql, unit, rule.storm)) {
    const key = keyOf(rule.id, place);
    // Of many units at once one opens the symptom and the others find it.
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`storm ${key}`}, 0))`;
    const open = await sql.symptom.findFirst({
      where: {
        stormKey: key,
        clearedDate: null,
        ruleVersion: { not: null },
        symptomState: { notIn: ['CLOSED', 'EXPIRED'] },
        eventDate: { gte: new Date(eventDate.getTime() - WITHIN_MS), lte: new Date(eventDate.getTime() + WITHIN_MS) },
      },
      select: { symptomId: true, members: true },
    });
    if (open) {
      if (!open.members.includes(unit.equipmentNo))
        await sql.symptom.update({
          where: { symptomId: open.symptomId },
          data: { members: { push: unit.equipmentNo }, occurrences: { increment: 1 }, updatedAt: new Date() },
        });
      return {};
    }
    const members = await concerned(sql, place, rule.id, eventDate);
    const [first] = members;
    if (first === undefined || members.length < (rule.storm === 'gateway' ? 1 : LEAST)) continue;
    const { id, category } = rule;
    const storm = { key, members };
    return {
      symptom: await raiseSymptom(sql, { equipmentNo: first, rule: id, category, eventDate, version, storm }, now),
    };
  }
  return undefined;
}

/** The condition is over on one unit: ends its own symptom, and a storm's with the last of its units. @returns what ended */
export async function endSymptoms(sql: Sql, equipmentNo: string, rule: string, at: Date): Promise<string[]> {
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
