import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { SaveEnergyParameter } from './contract';
import { POWER_FIELDS, powerFault, type Powers } from './powers';

/** Stores powers and certificate of a unit (silent-screens A4). */

const DAY_MS = 86_400_000;

const none: Powers = { ratedPower: null, crawlPower: null, standbyPower: null };
type Stored = Readonly<Record<keyof Powers, { toNumber(): number } | null>>;
const powersOf = ({ ratedPower, crawlPower, standbyPower }: Stored): Powers => ({
  ratedPower: ratedPower?.toNumber() ?? null,
  crawlPower: crawlPower?.toNumber() ?? null,
  standbyPower: standbyPower?.toNumber() ?? null,
});
const areSame = (one: Powers, other: Powers) => POWER_FIELDS.every((field) => one[field] === other[field]);

/**
 * Powers count from the day after they were entered first; a later change counts from its day on (readings 223). Days
 * before keep theirs.
 */
async function savePowers(
  sql: Transaction,
  actor: Actor,
  equipmentNo: string,
  powers: Powers,
  now: number,
): Promise<Powers> {
  const today = new Date(formatDate(now));
  const last = await sql.energyPower.findFirst({ where: { equipmentNo }, orderBy: { fromDay: 'desc' } });
  const before = last ? powersOf(last) : none;
  if (areSame(before, powers)) return before;
  // Entered today for the first time, and corrected since.
  const isNew =
    last === null || (last.fromDay > today && (await sql.energyPower.count({ where: { equipmentNo } })) === 1);
  const fromDay = isNew ? new Date(today.getTime() + DAY_MS) : today;
  const data = { ...powers, createBy: actor.username, createDate: new Date(now) };
  await sql.energyPower.upsert({
    where: { equipmentNo_fromDay: { equipmentNo, fromDay } },
    create: { equipmentNo, fromDay, ...data },
    update: data,
  });
  return before;
}

/** @throws validation_failed, not_found, no_object_permission */
export async function saveParameter(
  actor: Actor,
  { equipmentNo, certificateDate, ...entered }: SaveEnergyParameter,
  now = Date.now(),
): Promise<null> {
  const energyClass = entered.energyClass ?? null;
  const { displayType } = await requireEquipment(actor, equipmentNo);
  const three = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);
  const powers: Powers = {
    ratedPower: three(entered.ratedPower),
    crawlPower: three(entered.crawlPower),
    standbyPower: three(entered.standbyPower),
  };
  const given = POWER_FIELDS.find((field) => powers[field] !== null);
  if (given && displayType !== 'ES' && displayType !== 'WW') throw new FieldError(given, 'powerOfSteps');
  const fault = powerFault(powers);
  if (fault) throw new FieldError(fault.field, fault.messageKey);
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
    const before = await sql.energyParameter.findUnique({ where: { equipmentNo } });
    const powersBefore = await savePowers(sql, actor, equipmentNo, powers, now);
    const certificate = {
      energyClass,
      certificateDate: certificateDate === undefined ? null : new Date(certificateDate),
      updateBy: actor.username,
    };
    await sql.energyParameter.upsert({
      where: { equipmentNo },
      create: { equipmentNo, createBy: actor.username, ...certificate },
      update: certificate,
    });
    noteChange(
      {
        ...powersBefore,
        energyClass: before?.energyClass ?? null,
        certificateDate: storedDay(before?.certificateDate),
      },
      { ...powers, energyClass, certificateDate: storedDay(certificate.certificateDate) },
    );
  });
  return null;
}
