import type { FocusProject } from '@/lib/platform/focus/focus';
import { MAX_FOCUS_PROJECTS } from '@/lib/platform/focus/focus';

/** The changes in the focus dialog before they are confirmed. Pure, so that each rule has its own test. */

/** Page sizes of the dialog (doc1 §9). */
export const FOCUS_PAGE_SIZES = [8, 16, 24, 32] as const;

export type FocusDraft = readonly FocusProject[];

export const checkedOf = (draft: FocusDraft): FocusDraft => draft.filter(({ checked }) => checked);
export const isFull = (draft: FocusDraft): boolean => draft.length >= MAX_FOCUS_PROJECTS;

/** Adds a project to the collection and the focus, or removes it. */
export function collect(draft: FocusDraft, project: FocusProject, isWanted: boolean): FocusDraft {
  const others = draft.filter(({ projectId }) => projectId !== project.projectId);
  if (!isWanted) return others;
  return others.length < draft.length || isFull(draft) ? draft : [...draft, { ...project, checked: true }];
}

/** Checks or unchecks projects of the collection. */
export function check(draft: FocusDraft, projectIds: readonly string[], checked: boolean): FocusDraft {
  return draft.map((project) => (projectIds.includes(project.projectId) ? { ...project, checked } : project));
}

/** The projects of the collection whose name, branch or address contains the text. */
export function matching(draft: FocusDraft, text: string): FocusDraft {
  const wanted = text.toLowerCase();
  return draft.filter(({ projectName, branchName, address, projectId }) =>
    [projectName, branchName, address ?? '', projectId].some((part) => part.toLowerCase().includes(wanted)),
  );
}

/**
 * The collection after comparing it with the server: projects that the user lost are removed, names and counts are
 * updated.
 */
export function reconcile(saved: FocusDraft, current: readonly Omit<FocusProject, 'checked'>[]): FocusDraft {
  const byId = new Map(current.map((project) => [project.projectId, project]));
  return saved.flatMap(({ projectId, checked }) => {
    const found = byId.get(projectId);
    return found
      ? [
          {
            projectId,
            projectName: found.projectName,
            count: found.count,
            branchName: found.branchName,
            address: found.address,
            checked,
          },
        ]
      : [];
  });
}
