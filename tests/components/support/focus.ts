import { FOCUS_OWNER_META, saveFocusLists, type FocusProject } from '@/lib/platform/focus/focus';

/** Makes somebody the owner of the focus lists, as the layout does. */
export function ownFocus(username: string): void {
  document.querySelector(`meta[name="${FOCUS_OWNER_META}"]`)?.remove();
  const meta = Object.assign(document.createElement('meta'), { name: FOCUS_OWNER_META, content: username });
  document.head.append(meta);
}

/** Nobody owns lists, and none are kept. */
export function forgetFocus(): void {
  document.querySelector(`meta[name="${FOCUS_OWNER_META}"]`)?.remove();
  localStorage.removeItem('focusProjects');
}

export const focusProject = (projectId: string, changes: Partial<FocusProject> = {}): FocusProject => ({
  projectId,
  projectName: `项目${projectId}`,
  count: 3,
  branchName: '上海分公司',
  address: '南京西路 1 号',
  checked: true,
  ...changes,
});

/** Narrows the lists to these projects. */
export const focusOn = (...projectIds: string[]) =>
  saveFocusLists(projectIds.map((projectId) => focusProject(projectId)));
