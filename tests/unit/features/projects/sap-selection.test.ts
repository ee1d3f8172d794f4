import type { SapProject } from '@/lib/features/projects/look-up-contract';
import { displayNameOf, installStatusOf, rowState, toggleRow } from '@/lib/features/projects/shared/sap-selection';

const leaf = (projectId: string, projectName: string, parentId: string | null = null): SapProject => ({
  projectId,
  projectName,
  tplnr: `CN-${projectId}`,
  equipmentTotal: 2,
  installedTotal: 1,
  headerconttracts: '',
  parentId,
  children: [],
});
const single = leaf('3', '单独');
const group: SapProject = {
  ...leaf('group:1', '万达'),
  children: [leaf('1', '万达', 'group:1'), leaf('2', '万达', 'group:1')],
};
const idsOf = (chosen: readonly { projectId: string }[]) => chosen.map(({ projectId }) => projectId);

describe('choosing SAP projects', () => {
  it('[PROJ-024] a group is chosen all, half or not at all', () => {
    expect(rowState(group, [])).toBe('none');
    expect(rowState(group, [leaf('2', '万达')])).toBe('half');
    expect(rowState(group, [leaf('2', '万达'), leaf('1', '万达')])).toBe('all');
    expect([rowState(single, []), rowState(single, [single])]).toEqual(['none', 'all']);
  });
  it('a click makes a half chosen group whole, and a whole one empty; never the group itself', () => {
    const half = toggleRow(group.children[1] ?? single, [single]);
    expect(idsOf(half)).toEqual(['3', '2']);
    const whole = toggleRow(group, half);
    expect(idsOf(whole)).toEqual(['3', '2', '1']);
    expect(idsOf(toggleRow(group, whole))).toEqual(['3']);
  });
  it('[PROJ-025] the display name is the first chosen project’s, unless somebody wrote one', () => {
    expect(displayNameOf([], undefined)).toBe('');
    expect(displayNameOf(toggleRow(single, toggleRow(group, [])), undefined)).toBe('万达');
    expect(displayNameOf([single], '我的名称')).toBe('我的名称');
    expect(displayNameOf([single], '')).toBe('');
  });
  it('[PROJ-007] boxes are on all units, on some, or on none', () => {
    expect(
      [
        [0, 0],
        [3, 0],
        [3, 2],
        [3, 3],
      ].map(([equipmentTotal = 0, installedTotal = 0]) => installStatusOf({ equipmentTotal, installedTotal })),
    ).toEqual(['none', 'none', 'partial', 'all']);
  });
});
