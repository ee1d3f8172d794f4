import { db } from '@/lib/platform/db/client';
import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope } from './scope';

type MaybeName = string | null | undefined;
const distinct = (keys: readonly MaybeName[]) => [...new Set(keys.flatMap((key) => key ?? []))];

/** Display names of accounts, deleted ones included: logs name them. */
export async function nickNamesOf(usernames: readonly MaybeName[]): Promise<ReadonlyMap<MaybeName, string>> {
  const users = await db().user.findMany({
    where: { username: { in: distinct(usernames) } },
    select: { username: true, nickName: true },
  });
  return new Map(users.map(({ username, nickName }) => [username, nickName]));
}

/** Names of those of the projects that the caller may see, by their id; focus does not matter. */
export async function projectNamesOf(
  actor: Actor,
  projectIds: readonly MaybeName[],
): Promise<ReadonlyMap<MaybeName, string>> {
  const projects = await db().project.findMany({
    where: { AND: [{ projectId: { in: distinct(projectIds) } }, projectScope(actor, { focus: false })] },
    select: { projectId: true, projectName: true },
  });
  return new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
}
