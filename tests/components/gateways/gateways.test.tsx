import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gatewayList } from '@/components/gateways/gateway-list';
import { GatewayListScreen } from '@/components/gateways/gateway-list-screen';
import type { CubeDiagnosis, EdgeCubeRow } from '@/lib/features/gateways/contract';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';

const bound: EdgeCubeRow = {
  cubeNo: 'EC001',
  equipmentNo: '10500001',
  equipmentName: '云锦1#',
  buildingName: '东塔',
  branchName: '上海分公司',
  model: 'EC-200',
  fwVersion: '2.4.1',
  signal: -71,
  iccid: '8986****1234',
  controllerConnected: false,
  onlineStatus: 1,
  lastDataAt: '2026-11-21 09:00:00',
  bindDate: '2026-01-02 09:00:00',
  bindState: 'BOUND',
  enabled: true,
  remark: null,
  createDate: '2026-01-01 09:00:00',
};
const free: EdgeCubeRow = {
  ...bound,
  cubeNo: 'EC002',
  equipmentNo: null,
  equipmentName: null,
  buildingName: null,
  controllerConnected: null,
  signal: null,
  onlineStatus: 4,
  lastDataAt: null,
  bindDate: null,
  bindState: 'UNBOUND',
};
const retired: EdgeCubeRow = { ...free, cubeNo: 'EC003', bindState: 'RETIRED' };
const ROWS = [bound, free, retired];
const ALL = ['EDGE_CUBE_READ', 'EDGE_CUBE_WRITE', 'EQUIPMENT_READ'];

const show = (who = holder(0, ...ALL), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<GatewayListScreen first={firstOf(gatewayList, ROWS)} holder={who} />, {
    'gateway/query': ({ body }) => {
      const { bindState, cubeNo } = (body ?? {}) as { bindState?: string; cubeNo?: string };
      return {
        code: 200,
        data: pageOf(
          ROWS.filter((row) => (!bindState || row.bindState === bindState) && row.cubeNo.startsWith(cubeNo ?? '')),
        ),
      };
    },
    ...answers,
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const further = async (cubeNo: string, action: string) => {
  await press(new RegExp(`更多操作.*${cubeNo}|${cubeNo}.*更多`));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }));
};

beforeEach(() => localStorage.clear());

describe('the register of boxes', () => {
  it('offers what a box’s state and the reader’s rights allow', () => {
    show();
    expect(actionsOf(/EC001/).slice(0, 2)).toEqual(['更换', '诊断']);
    expect(actionsOf(/EC002/).slice(0, 2)).toEqual(['绑定', '诊断']);
    expect(actionsOf(/EC003/)[0]).toBe('诊断');
  });
  it('shows readers without the right to write diagnosis and history only', () => {
    show(holder(1, 'EDGE_CUBE_READ'));
    expect(actionsOf(/EC001/)[0]).toBe('诊断');
    expect(screen.queryByRole('button', { name: '登记盒子' })).toBeNull();
  });
  it('says signal in bars and dBm, a cabinet that does not answer, and what is missing', () => {
    show();
    const row = screen.getByRole('row', { name: /EC001/ });
    expect(within(row).getByText('-71 dBm')).toBeInTheDocument();
    expect(within(row).getByText('未连接')).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /EC002/ })).getByText('未安装')).toBeInTheDocument();
  });
});

describe('swapping a box', () => {
  const open = async () => {
    await press('更换：EC001');
    return screen.findByRole('dialog', { name: '更换盒子 EC001' });
  };
  it('takes the new number and a reason, then waits until the new box sends', async () => {
    const { asked } = show();
    const dialog = await open();
    expect(dialog).toHaveTextContent('云锦1#');
    await userEvent.type(within(dialog).getByLabelText(/新盒子号/), 'ec00');
    expect(await screen.findByRole('option', { name: 'EC002' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('option', { name: 'EC002' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '更换' }));
    const waiting = await screen.findByRole('dialog', { name: '等待数据' });
    expect(asked('gateway/replace')).toEqual([
      { equipmentNo: '10500001', newCubeNo: 'EC002', reason: 'fault', remark: '' },
    ]);
    expect(within(waiting).getByText('盒子 EC002 已绑定，等待上报数据…')).toBeVisible();
  });
  it('says what is wrong under the field, and offers to register a box that nobody knows', async () => {
    const { asked } = show(holder(2, ...ALL), {
      'gateway/replace': () => ({
        code: 404,
        message: '盒子号不存在',
        error: 'not_found',
        data: { fieldErrors: { newCubeNo: '盒子号不存在' } },
      }),
      'gateway/saveOrUpdate': () => ({ code: 200, data: { cubeNo: 'EC-NEW', secret: 'the secret' } }),
    });
    const dialog = await open();
    await userEvent.type(within(dialog).getByLabelText(/新盒子号/), 'ec-new');
    await userEvent.click(within(dialog).getByRole('button', { name: '更换' }));
    expect(await within(dialog).findByText('盒子号不存在')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '登记新盒子' }));
    const form = await screen.findByRole('dialog', { name: '登记盒子' });
    await userEvent.click(within(form).getByRole('button', { name: '登记' }));
    const told = await screen.findByRole('dialog', { name: '盒子 EC-NEW 的密钥' });
    const close = within(told).getByRole('button', { name: '关闭' });
    expect(close).toBeDisabled();
    await userEvent.click(within(told).getByRole('checkbox', { name: '我已保存密钥' }));
    await userEvent.click(close);
    await waitFor(() => expect(screen.queryByText('the secret')).toBeNull());
    expect(within(dialog).getByLabelText(/新盒子号/)).toHaveValue('EC-NEW');
    expect(asked('gateway/saveOrUpdate')).toEqual([{ cubeNo: 'EC-NEW' }]);
  });
  it('binds a free box to a unit by its number, unbinds with a reason', async () => {
    const { asked } = show();
    await press('绑定：EC002');
    const dialog = await screen.findByRole('dialog', { name: '绑定盒子 EC002' });
    await userEvent.click(within(dialog).getByRole('button', { name: '绑定' }));
    expect(await within(dialog).findByText('请输入设备号')).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText(/设备号/), '10500002');
    await userEvent.click(within(dialog).getByRole('button', { name: '绑定' }));
    await waitFor(() => expect(asked('gateway/bind')).toEqual([{ cubeNo: 'EC002', equipmentNo: '10500002' }]));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: '等待数据' })).getByRole('button', { name: '关闭' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await further('EC001', '解绑');
    const ask = await screen.findByRole('dialog', { name: '解绑盒子 EC001' });
    await userEvent.click(within(ask).getByRole('button', { name: '解绑' }));
    expect(await within(ask).findByText('请填写原因')).toBeVisible();
    await userEvent.type(within(ask).getByLabelText(/原因/), '设备拆除');
    await userEvent.click(within(ask).getByRole('button', { name: '解绑' }));
    await waitFor(() => expect(asked('gateway/unbind')).toEqual([{ cubeNo: 'EC001', reason: '设备拆除' }]));
  });
});

describe('the diagnosis of a box', () => {
  const data: CubeDiagnosis = {
    lastDataAt: '2026-11-21 09:00:00',
    state: 'offline',
    fwVersion: '2.4.1',
    hoursFrom: '2026-11-20 10:00:00',
    messagesPerHour: Array.from({ length: 24 }, (_, index) => (index < 3 ? 0 : index * 10)),
    reconnects24h: 4,
    clockDriftSec: 420,
    rejects: [{ at: '2026-11-21 08:59:00', topic: 'status', code: 'bad_value', message: 'speed' }],
    lastMessages: Array.from({ length: 20 }, (_, index) => ({
      at: '2026-11-21 09:00:00',
      topic: index === 0 ? 'event' : 'status',
      payload: index === 0 ? '{"v":1,"at":5}' : '{"v":1,"cut',
    })),
    isWithheld: false,
    symptoms: [],
  };
  it('shows bars by the hour, the last 20 messages readable, refusals, link and clock', async () => {
    show(undefined, { 'gateway/diagnose/EC001': () => ({ code: 200, data }) });
    await press('诊断：EC001');
    const dialog = await screen.findByRole('dialog', { name: '盒子 EC001 诊断' });
    const bars = await within(dialog).findByRole('img', { name: /近24小时消息数: 共 2,730 条, 3 小时无消息/ });
    expect(bars.querySelectorAll('[data-count]')).toHaveLength(24);
    expect(bars.querySelectorAll('[data-none]')).toHaveLength(3);
    expect(within(dialog).getByText('最近收到的消息（20）')).toBeVisible();
    expect(dialog.querySelectorAll('details')).toHaveLength(20);
    expect(dialog.querySelector('pre')?.textContent).toBe('{\n  "v": 1,\n  "at": 5\n}');
    expect(dialog.querySelectorAll('pre')[1]?.textContent).toBe('{"v":1,"cut');
    expect(within(dialog).getByText('status · bad_value')).toBeVisible();
    expect(within(dialog).getByText('420 秒')).toBeVisible();
    expect(within(dialog).getByText('已断开')).toBeVisible();
  });
  it('of a box that cannot be asked says so and asks again', async () => {
    let isUp = false;
    show(undefined, {
      'gateway/diagnose/EC001': () =>
        isUp ? { code: 200, data } : { code: 511, message: '无权限', error: 'no_object_permission' },
    });
    await press('诊断：EC001');
    const dialog = await screen.findByRole('dialog', { name: '盒子 EC001 诊断' });
    const again = await within(dialog).findByRole('button', { name: '重试' });
    isUp = true;
    await userEvent.click(again);
    expect(await within(dialog).findByText('420 秒')).toBeVisible();
  });
});
