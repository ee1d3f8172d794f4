import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listOfKind } from '@/components/third-gateways/third-gateway-list';
import { ThirdGatewayScreen } from '@/components/third-gateways/third-gateway-screen';
import type { GatewayRow } from '@/lib/features/third-gateways/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';

const tl: GatewayRow = {
  equipmentNo: '10500001',
  cubeNo: 'EC001',
  stepEquipmentNo: null,
  stepCubeId: null,
  buildingName: '东塔',
  onlineStatus: 1,
  branchName: '上海分公司',
  createDate: '2026-11-21 09:00:00',
};
const step: GatewayRow = { ...tl, equipmentNo: '10500002', cubeNo: null, stepEquipmentNo: 'XSD1', stepCubeId: 'NB1' };

const show = (answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<ThirdGatewayScreen loaded="tl" first={firstOf(listOfKind('tl'), [tl])} holder={holder(0)} />, {
    'tlGateway/page': () => ({ code: 200, data: pageOf([tl]) }),
    'stepGateway/page': () => ({ code: 200, data: pageOf([step]) }),
    ...answers,
  });
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const add = async () => {
  await userEvent.click(screen.getByRole('button', { name: '新增' }));
  return screen.findByRole('dialog', { name: '新增网关' });
};
const choose = async (kind: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: /网关类型/ }));
  await userEvent.click(await screen.findByRole('option', { name: kind }));
};

beforeEach(() => localStorage.clear());

it('[GATE-001] [GATE-003] has a selector of the type, 梯联 at first, and columns that switch with it', async () => {
  const { urls } = show();
  expect(screen.getByRole('radio', { name: '梯联' })).toBeChecked();
  expect(heads()).toEqual(
    expect.arrayContaining(['设备号', '盒子号', '楼宇名称', '在线状态', '分公司名称', '创建时间']),
  );
  expect(heads()).not.toContain('新时达盒子号');
  await userEvent.click(screen.getByRole('radio', { name: '新时达' }));
  expect(await screen.findByText('NB1')).toBeInTheDocument();
  expect(heads()).toEqual(expect.arrayContaining(['新时达设备号', '新时达盒子号']));
  expect(heads()).not.toContain('盒子号');
  expect(urls.at(-1)).toContain('type=step');
});

it('[GATE-006] [GATE-007] [GATE-008] [GATE-009] asks for type and numbers, those of 新时达 for it alone', async () => {
  const { asked } = show();
  const dialog = await add();
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await save();
  expect(await within(dialog).findByText('请选择网关类型')).toBeVisible();
  expect(within(dialog).getByText('请输入迅达设备号')).toBeVisible();
  expect(within(dialog).queryByLabelText(/新时达/)).toBeNull();
  await choose('新时达');
  await save();
  expect(await within(dialog).findByText('请输入新时达设备号')).toBeVisible();
  expect(within(dialog).getByText('请输入新时达盒子号')).toBeVisible();
  expect(asked('stepGateway/add')).toEqual([]);
  await choose('梯联');
  await userEvent.type(within(dialog).getByLabelText(/迅达设备号/), ' 10500003 ');
  await save();
  await waitFor(() => expect(asked('tlGateway/add')).toEqual([{ equipmentNo: '10500003' }]));
});

it('[GATE-010] shows the server’s message as a warning and stays; success is 添加成功 and a fresh list', async () => {
  let isAdded = true;
  const { asked } = show({
    'tlGateway/add': () =>
      isAdded ? { code: 409, message: '设备已添加', error: 'conflict' } : { code: 200, data: null },
  });
  const dialog = await add();
  await choose('梯联');
  await userEvent.type(within(dialog).getByLabelText(/迅达设备号/), '10500001');
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  const told = await screen.findByText('设备已添加');
  expect(told.closest('[data-type]')).toHaveAttribute('data-type', 'warning');
  expect(dialog).toBeVisible();
  isAdded = false;
  const before = asked('tlGateway/page').length;
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(await screen.findByText('添加成功')).toBeInTheDocument();
  await waitFor(() => expect(asked('tlGateway/page').length).toBeGreaterThan(before));
});

it('[GATE-011] asks before it deletes and names the equipment; then says that it worked', async () => {
  const { asked } = show();
  await userEvent.click(screen.getByRole('button', { name: /更多操作|更多/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /删除/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('10500001');
  expect(asked('tlGateway/delete')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: '删除' }));
  expect(await screen.findByText('操作成功')).toBeInTheDocument();
  expect(asked('tlGateway/delete')).toEqual([{ equipmentNo: '10500001' }]);
});
