import type { Actor } from '@/lib/platform/contract/actor';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { shownTime } from '@/lib/platform/strategy/limits';
import { listSettings, resetSetting, saveSetting, type SettingRow, type SettingValue } from './contract';
import { leavesOf, SETTINGS, treeOf } from './definitions';

/** Shows, changes and resets the settings of the installation. */

function definitionOf(key: string) {
  const found = SETTINGS.find((one) => one.key === key);
  if (!found) throw new AppError('not_found');
  return found;
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(leavesOf(value).map(({ path, value: leaf }) => [path || 'value', leaf]));

async function findSettings(actor: Actor): Promise<SettingRow[]> {
  const [stored, time] = await Promise.all([
    db().setting.findMany({ where: { key: { in: SETTINGS.map(({ key }) => key) } } }),
    shownTime(actor),
  ]);
  return SETTINGS.map(({ key, standard, shape, kind }) => {
    const row = stored.find((one) => one.key === key);
    const parsed = row ? shape.safeParse(row.value) : undefined;
    const values = new Map<string, SettingValue>(
      parsed?.success ? leavesOf(parsed.data).map(({ path, value }) => [path, value]) : [],
    );
    return {
      key,
      fields: leavesOf(standard).map(({ path, value }) => ({
        path,
        kind,
        value: values.get(path) ?? value,
        standard: value,
      })),
      isStored: row !== undefined,
      updateBy: row?.updateBy ?? null,
      updateDate: row ? time(row.updateDate) : null,
    };
  });
}

/** @throws not_found, validation_failed */
async function save(actor: Actor, { key, values }: ParsedOf<typeof saveSetting>): Promise<null> {
  const { shape, standard } = definitionOf(key);
  const parsed = shape.safeParse(treeOf(standard, values));
  if (!parsed.success) throw new FieldError('values', 'badValue');
  const value = parsed.data as Prisma.InputJsonValue;
  await db().$transaction(async (sql) => {
    const before = await sql.setting.findUnique({ where: { key }, select: { value: true } });
    const by = { value, updateBy: actor.username };
    await sql.setting.upsert({ where: { key }, create: { key, ...by }, update: by });
    noteChange(asRecord(before?.value ?? standard), asRecord(value));
  });
  return null;
}

/** @throws not_found */
async function reset(key: string): Promise<null> {
  const { standard } = definitionOf(key);
  await db().$transaction(async (sql) => {
    const before = await sql.setting.findUnique({ where: { key }, select: { value: true } });
    await sql.setting.deleteMany({ where: { key } });
    if (before) noteChange(asRecord(before.value), asRecord(standard));
  });
  return null;
}

export const services = [
  serve(listSettings, ({ actor }) => findSettings(actor)),
  serve(saveSetting, ({ actor }, input) => save(actor, input)),
  serve(resetSetting, (_context, { key }) => reset(key)),
];
