import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { approachingList } from '@/components/inspections/inspection-lists';
import { InspectionScreen } from '@/components/inspections/inspection-screen';
import type { InspectionRow } from '@/lib/features/inspections/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

/** Inspections that are due, late, and all (silent-screens A6). */

const ROW: InspectionRow = {
  equipmentNo: 'E-1',
  equipmentName: '静安中心1号梯',
  buildingName: '主楼',
  governmentNo: null,
  lastInspectionDate: '2025-11-30',
  nextInspectionDate: '2026-11-30',
  branchCode: 'B01',
  branchName: '上海分公司',
  technicianName: null,
  comments: null,
  kind: null,
  result: null,
  plannedDate: null,
  state: 'DUE_SOON',
  daysLeft: 7,
};
const tab = (name: string) => screen.findByRole('tab', { name });

afterEach(() => jest.restoreAllMocks());

it('counts its tabs anew when a row was planned, which may have moved it', async () => {
  let late = 3;
  const { asked } = renderList(
    <InspectionScreen
      first={firstOf(approachingList, [ROW])}
      holder={holder(2, 'EQUIPMENT_READ', 'EQUIPMENT_WRITE')}
    />,
    {
      'equipmentInspection/queryApproachingInspection': () => ({ code: 200, data: pageOf([ROW]) }),
      'equipmentInspection/queryExpiredInspection': () => ({ code: 200, data: { ...pageOf([]), total: late } }),
      'equipmentInspection/query': () => ({ code: 200, data: { ...pageOf([]), total: 40 } }),
    },
  );
  await answered();
  expect(await tab('即将到期 1')).toHaveAttribute('aria-selected', 'true');
  await tab('已超期 3');
  await tab('全部 40');

  late = 2;
  await userEvent.click(screen.getByRole('button', { name: /^安排/ }));
  const dialog = await screen.findByRole('dialog', { name: '安排 静安中心1号梯 的年检' });
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(asked('equipmentInspection/saveOrUpdate')).toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox', { name: /技术员/ }), '王师傅');
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('equipmentInspection/saveOrUpdate')).toEqual([
    expect.objectContaining({ equipmentNo: 'E-1', action: 'assign', technicianName: '王师傅' }),
  ]);
  await tab('已超期 2');
});
