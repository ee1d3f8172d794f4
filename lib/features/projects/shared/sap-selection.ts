import type { SapProject } from '../look-up-contract';

/** The selection in the SAP picker: functional locations, never groups. Pure. */

export type PickedProject = Pick<SapProject, 'projectId' | 'projectName' | 'tplnr'>;
export type RowState = 'all' | 'half' | 'none';

/** The projects of a row: its functional locations, or the row itself. */
export function leavesOf(row: SapProject): readonly SapProject[] {
  return row.children.length > 0 ? row.children : [row];
}

/** How much of a row is selected (doc1 §4). */
export function rowState(row: SapProject, chosen: readonly PickedProject[]): RowState {
  const ids = new Set(chosen.map(({ projectId }) => projectId));
  const leaves = leavesOf(row);
  const count = leaves.filter(({ projectId }) => ids.has(projectId)).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'half';
}

/**
 * A click on a row: a fully selected row is cleared, any other becomes fully selected. The order of selection is kept.
 */
export function toggleRow(row: SapProject, chosen: readonly PickedProject[]): readonly PickedProject[] {
  const leaves = leavesOf(row);
  if (rowState(row, chosen) === 'all') {
    const given = new Set(leaves.map(({ projectId }) => projectId));
    return chosen.filter(({ projectId }) => !given.has(projectId));
  }
  const held = new Set(chosen.map(({ projectId }) => projectId));
  return [
    ...chosen,
    ...leaves
      .filter(({ projectId }) => !held.has(projectId))
      .map(({ projectId, projectName, tplnr }) => ({ projectId, projectName, tplnr })),
  ];
}

/** The display name: that of the first selected project, unless the user typed one (doc1 §4). */
export function displayNameOf(chosen: readonly PickedProject[], written: string | undefined): string {
  return written ?? chosen[0]?.projectName ?? '';
}

/** How many of a project's units have a box: all, some or none (api.md §1.11). A project without units has none. */
export function installStatusOf({
  equipmentTotal,
  installedTotal,
}: Pick<SapProject, 'equipmentTotal' | 'installedTotal'>): 'all' | 'partial' | 'none' {
  if (installedTotal <= 0) return 'none';
  return installedTotal >= equipmentTotal ? 'all' : 'partial';
}
