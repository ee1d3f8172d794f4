import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { screenList } from '@/components/screens/screen-list';
import { ScreenListScreen } from '@/components/screens/screen-list-screen';
import type { ScreenNotice, SmartScreenRow } from '@/lib/features/screens/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';

const rowOf = (screenNo: string, rest: Partial<SmartScreenRow> = {}): SmartScreenRow => ({
  screenNo,
  equipmentNo: `EV-${screenNo}`,
  equipmentName: `客梯${screenNo}`,
  buildingName: 'B座',
  place: 'car',
  resolution: '1080x1920',
  state: 'ONLINE',
  lastBeat: '2026-11-26 09:00:00',
  current: '明早检修',
  showsComfort: false,
  activeTotal: 2,
  volume: 0,
  brightness: 80,
  powerOn: '06:00',
  powerOff: '00:30',
  remark: null,
  ...rest,
});
const ROWS = [
  rowOf('S1'),
  rowOf('S2', { state: 'OFFLINE', current: null, activeTotal: 5, place: 'landing' }),
  rowOf('S3', { state: 'UNLINKED', lastBeat: null, current: null, activeTotal: 0, powerOn: null, powerOff: null }),
  rowOf('S4', { current: null, showsComfort: true, activeTotal: 0 }),
];
const noticeOf = (noticeId: string, rest: Partial<ScreenNotice> = {}): ScreenNotice => ({
  noticeId,
  screenNo: 'S1',
  text: `通知${noticeId}`,
  startTime: '2026-11-26 08:00:00',
  endTime: '2026-11-27 08:00:00',
  priority: 'normal',
  state: 'SHOWN',
  isActive: true,
  createBy: '王物业',
  createDate: '2026-11-26 07:00:00',
  ...rest,
});

const history = () => ({
  code: 200,
  data: {
    ...pageOf([noticeOf('1'), noticeOf('2', { priority: 'urgent', state: 'EXPIRED', createBy: null })]),
    historyMonths: 6,
  },
});
const show = (...authorities: ('INFOTAINMENT_SCREEN_READ' | 'INFOTAINMENT_SCREEN_WRITE')[]) =>
  renderList(
    <ScreenListScreen first={firstOf(screenList, ROWS)} holder={holder(0, ...authorities, 'EQUIPMENT_READ')} />,
    {
      'smartScreen/query': () => ({ code: 200, data: pageOf(ROWS) }),
      'smartScreen/history/S1?pageIndex=1&pageSize=15': history,
      'smartScreen/history/S1?active=1': history,
      'smartScreen/code': () => ({ code: 200, data: { code: '01234567', expireDate: '2026-11-26 09:15:00' } }),
      'equipment/query': () => ({ code: 200, data: pageOf([{ equipmentNo: 'EV9', equipmentName: '观光梯' }]) }),
      'smartScreen/publish': ({ body }) => ({
        code: 200,
        data: { noticeIds: (body as { screenNos: string[] }).screenNos },
      }),
    },
  );
const READER = ['INFOTAINMENT_SCREEN_READ'] as const;
const WRITER = ['INFOTAINMENT_SCREEN_READ', 'INFOTAINMENT_SCREEN_WRITE'] as const;
const line = (screenNo: string) => screen.getByRole('row', { name: new RegExp(screenNo) });
const further = async (screenNo: string, word: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: `${screenNo} 的更多操作` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: word }));
};

beforeEach(() => localStorage.clear());

it('says of each screen whether it is alive and what it shows; a reader changes nothing', () => {
  show(...READER);
  for (const text of ['EV-S1', '客梯S1', 'B座', '轿厢', '1080x1920', '在线', '明早检修', '06:00-00:30', '0', '80'])
    expect(within(line('S1')).getByText(text)).toBeInTheDocument();
  expect(within(line('S2')).getByText('离线')).toBeInTheDocument();
  expect(within(line('S2')).getByText('候梯厅')).toBeInTheDocument();
  expect(within(line('S3')).getByText('未接入')).toBeInTheDocument();
  expect(within(line('S4')).getByText('困人安抚')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '新增' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '发布通知：S1' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('has a history for every reader: what was published, by whom, and what became of it', async () => {
  show(...READER);
  await userEvent.click(screen.getByRole('button', { name: '播放记录：S1' }));
  const dialog = await screen.findByRole('dialog', { name: '播放记录：S1' });
  const second = await within(dialog).findByRole('row', { name: /通知2/ });
  for (const text of ['紧急', '已过期', '2026-11-27 08:00:00'])
    expect(within(second).getByText(text)).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: /通知1/ })).toHaveTextContent('已显示');
  expect(within(dialog).getByText('仅可查看近6个月数据')).toBeVisible();
});

it('publishes to the chosen screens; what has no screen control, or no place left, is not chosen', async () => {
  const { asked } = show(...WRITER);
  expect(within(line('S2')).getByRole('checkbox')).toBeDisabled();
  expect(within(line('S3')).getByRole('checkbox')).toBeDisabled();
  await userEvent.click(within(line('S1')).getByRole('checkbox'));
  await userEvent.click(within(line('S4')).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: '发布通知' }));
  const dialog = await screen.findByRole('dialog', { name: '发布通知（2块屏）' });
  const send = within(dialog).getByRole('button', { name: '发布' });
  await userEvent.click(send);
  expect(await within(dialog).findByText('请输入通知内容')).toBeVisible();
  expect(within(dialog).getByText('请选择时间')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('textbox', { name: /通知内容/ }), '明早8点检修');
  fireEvent.change(within(dialog).getByLabelText(/开始时间/), { target: { value: '2030-01-02T08:00:00' } });
  fireEvent.change(within(dialog).getByLabelText(/结束时间/), { target: { value: '2030-01-02T08:00:00' } });
  await userEvent.click(send);
  expect(await within(dialog).findByText('结束时间须晚于开始时间')).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText(/结束时间/), { target: { value: '2030-01-02T10:00:00' } });
  await userEvent.click(within(dialog).getByRole('combobox', { name: /优先级/ }));
  await userEvent.click(await screen.findByRole('option', { name: '紧急' }));
  await userEvent.click(send);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('smartScreen/publish')).toEqual([
    {
      screenNos: ['S1', 'S4'],
      text: '明早8点检修',
      startTime: '2030-01-02 08:00:00',
      endTime: '2030-01-02 10:00:00',
      priority: 'urgent',
    },
  ]);
  expect(within(line('S1')).getByRole('checkbox')).not.toBeChecked();
});

it.each([
  ['S3', '未接入屏控服务'],
  ['S2', '屏S2的有效通知已达上限，请先撤回'],
])('says of %s why nothing can be published: %s', async (screenNo, reason) => {
  show(...WRITER);
  await userEvent.click(screen.getByRole('button', { name: `发布通知：${screenNo}` }));
  const dialog = await screen.findByRole('dialog', { name: '发布通知（1块屏）' });
  expect(within(dialog).getByText(reason)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: '发布' })).not.toBeInTheDocument();
});

it('withdraws the notices that are chosen, of those that are active', async () => {
  const { asked } = show(...WRITER);
  await further('S1', /撤回/);
  const dialog = await screen.findByRole('dialog', { name: '撤回通知：S1' });
  const submit = await within(dialog).findByRole('button', { name: '撤回' });
  await userEvent.click(submit);
  expect(await within(dialog).findByText('请选择要撤回的通知')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('switch', { name: '通知2' }));
  await userEvent.click(submit);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('smartScreen/withdraw')).toEqual([{ noticeIds: ['2'] }]);
  await userEvent.click(screen.getByRole('button', { name: 'S4 的更多操作' }));
  expect(await screen.findByRole('menuitem', { name: /编辑/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /撤回/ })).not.toBeInTheDocument();
});

it('is registered with its unit, levels and hours; what cannot be is said under its field', async () => {
  const { asked } = show(...WRITER);
  await userEvent.click(screen.getByRole('button', { name: '新增' }));
  const dialog = await screen.findByRole('dialog', { name: '新增智慧屏' });
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name });
  const save = within(dialog).getByRole('button', { name: '保存' });
  await userEvent.type(field(/音量/), '101');
  await userEvent.type(field(/开机时间/), '25:00');
  await userEvent.click(save);
  for (const text of ['1至40位字母、数字或 _ . -', '时间格式应为HH:mm'])
    expect(await within(dialog).findByText(text)).toBeVisible();
  await userEvent.type(field(/屏编号/), 'SCR-9');
  await userEvent.click(within(dialog).getByRole('combobox', { name: /设备号/ }));
  await userEvent.click(await screen.findByRole('option', { name: /EV9/ }));
  await userEvent.clear(field(/音量/));
  await userEvent.type(field(/音量/), '0');
  await userEvent.clear(field(/开机时间/));
  await userEvent.type(field(/开机时间/), '06:00');
  await userEvent.click(save);
  expect(await within(dialog).findByText('开机和关机时间须同时填写')).toBeVisible();
  await userEvent.type(field(/关机时间/), '23:00');
  await userEvent.click(save);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('smartScreen/saveOrUpdate')).toMatchObject([
    {
      screenNo: 'SCR-9',
      isNew: true,
      equipmentNo: 'EV9',
      place: 'car',
      volume: 0,
      brightness: null,
      powerOff: '23:00',
    },
  ]);
});

it('is changed under its number, and deleted after a question', async () => {
  const { asked } = show(...WRITER);
  await further('S1', /编辑/);
  const dialog = await screen.findByRole('dialog', { name: '编辑智慧屏 S1' });
  expect(within(dialog).getByRole('textbox', { name: /屏编号/ })).toBeDisabled();
  const brightness = within(dialog).getByRole('textbox', { name: /亮度/ });
  await userEvent.clear(brightness);
  await userEvent.type(brightness, '100');
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('smartScreen/saveOrUpdate')).toMatchObject([
    { screenNo: 'S1', isNew: false, equipmentNo: 'EV-S1', volume: 0, brightness: 100, powerOn: '06:00' },
  ]);
  await further('S1', /删除/);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(asked('smartScreen/S1')).toHaveLength(1));
});

it('is linked by a code that is shown once, and loses its key after a question', async () => {
  const { asked } = show(...WRITER);
  await further('S3', /接入/);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '生成接入码' }));
  expect(await screen.findByText('01234567')).toBeVisible();
  expect(asked('smartScreen/code')).toEqual([{ screenNo: 'S3' }]);
  await userEvent.click(screen.getByRole('button', { name: '关闭' }));
  await userEvent.click(screen.getByRole('button', { name: 'S3 的更多操作' }));
  expect(await screen.findByRole('menuitem', { name: /接入/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /收回密钥/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await further('S1', /收回密钥/);
  const question = await screen.findByText(/收回智慧屏“S1”的密钥/);
  await userEvent.click(screen.getByRole('button', { name: '收回密钥' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(asked('smartScreen/key/S1')).toHaveLength(1);
});
