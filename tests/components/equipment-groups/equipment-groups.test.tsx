import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { groupList } from '@/components/equipment-groups/group-list';
import { GroupListScreen } from '@/components/equipment-groups/group-list-screen';
import type { EquipmentGroupDetail, EquipmentGroupRow } from '@/lib/features/equipment-groups/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';

const ROW: EquipmentGroupRow = {
  groupId: 'G-1',
  groupName: '西厅',
  projectId: 'P-1',
  projectName: '云锦天地',
  equipmentTotal: 2,
  summary: '每天 05:20-次日00:40',
  mode: 'REMINDER',
  enabled: true,
  lastRun: '2026-11-25 05:18:00',
  lastResult: 'FAILED',
  unknownTotal: 0,
  mismatchTotal: 1,
  version: 3,
  remark: null,
};
const unit = (equipmentNo: string) => ({
  equipmentNo,
  cubeNo: null,
  equipmentType: 'YAE_ESC',
  productLine: null,
  equipmentName: `扶梯${equipmentNo}`,
  buildingName: null,
});
const DETAIL: EquipmentGroupDetail = {
  ...ROW,
  equipmentList: [
    { ...unit('1'), onlineStatus: 1, running: true, mismatch: false, warnings: ['local'] },
    { ...unit('2'), onlineStatus: 1, running: false, mismatch: true, warnings: ['error', 'technician'] },
    {
      ...unit('3'),
      onlineStatus: 1,
      isLive: false,
      lastDataAt: '2026-11-26 08:30:00',
      running: null,
      mismatch: false,
      warnings: ['offline'],
    },
  ],
  week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime: '05:20', stopTime: '00:40', closed: false })),
  exceptions: [],
  responsible: [{ username: 'wang', nickName: '王站长' }],
  hiddenResponsible: 1,
  shouldRun: true,
  nextTime: '2026-11-27 00:40:00',
  nextAction: 'stop',
};

const LINE = {
  id: '1',
  plannedTime: '2026-11-25 05:20:00',
  action: 'start',
  equipmentNo: '2',
  result: 'FAILED',
  reason: '无钥匙',
  confirmedBy: '王站长',
  createDate: '2026-11-25 05:18:00',
};

const show = (...authorities: ('START_STOP_CONFIG_READ' | 'START_STOP_CONFIG_WRITE')[]) =>
  renderList(
    <GroupListScreen first={firstOf(groupList, [ROW])} holder={holder(0, ...authorities, 'EQUIPMENT_READ')} />,
    {
      'equipGroup/query': () => ({ code: 200, data: pageOf([ROW]) }),
      'equipGroup/G-1': () => ({ code: 200, data: DETAIL }),
      'equipGroup/log/query': () => ({ code: 200, data: { ...pageOf([LINE]), historyMonths: 6 } }),
      'equipGroup/execute': () => ({ code: 200, data: { logIds: ['1'] } }),
      'equipGroup/saveOrUpdate': () => ({ code: 200, data: { groupId: 'G-1', version: 4 } }),
      'equipGroup/freeUnits': () => ({ code: 200, data: pageOf([unit('1'), unit('2'), unit('3')]) }),
      'equipGroup/responsible': () => ({ code: 200, data: pageOf(DETAIL.responsible) }),
      'project/getListByUsername': () => ({ code: 200, data: pageOf([{ projectId: 'P-1', projectName: '云锦天地' }]) }),
    },
  );

beforeEach(() => localStorage.clear());

it('says what differs from the plan; a row opens on what is wanted and what each unit does', async () => {
  show('START_STOP_CONFIG_READ');
  const line = screen.getByRole('row', { name: /西厅/ });
  for (const text of ['每天 05:20-次日00:40', '1台不符', '失败', '仅提醒'])
    expect(within(line).getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '新增' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '执行登记：西厅' })).not.toBeInTheDocument();
  await userEvent.click(within(line).getAllByRole('button')[0] as HTMLElement);
  const units = await screen.findByRole('group', { name: '分组 西厅 的设备' });
  expect(screen.getByText('应运行')).toBeVisible();
  expect(screen.getByText(/负责人：.*王站长.*另有 1 人/)).toBeVisible();
  expect(screen.getByText('下次停止：2026-11-27 00:40')).toBeVisible();
  expect(
    within(units)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1扶梯1扶梯在线运行就地控制',
    '2扶梯2扶梯在线停止（与计划不符）故障、有人员在场',
    '3扶梯3扶梯未知 · 11-26 08:30 起无数据未知离线',
  ]);
});

it.each([
  [{ mismatchTotal: 0, unknownTotal: 2 }, '2台未知'],
  [{ mismatchTotal: 0, unknownTotal: 0 }, '相符'],
])('says only what is known of plan and state: %j', (known, word) => {
  const row = { ...ROW, ...known };
  renderList(<GroupListScreen first={firstOf(groupList, [row])} holder={holder(0, 'START_STOP_CONFIG_READ')} />, {
    'equipGroup/query': () => ({ code: 200, data: pageOf([row]) }),
  });
  const line = screen.getByRole('row', { name: /西厅/ });
  expect(within(line).getByText(word)).toBeInTheDocument();
});

it('records an execution: every unit is confirmed, and one that was not done has its reason', async () => {
  const { asked } = show('START_STOP_CONFIG_READ', 'START_STOP_CONFIG_WRITE');
  await userEvent.click(screen.getByRole('button', { name: '执行登记：西厅' }));
  const dialog = await screen.findByRole('dialog', { name: '执行登记：西厅' });
  expect(within(dialog).getByText('有人员在场')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  expect(await within(dialog).findAllByText('请确认梯上无人')).toHaveLength(3);
  for (const box of within(dialog).getAllByRole('switch', { name: '已确认梯上无人' })) await userEvent.click(box);
  await userEvent.click(within(dialog).getAllByRole('combobox', { name: '结果' })[1] as HTMLElement);
  await userEvent.click(await screen.findByRole('option', { name: '失败' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  expect(await within(dialog).findByText('请填写原因')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('textbox', { name: /原因/ }), '无钥匙');
  await userEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('equipGroup/execute')).toEqual([
    {
      groupId: 'G-1',
      action: 'stop',
      units: [
        { equipmentNo: '1', confirmedEmpty: true, result: 'SUCCESS', reason: '' },
        { equipmentNo: '2', confirmedEmpty: true, result: 'FAILED', reason: '无钥匙' },
        { equipmentNo: '3', confirmedEmpty: true, result: 'SUCCESS', reason: '' },
      ],
    },
  ]);
});

it('changes the hours of all days like Monday, and sends the version that was read', async () => {
  const { asked } = show('START_STOP_CONFIG_READ', 'START_STOP_CONFIG_WRITE');
  await userEvent.click(screen.getByRole('button', { name: '西厅 的更多操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /编辑/ }));
  const dialog = await screen.findByRole('dialog', { name: '编辑启停分组' });
  const stop = within(dialog).getByRole('textbox', { name: '周一停止' });
  await userEvent.clear(stop);
  await userEvent.type(stop, '25:00');
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(await within(dialog).findByText('时间格式应为HH:mm')).toBeVisible();
  await userEvent.clear(stop);
  await userEvent.type(stop, '01:00');
  await userEvent.click(within(dialog).getByRole('button', { name: '全部按周一' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('equipGroup/saveOrUpdate')).toMatchObject([
    {
      groupId: 'G-1',
      version: 3,
      mode: 'REMINDER',
      equipmentNoList: ['1', '2', '3'],
      responsible: ['wang'],
      week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime: '05:20', stopTime: '01:00', closed: false })),
    },
  ]);
});

it('is added with project, all its free units, who is responsible, and a day on which it stands still', async () => {
  const { asked } = show('START_STOP_CONFIG_READ', 'START_STOP_CONFIG_WRITE');
  await userEvent.click(screen.getByRole('button', { name: '新增' }));
  const dialog = await screen.findByRole('dialog', { name: '新增启停分组' });
  const save = within(dialog).getByRole('button', { name: '保存' });
  await userEvent.click(within(dialog).getByRole('button', { name: '添加例外日期' }));
  await userEvent.click(save);
  for (const text of ['请输入组名', '请选择项目', '请选择日期'])
    expect(await within(dialog).findByText(text)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: '移除例外1' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: /组名/ }), '东厅');
  await userEvent.click(within(dialog).getByRole('combobox', { name: /项目/ }));
  await userEvent.click(await screen.findByRole('option', { name: /云锦天地/ }));
  expect(await within(dialog).findByText('请至少选择一位负责人')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: '选择全部可用设备' }));
  await userEvent.click(within(dialog).getByRole('combobox', { name: /负责人/ }));
  await userEvent.click(await screen.findByRole('option', { name: /王站长/ }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(
    within(within(dialog).getByRole('group', { name: '周日' })).getByRole('switch', { name: '全天停用' }),
  );
  await userEvent.click(save);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('equipGroup/saveOrUpdate')).toMatchObject([
    {
      groupName: '东厅',
      projectId: 'P-1',
      mode: 'REMINDER',
      enabled: true,
      equipmentNoList: ['1', '2', '3'],
      responsible: ['wang'],
      week: [...[1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, closed: false })), { weekday: 7, closed: true }],
      exceptions: [],
    },
  ]);
});

it('is switched off with everything else as it was, and deleted, each after a question', async () => {
  const { asked } = show('START_STOP_CONFIG_READ', 'START_STOP_CONFIG_WRITE');
  const choose = async (word: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: '西厅 的更多操作' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: word }));
    return screen.findByRole('alertdialog');
  };
  const off = await choose(/停用/);
  await userEvent.click(within(off).getByRole('button', { name: '停用' }));
  await waitFor(() => expect(off).not.toBeInTheDocument());
  expect(asked('equipGroup/saveOrUpdate')).toMatchObject([
    {
      groupId: 'G-1',
      version: 3,
      enabled: false,
      week: DETAIL.week,
      equipmentNoList: ['1', '2', '3'],
      responsible: ['wang'],
    },
  ]);
  const removal = await choose(/删除/);
  await userEvent.click(within(removal).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(removal).not.toBeInTheDocument());
  // Read before it was switched off, and deleted.
  expect(asked('equipGroup/G-1')).toHaveLength(2);
});

it('has a log for every reader: what was done, by whom, and why not', async () => {
  show('START_STOP_CONFIG_READ');
  await userEvent.click(screen.getByRole('button', { name: '执行记录：西厅' }));
  const dialog = await screen.findByRole('dialog', { name: '执行记录：西厅' });
  const line = await within(dialog).findByRole('row', { name: /无钥匙/ });
  for (const text of ['启动', '失败', '无钥匙', '王站长']) expect(within(line).getByText(text)).toBeInTheDocument();
  expect(within(dialog).getByText('仅可查看近6个月数据')).toBeVisible();
});
