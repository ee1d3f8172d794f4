import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { EquipmentListScreen } from '@/components/equipment/equipment-list-screen';
import { equipmentList } from '@/components/equipment/equipment-list';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import { answerCalls, renderApp } from '../support/render';
import type { Call } from '../support/render';
import { holder } from '@/tests/support/holder';

const unit: EquipmentRow = {
  equipmentNo: 'E1',
  equipmentName: '滨江中心1号梯',
  cubeNo: 'EC-1',
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  productLine: 'VERTA 500',
  buildingName: '滨江中心',
  onlineStatus: 1,
  errorStatus: 0,
  floorMappingConfiged: 1,
  floorMatchingEditStatus: 1,
  totalFloors: 12,
  branchCode: 'SH',
  branchName: '上海',
  video: '0',
  dhVideo: '0',
};
const ALL = ['EQUIPMENT_READ', 'MONITOR_READ', 'EQUIPMENT_FLOOR_MAPPING_WRITE'];
const refuse = (message: string) => ({ code: 409, error: 'conflict', message });

interface Options {
  authorities?: string[];
  rows?: EquipmentRow[];
  totalFloors?: number | null;
  floorMapping?: Record<string, string> | null;
  same?: EquipmentRow[];
  save?: () => { code: number; message?: string; error?: string };
  reuse?: () => { code: number; message?: string; error?: string };
}

function show({
  authorities = ALL,
  rows = [unit],
  totalFloors = 12,
  floorMapping = null,
  same = [],
  save,
  reuse,
}: Options = {}) {
  const calls = answerCalls(({ path }: Call) => {
    if (path === 'equipmentFloorMapping/getByNo')
      return {
        code: 200,
        data: {
          equipmentNo: 'E1',
          equipmentName: unit.equipmentName,
          totalFloors,
          floorMapping: floorMapping && JSON.stringify(floorMapping),
        },
      };
    if (path === 'equipmentFloorMapping/getSameFloorListByNo') return { code: 200, data: same };
    if (path === 'equipmentFloorMapping/save' && save) return save();
    if (path === 'equipmentFloorMapping/reuse' && reuse) return reuse();
    if (path === 'equipment/query')
      return { code: 200, data: { total: rows.length, pages: 1, size: 15, current: 1, records: rows } };
    return { code: 200, data: path.endsWith('statusList') ? [] : null };
  });
  const first = firstPage(listInput(equipmentList, readListState(equipmentList, {})), {
    total: rows.length,
    records: rows,
  });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <EquipmentListScreen first={first} holder={holder(0, ...authorities)} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
async function open(options?: Options) {
  const calls = show(options);
  await userEvent.click(screen.getByRole('button', { name: '楼层匹配 滨江中心1号梯' }));
  const dialog = await screen.findByRole('dialog', { name: '楼层匹配 滨江中心1号梯' });
  await within(dialog).findByRole('button', { name: '确定' });
  return { calls, dialog: screen.getByRole('dialog', { name: '楼层匹配 滨江中心1号梯' }) };
}
const floor = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `物理楼层 ${number} 的显示楼层` });
const values = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /的显示楼层$/ }).map(({ value }) => value);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === `equipmentFloorMapping/${path}`).map(({ body }) => body);
const filled = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `F${index + 1}`]));

beforeEach(() => localStorage.clear());
afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

describe('the row action Floor', () => {
  it('[EQUIP-015] is there for EQUIPMENT_FLOOR_MAPPING_WRITE only, and only for elevators', () => {
    show({
      rows: [unit, { ...unit, equipmentNo: 'S1', equipmentName: '扶梯', displayType: 'ES', equipmentType: 'YAE_ESC' }],
    });
    expect(
      screen.getAllByRole('button', { name: /^楼层匹配 / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['楼层匹配 滨江中心1号梯']);
  });
  it('[EQUIP-015] is not there without it', () => {
    show({ authorities: ['EQUIPMENT_READ', 'EQUIPMENT_WRITE'] });
    expect(screen.queryByRole('button', { name: /^楼层匹配 / })).toBeNull();
  });
  it('[EQUIP-016] is disabled when floorMatchingEditStatus is 0 or 2', () => {
    show({
      rows: [0, 1, 2].map((floorMatchingEditStatus) => ({
        ...unit,
        equipmentNo: `E${floorMatchingEditStatus}`,
        equipmentName: `梯${floorMatchingEditStatus}`,
        floorMatchingEditStatus,
      })),
    });
    expect(
      screen.getAllByRole<HTMLButtonElement>('button', { name: /^楼层匹配 / }).map(({ disabled }) => disabled),
    ).toEqual([true, false, true]);
  });
  it('[EQUIP-017] [EQUIP-025] opens the dialog, titled with the floor-matching label and the name', async () => {
    expect((await open()).dialog).toBeVisible();
  });
});

describe('the floor-matching dialog', () => {
  it('[EQUIP-026] lists physical floors 1..totalFloors, 10 per column group, with what is stored', async () => {
    await open({ totalFloors: 22, floorMapping: { 1: 'B1', 2: '1' } });
    expect(values()).toHaveLength(22);
    expect(values().slice(0, 3)).toEqual(['B1', '1', '']);
    const groups = screen.getAllByRole('table', { name: /^楼层 \d+/ });
    expect(groups.map((group) => within(group).getAllByRole('textbox').length)).toEqual([10, 10, 2]);
  });
  it('[EQUIP-027] has continue-fill, clear, floor reuse, add floor, delete, OK and Cancel', async () => {
    const { dialog } = await open();
    await press('增加楼层');
    for (const name of ['连续填充', '清空', '楼层复用', '增加楼层', '删除楼层 13', '确定', '取消'])
      expect(within(dialog).getByRole('button', { name })).toBeVisible();
  });
  it('[EQUIP-028] deletes only floors that were added, the last one first', async () => {
    await open({ totalFloors: 2 });
    expect(screen.queryByRole('button', { name: /^删除楼层/ })).toBeNull();
    await press('增加楼层');
    await press('增加楼层');
    expect(
      screen.getAllByRole('button', { name: /^删除楼层/ }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['删除楼层 4']);
    await press('删除楼层 4');
    await press('删除楼层 3');
    expect(values()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^删除楼层/ })).toBeNull();
  });
  it('[EQUIP-029] continue-fill counts on from the chosen floor', async () => {
    await open({ totalFloors: 4, floorMapping: { 1: 'B1' } });
    await userEvent.type(floor(2), '1');
    await press('连续填充');
    expect(values()).toEqual(['B1', '1', '2', '3']);
  });
  it('[EQUIP-030] continue-fill needs a current floor', async () => {
    await open();
    await press('连续填充');
    expect(screen.getByText('请先填写楼层，且为自然数')).toBeVisible();
    expect(values().join('')).toBe('');
  });
  it.each(['', '0', '01', 'B1', '1.5'])(
    '[EQUIP-031] continue-fill from "%s" asks for a natural number',
    async (label) => {
      await open();
      await userEvent.click(floor(1));
      if (label) await userEvent.type(floor(1), label);
      await press('连续填充');
      expect(screen.getByText('请填写自然数')).toBeVisible();
      expect(floor(2)).toHaveValue('');
      expect(floor(1)).toHaveFocus();
    },
  );
  it('[EQUIP-032] OK needs all floors filled or all cleared, and leads to the first that is missing', async () => {
    const { calls } = await open({ totalFloors: 3, floorMapping: { 1: 'B1' } });
    await press('确定');
    expect(await screen.findByText('请填写全部楼层或清空全部楼层')).toBeVisible();
    await waitFor(() => expect(floor(2)).toHaveFocus());
    expect(sent(calls, 'save')).toEqual([]);
    await press('清空');
    await press('确定');
    await waitFor(() => expect(sent(calls, 'save')).toEqual([{ equipmentNo: 'E1', floorMappingJson: '{}' }]));
  });
  it('[EQUIP-033] saves the mapping as JSON text, says 配置成功, reads the list anew and closes', async () => {
    const { calls } = await open({ totalFloors: 3 });
    await userEvent.type(floor(1), '1{Enter}');
    expect(floor(2)).toHaveFocus();
    await userEvent.click(floor(1));
    await press('连续填充');
    await press('确定');
    expect(await screen.findByText('配置成功')).toBeVisible();
    expect(sent(calls, 'save')).toEqual([{ equipmentNo: 'E1', floorMappingJson: '{"1":"1","2":"2","3":"3"}' }]);
    expect(calls.some(({ path }) => path === 'equipment/query')).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('[EQUIP-040] shows the message of a failed save and stays open', async () => {
    await open({ totalFloors: 1, save: () => refuse('设备E1的楼层匹配不可编辑') });
    await userEvent.type(floor(1), '1');
    await press('确定');
    expect(await screen.findByText('设备E1的楼层匹配不可编辑')).toBeVisible();
    expect(floor(1)).toHaveValue('1');
  });
  it('asks before unsaved labels are lost', async () => {
    await open({ totalFloors: 1 });
    await userEvent.type(floor(1), '1');
    await press('取消');
    expect(screen.getByText('放弃修改？')).toBeVisible();
  });
  it('[EQUIP-041] says that no floor information was obtained; closing the notice closes the dialog', async () => {
    show({ totalFloors: null });
    await press('楼层匹配 滨江中心1号梯');
    expect(await screen.findByText('未获取到楼层信息，请联系厂家项目负责人录入后重试。')).toBeVisible();
    await press('确定');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('floor reuse', () => {
  const same = [
    { ...unit, equipmentNo: 'E2', equipmentName: '滨江中心2号梯', floorMappingConfiged: 0 },
    { ...unit, equipmentNo: 'E3', equipmentName: '滨江中心3号梯', buildingName: null },
    { ...unit, equipmentNo: 'E4', equipmentName: '锁定梯', floorMatchingEditStatus: 2, floorMappingConfiged: 2 },
  ];
  const openReuse = async (options: Options = {}) => {
    const { calls } = await open({ totalFloors: 12, floorMapping: filled(12), same, ...options });
    await press('楼层复用');
    const dialog = await screen.findByRole('dialog', { name: '楼层复用 滨江中心1号梯' });
    return { calls, dialog };
  };

  it('[EQUIP-034] asks to save first', async () => {
    await open({ totalFloors: 2, floorMapping: filled(2) });
    await userEvent.type(floor(1), 'x');
    await press('楼层复用');
    expect(screen.getByText('请先保存再进行楼层复用')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: /^楼层复用/ })).toBeNull();
  });
  it('[EQUIP-035] asks to fill all floors first', async () => {
    await open({ totalFloors: 2, floorMapping: { 1: 'B1' } });
    await press('楼层复用');
    expect(screen.getByText('请先填写全部楼层')).toBeVisible();
  });
  it('[EQUIP-036] [EQUIP-037] lists units with as many floors in one table with checkboxes, the number as a link', async () => {
    const { calls, dialog } = await openReuse();
    expect(
      await within(dialog)
        .findAllByRole('columnheader')
        .then((all) => all.map(({ textContent }) => textContent)),
    ).toEqual(['设备号', '楼层数', '设备名称', '楼宇', '楼层匹配', '梯型']);
    expect(sent(calls, 'getSameFloorListByNo')).toEqual([{ equipmentNo: 'E1' }]);
    const rows = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['E2', '12', '滨江中心2号梯', '滨江中心', '未配置', '直梯'],
      ['E3', '12', '滨江中心3号梯', '--', '已配置', '直梯'],
      ['E4', '12', '锁定梯', '滨江中心', '不可配置', '直梯'],
    ]);
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((link) => [
          link.textContent,
          link.getAttribute('href'),
          link.closest('[data-field]')?.getAttribute('data-field'),
        ]),
    ).toEqual(['E2', 'E3', 'E4'].map((no) => [no, `/detail/equipment?equipmentNo=${no}`, 'equipmentNo']));
    expect(within(dialog).queryByRole('navigation')).toBeNull();
    expect(within(dialog).getByRole('checkbox', { name: '选择 E4' })).toBeDisabled();
  });
  it('[EQUIP-038] [EQUIP-039] copies to what was chosen and says 楼层复用成功', async () => {
    const { calls, dialog } = await openReuse();
    expect(within(dialog).getByRole('button', { name: '确定' })).toBeDisabled();
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: '全选' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '选择 E3' }));
    expect(within(dialog).getByText('已选 1 台')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(await screen.findByText('楼层复用成功')).toBeVisible();
    expect(sent(calls, 'reuse')).toEqual([{ sourceEquipmentNo: 'E1', targetEquipmentNos: ['E2'] }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^楼层复用/ })).toBeNull());
    expect(screen.getByRole('dialog', { name: /^楼层匹配/ })).toBeVisible();
  });
  it('[EQUIP-040] shows the message of a failed reuse and keeps what was chosen', async () => {
    const { dialog } = await openReuse({ reuse: () => refuse('设备E2的楼层数不同或不在同一项目或分公司，不能复用') });
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: '选择 E2' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(await screen.findByText('设备E2的楼层数不同或不在同一项目或分公司，不能复用')).toBeVisible();
    expect(within(dialog).getByRole('checkbox', { name: '选择 E2' })).toBeChecked();
  });
  it('says calmly that there is none', async () => {
    const { dialog } = await openReuse({ same: [] });
    expect(await within(dialog).findByText('没有楼层数相同的其他电梯')).toBeVisible();
  });
});
