import { actorOfAccount } from '@/lib/platform/auth/tokens/account-actor';
import { holderOf, may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, type ErrorId } from '@/lib/platform/contract/errors';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { ReportSubscription } from '@/lib/platform/db/generated/client';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { addressKey } from '@/lib/platform/mail/opt-out-link';
import type { MadeReport, ReportKind } from './report-kind';
import type { EndReason } from './value-sets';

/** What becomes of a due date, by what holds at this moment. */
type Outcome =
  | { readonly what: 'send'; readonly report: MadeReport; readonly actor: Actor }
  /** Nothing is sent now; the next due date may be different. */
  | { readonly what: 'skip'; readonly reason: string; readonly params: Readonly<Record<string, string | number>> }
  | { readonly what: 'end'; readonly reason: EndReason };

/** What forbids a report; everything else is a failure, after which it is tried again. */
const REFUSALS: ReadonlySet<ErrorId> = new Set([
  'validation_failed',
  'bad_request',
  'access_denied',
  'not_found',
  'no_object_permission',
  'too_many_equipment',
]);

/** Those of its projects that are still in scope, in its order. */
export async function projectsInReach(actor: Actor, projectIds: readonly string[]) {
  const found = await db().project.findMany({
    where: { AND: [{ projectId: { in: [...projectIds] } }, projectScope(actor, { focus: false })] },
    select: { projectId: true, projectName: true },
  });
  return projectIds.flatMap((id) => found.find(({ projectId }) => projectId === id) ?? []);
}

/** @throws unavailable, and what is no refusal: it is tried again */
export async function outcomeOf(
  { username, projectIds, emailAddress, language }: ReportSubscription,
  kind: ReportKind,
  dueDate: string,
  now: number,
): Promise<Outcome> {
  if ((await db().mailOptOut.count({ where: { emailAddress: addressKey(emailAddress) } })) > 0)
    return { what: 'end', reason: 'optedOut' };
  const actor = await actorOfAccount(username);
  if (!actor) return { what: 'end', reason: 'accountDisabled' };
  if (!may(holderOf(actor), kind.operation)) return { what: 'end', reason: 'rightsLost' };
  const projects = await projectsInReach(actor, projectIds);
  if (projects.length === 0) return { what: 'end', reason: 'projectsLost' };
  try {
    const report = await kind.make({
      actor,
      projectIds: projects.map(({ projectId }) => projectId),
      language: parseLanguage(language),
      dueDate,
      now,
    });
    return { what: 'send', report, actor };
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.id)) throw error;
    return { what: 'skip', reason: error.messageKey, params: error.params };
  }
}
