import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { EquipmentListScreen } from '@/components/equipment/equipment-list-screen';
import { equipmentList } from '@/components/equipment/equipment-list';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import { answerCalls, answered, renderApp } from '../support/render';
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
const escalator: EquipmentRow = {
  ...unit,
  equipmentNo: 'S1',
  equipmentName: '商场扶梯',
  cubeNo: null,
  equipmentType: 'YAE_ESC',
  displayType: 'ES',
  productLine: null,
  buildingName: null,
  onlineStatus: 4,
  errorStatus: 2,
};
const ALL = ['EQUIPMENT_READ', 'EQUIPMENT_WRITE', 'MONITOR_READ'];

function show({
  authorities = ALL,
  rows = [unit, escalator],
  answer = () => ({ code: 200, data: [] }),
  search = '',
}: {
  authorities?: string[];
  rows?: EquipmentRow[];
  answer?: (call: Call) => { code: number; data?: unknown; message?: string; error?: string };
  search?: string;
} = {}) {
  const calls = answerCalls(answer);
  const first = firstPage(listInput(equipmentList, readListState(equipmentList, {})), {
    total: rows.length,
    records: rows,
  });
  renderApp(
    <NuqsTestingAdapter hasMemory searchParams={search}>
      <EquipmentListScreen first={first} holder={holder(0, ...authorities)} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
const nothingFound = ({ path }: Call) => ({
  code: 200,
  data: path === 'equipment/query' ? { total: 0, pages: 0, size: 15, current: 1, records: [] } : [],
});
const cellsOf = (no: string) =>
  Object.fromEntries(
    [...(document.querySelector(`[data-row="${no}"]`)?.querySelectorAll('[data-field]') ?? [])].map((cell) => [
      cell.getAttribute('data-field'),
      cell.textContent,
    ]),
  );

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the equipment list', () => {
  it('[EQUIP-008] has its columns in the order of the specification', () => {
    show();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '设备名称',
      '在线状态',
      '故障状态',
      '设备号',
      '梯型',
      '楼宇',
      '盒子号',
      '产品线',
      '楼层匹配',
      '操作',
    ]);
  });
  it('draws the filters that come with the link of a number while they narrow, no sooner', async () => {
    show();
    expect(screen.queryByLabelText('合同')).toBeNull();
    expect(screen.queryByLabelText('产品类别')).toBeNull();
    cleanup();
    show({ search: '?inContract=1&displayType=ES', answer: nothingFound });
    expect(screen.getByLabelText('合同')).toHaveTextContent('有效合同');
    expect(screen.getByLabelText('产品类别')).toHaveTextContent('扶梯');
    await answered();
  });

  it('[EQUIP-009] [EQUIP-010] [EQUIP-022] words every state, and shows -- for an unknown fault and for floors of what has none', () => {
    show({
      rows: [
        unit,
        escalator,
        { ...unit, equipmentNo: 'E3', onlineStatus: 3, errorStatus: 1, floorMappingConfiged: 3 },
        { ...unit, equipmentNo: 'E0', onlineStatus: 0, errorStatus: 2, floorMappingConfiged: 0 },
      ],
    });
    expect(cellsOf('E1')).toMatchObject({
      onlineStatus: '在线',
      errorStatus: '正常',
      floorMappingConfiged: '已配置',
      equipmentType: '直梯',
    });
    expect(cellsOf('S1')).toMatchObject({
      onlineStatus: '未安装',
      errorStatus: '--',
      floorMappingConfiged: '--',
      equipmentType: '扶梯',
      cubeNo: '--',
      productLine: '--',
      buildingName: '--',
    });
    expect(cellsOf('E3')).toMatchObject({
      onlineStatus: '控制柜断开',
      errorStatus: '故障',
      floorMappingConfiged: '无楼层信息',
    });
    expect(cellsOf('E0')).toMatchObject({ onlineStatus: '离线', errorStatus: '--', floorMappingConfiged: '未配置' });
  });
  it('opens the page of a unit in a new tab, whatever its kind', () => {
    show();
    for (const [name, no] of [
      ['滨江中心1号梯', 'E1'],
      ['商场扶梯', 'S1'],
    ] as const) {
      const link = within(screen.getByRole('rowheader', { name })).getByRole('link');
      expect(link).toHaveAttribute('href', `/detail/equipment?equipmentNo=${no}`);
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('[EQUIP-002] upper-cases the cube number while it is typed and sends it so', async () => {
    const calls = show({ answer: nothingFound });
    await userEvent.type(screen.getByRole('textbox', { name: '盒子号' }), 'ec-1{Enter}');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'equipment/query')?.body).toMatchObject({ cubeNo: 'EC-1' }),
    );
  });
  it.each([
    ['[EQUIP-003] type', '梯型', ['全部', '扶梯', '直梯'], '扶梯', { equipmentType: 2 }],
    ['[EQUIP-004] online status', '在线状态', ['全部', '在线', '离线', '未安装'], '离线', { onlineStatus: 2 }],
    ['[EQUIP-005] fault status', '故障状态', ['全部', '正常', '故障', '未知'], '未知', { errorStatus: 2 }],
    [
      '[EQUIP-006] floor mapping',
      '楼层匹配',
      ['全部', '未配置', '已配置', '不可配置', '无楼层信息'],
      '不可配置',
      { floorMappingConfiged: 2 },
    ],
  ])('%s can be chosen, all being the default', async (_id, name, choices, chosen, sent) => {
    const calls = show({ answer: nothingFound });
    const field = screen.getByRole('combobox', { name });
    expect(field).toHaveTextContent('全部');
    await userEvent.click(field);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(choices);
    await userEvent.click(screen.getByRole('option', { name: chosen }));
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(calls.find(({ path }) => path === 'equipment/query')?.body).toMatchObject(sent));
  });

  it('[EQUIP-018] [EQUIP-021] refreshes the states of the rows on screen by one batch call, every 30 s', async () => {
    jest.useFakeTimers();
    let isFaulty = false;
    const calls = show({
      answer: () => ({
        code: 200,
        data: [
          { equipmentNo: 'E1', onlineStatus: 1, errorStatus: isFaulty ? 1 : 0, entrapmentStatus: 0 },
          { equipmentNo: 'S1', onlineStatus: 4, errorStatus: 2, entrapmentStatus: 0 },
        ],
      }),
    });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['equipmentExtension/statusList', { equipmentNoList: ['E1', 'S1'] }],
    ]);
    isFaulty = true;
    await act(async () => {
      await jest.advanceTimersByTimeAsync(29_000);
    });
    expect(calls).toHaveLength(1);
    await act(async () => {
      await jest.advanceTimersByTimeAsync(1_500);
    });
    expect(calls).toHaveLength(2);
    expect(cellsOf('E1')).toMatchObject({ errorStatus: '故障' });
  });
  it('a trapped person stands over a fault', async () => {
    show({
      answer: () => ({
        code: 200,
        data: [{ equipmentNo: 'E1', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 }],
      }),
    });
    await waitFor(() => expect(cellsOf('E1')).toMatchObject({ errorStatus: '困人' }));
  });
});

describe('editing from the list', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: '修改 滨江中心1号梯' }));
    return screen.findByRole('dialog', { name: '修改设备' });
  };
  it('[EQUIP-011] is there with the write authority only', () => {
    show({ authorities: ['EQUIPMENT_READ', 'EQUIPMENT_FLOOR_MAPPING_WRITE', 'MY_EQUIPMENT_WRITE'] });
    expect(screen.queryByRole('button', { name: /^修改/ })).toBeNull();
  });
  it('[EQUIP-012] [EQUIP-013] shows number (fixed), name, cube number and building; only the number is required', async () => {
    show();
    const dialog = await open();
    const fields = within(dialog).getAllByRole<HTMLInputElement>('textbox');
    expect(fields.map(({ name, value, readOnly, required }) => [name, value, readOnly, required])).toEqual([
      ['equipmentNo', 'E1', true, true],
      ['equipmentName', '滨江中心1号梯', false, false],
      ['cubeNo', 'EC-1', false, false],
      ['buildingName', '滨江中心', false, false],
    ]);
  });
  it('[CONV-021] sends what was changed, says 操作成功 and reads the list anew', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'equipment/query'
          ? {
              code: 200,
              data: { total: 1, pages: 1, size: 15, current: 1, records: [{ ...unit, buildingName: '新楼' }] },
            }
          : { code: 200, data: path.endsWith('statusList') ? [] : null },
    });
    const dialog = await open();
    await userEvent.clear(within(dialog).getByRole('textbox', { name: '楼宇' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: '楼宇' }), ' 新楼 ');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(calls.find(({ path }) => path === 'equipment/saveOrUpdate')?.body).toEqual({
      equipmentNo: 'E1',
      buildingName: '新楼',
    });
    await waitFor(() => expect(cellsOf('E1')).toMatchObject({ buildingName: '新楼' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it.each(['', '   '])('does not send a blank name (%j): the field asks for one', async (blank) => {
    const calls = show();
    const dialog = await open();
    const name = within(dialog).getByRole('textbox', { name: '设备名称' });
    await userEvent.clear(name);
    if (blank) await userEvent.type(name, blank);
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请填写设备名称')).toBeVisible();
    expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(calls.filter(({ path }) => path === 'equipment/saveOrUpdate')).toEqual([]);
  });
  it('lets the building of a unit without a name be changed', async () => {
    const calls = show({
      rows: [{ ...unit, equipmentName: '' }],
      answer: ({ path }) => ({ code: 200, data: path.endsWith('statusList') ? [] : null }),
    });
    await userEvent.click(screen.getByRole('button', { name: /^修改/ }));
    await userEvent.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: '楼宇' }), '2{Enter}');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'equipment/saveOrUpdate')?.body).toEqual({
        equipmentNo: 'E1',
        buildingName: '滨江中心2',
      }),
    );
  });
  it('[EQUIP-014] shows the text of a refusal under its field and stays open', async () => {
    const message = '该盒子已绑定设备E2';
    show({
      answer: ({ path }) =>
        path === 'equipment/saveOrUpdate'
          ? { code: 409, error: 'conflict', message, data: { fieldErrors: { cubeNo: message } } }
          : { code: 200, data: [] },
    });
    const dialog = await open();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '盒子号' }), '2{Enter}');
    expect(await within(dialog).findByText(message)).toBeVisible();
    expect(dialog).toBeInTheDocument();
  });
  it('[EQUIP-014] [CONV-020] shows the text of a refusal that belongs to no field as a toast', async () => {
    show({
      answer: ({ path }) =>
        path === 'equipment/saveOrUpdate'
          ? { code: 511, error: 'no_object_permission', message: '您没有权限查看该设备' }
          : { code: 200, data: [] },
    });
    const dialog = await open();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '楼宇' }), '2{Enter}');
    expect(await screen.findByText('您没有权限查看该设备')).toBeInTheDocument();
    expect(dialog).toBeInTheDocument();
  });
});

describe('exporting the list', () => {
  it('[CONV-023] says why a file did not come, and the button is free again', async () => {
    show({
      answer: ({ path }) =>
        path === 'equipment/download'
          ? { code: 429, error: 'rate_limited', message: '操作过于频繁，请稍后再试' }
          : { code: 200, data: [] },
    });
    const button = screen.getByRole('button', { name: '导出' });
    await userEvent.click(button);
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeInTheDocument();
    await waitFor(() => expect(button).toBeEnabled());
  });
});
