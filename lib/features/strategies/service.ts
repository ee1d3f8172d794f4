import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { explainStrategy } from '@/lib/platform/strategy/data-strategy';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import type { ActorContext } from '@/lib/platform/contract/serve';
import { deleteStrategy, getEffectiveStrategy, queryStrategies, saveStrategy } from './contract';
import type { StrategyForm, StrategyRow } from './contract';

type Form = z.output<typeof StrategyForm>;
type StoredStrategy = Prisma.UserStrategyGetPayload<{ include: { targets: true } }>;

const UNIQUE_BROKEN = 'P2002';
const TIERS: Readonly<Record<string, string>> = { 1: 'Lite', 2: 'Essence', 3: 'Elite' };
const texts = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];

async function toRows(rows: readonly StoredStrategy[]): Promise<StrategyRow[]> {
  const valuesOf = (level: string) =>
    rows.flatMap((row) => (row.level === level ? row.targets.map(({ value }) => value) : []));
  const [projects, users] = await Promise.all([
    db().project.findMany({
      where: { projectId: { in: valuesOf('project') } },
      select: { projectId: true, projectName: true },
    }),
    db().user.findMany({ where: { username: { in: valuesOf('user') } }, select: { username: true, nickName: true } }),
  ]);
  const names = new Map<string, string>([
    ...projects.map(({ projectId, projectName }) => [`project/${projectId}`, projectName] as const),
    ...users.map(({ username, nickName }) => [`user/${username}`, nickName] as const),
    ...Object.entries(TIERS).map(([tier, name]) => [`tier/${tier}`, name] as const),
  ]);
  return rows.map((row) => {
    const targets = row.targets.map(({ value }) => value).sort();
    return {
      strategyId: row.strategyId,
      strategyName: row.strategyName,
      level: row.level,
      targets,
      targetNames: targets.map((value) => names.get(`${row.level}/${value}`) ?? value),
      historyMonths: row.historyMonths,
      liveIntervalSec: row.liveIntervalSec,
      dataGroups: texts(row.dataGroups),
      symptomCategories: texts(row.symptomCategories),
      maskTime: row.maskTime,
      exportAllowed: row.exportAllowed,
      enabled: row.enabled,
      updateBy: row.updateBy,
      updateDate: formatDateTime(row.updateDate),
    };
  });
}

/** Every target must exist. @throws validation_failed */
async function requireTargets(sql: Transaction, { level, targets }: Form): Promise<void> {
  if (level === 'default') return;
  if (targets.length === 0) throw new FieldError('targets', 'strategyTargetsRequired');
  const known =
    level === 'tier'
      ? targets.filter((tier) => Object.hasOwn(TIERS, tier)).length
      : level === 'project'
        ? await sql.project.count({ where: { projectId: { in: targets }, deletedAt: null } })
        : await sql.user.count({ where: { username: { in: targets }, deletedAt: null } });
  if (known < targets.length) throw new FieldError('targets', 'badValue');
}

/** A target has one strategy, and there is one default. @throws conflict */
async function requireFree(sql: Transaction, { strategyId, strategyName, level, targets }: Form): Promise<void> {
  const others = strategyId === undefined ? {} : { strategyId: { not: strategyId } };
  if ((await sql.userStrategy.count({ where: { strategyName, ...others } })) > 0)
    throw new AppError('conflict', {
      messageKey: 'alreadyExists',
      params: { name: strategyName },
      data: { fieldKeys: { strategyName: 'alreadyExists' } },
    });
  const taken =
    level === 'default'
      ? await sql.userStrategy.count({ where: { level, ...others } })
      : await sql.strategyTarget.count({
          where: {
            level,
            value: { in: targets },
            ...(strategyId === undefined ? {} : { strategyId: { not: strategyId } }),
          },
        });
  if (taken > 0)
    throw new AppError('conflict', {
      messageKey: 'strategyTarget',
      data: { fieldKeys: { [level === 'default' ? 'level' : 'targets']: 'strategyTarget' } },
    });
}

async function save({ actor }: ActorContext, form: Form): Promise<{ strategyId: string }> {
  const { strategyId = randomUUID(), targets, level, ...values } = form;
  const data = { ...values, level, updateBy: actor.username };
  try {
    await db().$transaction(async (sql) => {
      await requireTargets(sql, form);
      await requireFree(sql, form);
      const before =
        form.strategyId === undefined
          ? null
          : await sql.userStrategy.findUnique({ where: { strategyId }, include: { targets: true } });
      if (form.strategyId !== undefined && !before) throw new AppError('not_found');
      // The default keeps its level: there is always one strategy for all others.
      if (before?.level === 'default' && level !== 'default')
        throw new AppError('conflict', { messageKey: 'strategyDefault' });
      await sql.strategyTarget.deleteMany({ where: { strategyId } });
      if (before) await sql.userStrategy.update({ where: { strategyId }, data });
      else await sql.userStrategy.create({ data: { ...data, strategyId, createBy: actor.username } });
      if (level !== 'default')
        await sql.strategyTarget.createMany({ data: targets.map((value) => ({ strategyId, level, value })) });
      noteChange(before && { ...before, targets: before.targets.map(({ value }) => value).sort() }, {
        ...values,
        level,
        targets: level === 'default' ? [] : [...targets].sort(),
      });
    });
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_BROKEN
      ? new AppError('conflict', { messageKey: 'strategyTarget' })
      : error;
  }
  forgetStrategies();
  return { strategyId };
}

export const services = [
  serve(queryStrategies, async (_context, { key, level, enabled, ...query }) => {
    const where: Prisma.UserStrategyWhereInput = {
      AND: [
        ...(key ? [{ strategyName: containsText(key) }] : []),
        ...(level ? [{ level }] : []),
        ...(enabled === undefined ? [] : [{ enabled }]),
      ],
    };
    const direction = query.sortField ? query.sortOrder : 'desc';
    const [total, rows] = await Promise.all([
      db().userStrategy.count({ where }),
      db().userStrategy.findMany({
        where,
        orderBy: [{ [query.sortField ?? 'createDate']: direction }, { strategyId: direction }],
        skip: (query.pageIndex - 1) * query.pageSize,
        take: query.pageSize,
        include: { targets: true },
      }),
    ]);
    return page(await toRows(rows), total, query);
  }),

  serve(saveStrategy, save),

  serve(deleteStrategy, async (_context, { strategyId }) => {
    await db().$transaction(async (sql) => {
      const found = await sql.userStrategy.findUnique({ where: { strategyId } });
      if (!found) throw new AppError('not_found');
      if (found.level === 'default') throw new AppError('conflict', { messageKey: 'strategyDefault' });
      await sql.userStrategy.delete({ where: { strategyId } });
      noteChange({ strategyName: found.strategyName, level: found.level }, null);
    });
    forgetStrategies();
    return null;
  }),

  serve(getEffectiveStrategy, async (_context, { username }) => {
    const user = await db().user.findFirst({
      where: { usernameLower: username.toLowerCase(), deletedAt: null },
      select: { username: true, tier: true, mappings: { where: { type: 1 }, select: { mappingId: true } } },
    });
    if (!user) throw new AppError('not_found');
    const { strategy, strategyId, reason } = await explainStrategy(
      user,
      user.mappings.map(({ mappingId }) => mappingId),
    );
    const stored =
      strategyId === null
        ? null
        : await db().userStrategy.findUnique({ where: { strategyId }, include: { targets: true } });
    const [row] = stored ? await toRows([stored]) : [];
    return {
      ...(row ?? {
        strategyId: '',
        strategyName: '',
        level: 'default' as const,
        targets: [],
        targetNames: [],
        symptomCategories: [],
        enabled: true,
        updateBy: null,
        updateDate: '',
      }),
      ...strategy,
      symptomCategories: [...(strategy.symptomCategories ?? SYMPTOM_CATEGORIES)],
      reason,
    };
  }),
];
