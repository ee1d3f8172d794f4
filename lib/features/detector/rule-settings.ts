import { noteChange } from '@/lib/platform/audit/changes';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { DetectorSetting } from '@/lib/platform/db/generated/client';
import type { RuleNumbers } from '@/lib/live/detector/rule';
import { findRule, KNOWN_RULES, type KnownRule } from './catalogue';
import { areImported } from './internal/context';
import type { deleteRule, listRules, RuleRow, saveRule } from './contract';
import { numbersOf } from './stored-numbers';

/** Settings of the symptom rules (readings 81). */

type RulePlace = Pick<ParsedOf<typeof saveRule>, 'rule' | 'scope' | 'target'>;

async function rowShower(actor: Actor): Promise<(rule: KnownRule, settings: readonly DetectorSetting[]) => RuleRow> {
  const time = await shownTime(actor);
  return ({ id, category, kind, types, action, numbers }, settings) => ({
    rule: id,
    category,
    kind,
    displayTypes: types.filter((type) => type !== 'OTHER'),
    action,
    numbers: Object.entries(numbers).map(([name, number]) => ({ name, ...number })),
    settings: settings
      .filter((setting) => setting.rule === id)
      .map(({ scope, target, enabled, numbers: kept, version, updateBy, updateDate }) => ({
        scope,
        target: target || null,
        enabled,
        numbers: numbersOf(kept),
        version,
        updateBy,
        updateDate: time(updateDate),
      })),
  });
}

export async function findRules(actor: Actor): Promise<OutputOf<typeof listRules>> {
  const [settings, isImported, toRow] = await Promise.all([
    db().detectorSetting.findMany({ orderBy: [{ scope: 'asc' }, { target: 'asc' }] }),
    areImported(),
    rowShower(actor),
  ]);
  return { isOn: !isImported, rules: KNOWN_RULES.map((rule) => toRow(rule, settings)) };
}

/** @throws validation_failed */
export function requireRule(id: string): KnownRule {
  const rule = findRule(id);
  if (!rule) throw new FieldError('rule', 'badValue');
  return rule;
}

/** Only numbers that the rule has, within their bounds. @throws validation_failed */
export function checkNumbers({ numbers: known }: KnownRule, numbers: RuleNumbers): void {
  for (const [name, value] of Object.entries(numbers)) {
    const bounds = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!bounds || value < bounds.least || value > bounds.most) throw new FieldError(`numbers.${name}`, 'badValue');
  }
}

/** What the setting is for, as it is kept. @throws validation_failed, not_found */
async function keyOf(actor: Actor, { rule, scope, target }: RulePlace) {
  if (scope === 'all') return { rule, scope, target: '' };
  if (!target) throw new FieldError('target', 'required');
  if (scope === 'unit') await requireEquipment(actor, target);
  return { rule, scope, target };
}

async function rowOf(actor: Actor, rule: KnownRule): Promise<RuleRow> {
  const settings = await db().detectorSetting.findMany({
    where: { rule: rule.id },
    orderBy: [{ scope: 'asc' }, { target: 'asc' }],
  });
  return (await rowShower(actor))(rule, settings);
}

/** What the audit line tells of a setting. */
const judged = ({ rule, scope, target, enabled, numbers }: DetectorSetting) => ({
  rule,
  scope,
  target,
  enabled,
  numbers: numbersOf(numbers),
});

/** @throws validation_failed, not_found, conflict */
export async function save(actor: Actor, input: ParsedOf<typeof saveRule>): Promise<RuleRow> {
  const rule = requireRule(input.rule);
  checkNumbers(rule, input.numbers);
  const where = await keyOf(actor, input);
  const { enabled, numbers, version } = input;
  const changes = { enabled, numbers, updateBy: actor.username, updateDate: new Date() };
  const before = await db().detectorSetting.findUnique({ where: { rule_scope_target: where } });
  const { count } =
    version === 0
      ? await db().detectorSetting.createMany({ data: [{ ...where, ...changes }], skipDuplicates: true })
      : await db().detectorSetting.updateMany({
          where: { ...where, version },
          data: { ...changes, version: { increment: 1 } },
        });
  if (count === 0)
    throw new AppError('conflict', { messageKey: 'stateChanged', data: { version: before?.version ?? 0 } });
  noteChange(before && judged(before), { ...where, enabled, numbers });
  return rowOf(actor, rule);
}

/** @throws validation_failed, not_found */
export async function remove(actor: Actor, { rule: id, scope, target }: ParsedOf<typeof deleteRule>): Promise<RuleRow> {
  const rule = requireRule(id);
  const where = { rule: id, scope, target: scope === 'all' ? '' : (target ?? '') };
  const before = await db().detectorSetting.findUnique({ where: { rule_scope_target: where } });
  const { count } = await db().detectorSetting.deleteMany({ where });
  if (count === 0) throw new AppError('not_found');
  noteChange(before && judged(before), null);
  return rowOf(actor, rule);
}
