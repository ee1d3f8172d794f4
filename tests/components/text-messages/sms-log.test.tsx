import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { SmsLogScreen } from '@/components/text-messages/sms-log-screen';
import type { SmsLogRow } from '@/lib/features/text-messages/contract';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';
import { holder } from '@/tests/support/holder';

const row: SmsLogRow = {
  id: '1',
  createDate: '2026-11-21 09:00:00',
  phone: '138****1234',
  receiver: '王工',
  username: 'cn10246',
  type: 'entrapment',
  content: '一号梯有人被困',
  equipmentNo: '10100001',
  projectName: '滨江',
  state: 'FAILED',
  deliverDate: null,
  error: '未配置短信通道',
  tries: 3,
  parts: 1,
};
const code: SmsLogRow = {
  ...row,
  id: '2',
  createDate: '2026-11-21 09:01:00',
  type: 'code',
  content: '验证码 ******',
  equipmentNo: null,
};
const delivered: SmsLogRow = {
  ...row,
  id: '3',
  createDate: '2026-11-21 09:02:00',
  state: 'DELIVERED',
  deliverDate: '2026-11-21 09:02:03',
  error: null,
};
const suppressed: SmsLogRow = {
  ...row,
  id: '4',
  createDate: '2026-11-21 09:03:00',
  phone: '',
  state: 'SUPPRESSED',
  error: '没有手机号',
};
const ROWS = [row, code, delivered, suppressed];

const show = (who = holder(0, 'SIM_MESSAGE_WRITE', 'EQUIPMENT_READ'), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<SmsLogScreen first={firstOf(smsLogList, ROWS)} holder={who} />, {
    'simMessage/query': () => ({ code: 200, data: pageOf(ROWS) }),
    ...answers,
  });

afterEach(() => jest.restoreAllMocks());

describe('sending again', () => {
  it('is offered for what failed, never for a code, and never for what arrived or was held back', async () => {
    show();
    await answered();
    expect(ROWS.map(({ createDate }) => actionsOf(new RegExp(createDate)))).toEqual([
      ['查看', '重发'],
      ['查看'],
      ['查看'],
      ['查看'],
    ]);
  });

  it('is not offered without SIM_MESSAGE_WRITE', async () => {
    show(holder(0, 'EQUIPMENT_READ'));
    await answered();
    expect(screen.queryByRole('button', { name: /^重发/ })).toBeNull();
  });

  it('asks first and names the number; nothing is sent when given up', async () => {
    const { asked } = show();
    await userEvent.click(screen.getByRole('button', { name: '重发：2026-11-21 09:00:00' }));
    const dialog = await screen.findByRole('alertdialog', { name: '重发短信' });
    expect(dialog).toHaveTextContent('将向 138****1234 重新发送该短信。');
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked('simMessage/resend')).toEqual([]);
  });

  it('reads the list anew, also when it was refused, and says which', async () => {
    let answer: { code: number; message?: string; error?: string; data?: unknown } = {
      code: 409,
      message: '该短信不能重发',
      error: 'conflict',
    };
    const { asked } = show(undefined, { 'simMessage/resend': () => answer });
    const send = async () => {
      await userEvent.click(screen.getByRole('button', { name: '重发：2026-11-21 09:00:00' }));
      await userEvent.click(
        within(await screen.findByRole('alertdialog', { name: '重发短信' })).getByRole('button', { name: '重发' }),
      );
    };
    await send();
    expect(await screen.findByText('该短信不能重发')).toBeInTheDocument();
    await waitFor(() => expect(asked('simMessage/query')).toHaveLength(1));
    answer = { code: 200 };
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await send();
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(asked('simMessage/resend')).toEqual([{ id: '1' }, { id: '1' }]);
  });
});

describe('sending several again', () => {
  const another: SmsLogRow = { ...row, id: '5', createDate: '2026-11-21 09:04:00', phone: '139****0000' };
  const rows = [...ROWS, another];
  const choose = async (...times: string[]) => {
    for (const time of times) await userEvent.click(screen.getByRole('checkbox', { name: `选择 2026-11-21 ${time}` }));
  };
  const showAll = (who = holder(0, 'SIM_MESSAGE_WRITE')) =>
    renderList(<SmsLogScreen first={firstOf(smsLogList, rows)} holder={who} />, {
      'simMessage/query': () => ({ code: 200, data: pageOf(rows) }),
      'simMessage/resend': ({ body }) =>
        body.id === '1' ? { code: 409, message: '该短信不能重发', error: 'conflict' } : { code: 200 },
    });

  it('can be chosen only where one could be sent again', async () => {
    showAll();
    await answered();
    expect(
      screen
        .getAllByRole<HTMLInputElement>('checkbox', { name: /^选择 2026/ })
        .filter(({ disabled }) => !disabled)
        .map((box) => box.getAttribute('aria-label')),
    ).toEqual(['选择 2026-11-21 09:00:00', '选择 2026-11-21 09:04:00']);
  });

  it('is not offered without SIM_MESSAGE_WRITE', async () => {
    showAll(holder(0));
    await answered();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('asks how many, sends each, and says which were refused and why', async () => {
    const { asked } = showAll();
    await answered();
    await choose('09:00:00', '09:04:00');
    const bar = screen.getByRole('group', { name: '已选数据' });
    await userEvent.click(within(bar).getByRole('button', { name: '重发' }));
    const dialog = await screen.findByRole('alertdialog', { name: '重发短信' });
    expect(dialog).toHaveTextContent('将重新发送所选的 2 条短信。');
    await userEvent.click(within(dialog).getByRole('button', { name: '重发' }));
    expect(await screen.findByText('已重发 1 条，1 条未成功：该短信不能重发')).toBeInTheDocument();
    expect(asked('simMessage/resend')).toEqual([{ id: '1' }, { id: '5' }]);
    await waitFor(() => expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull());
  });
});

it('a unit is a link to the equipment list for those who may see it', async () => {
  show();
  await answered();
  expect(screen.getAllByRole('link', { name: '10100001' })[0]).toHaveAttribute('href', '/equipmentlist?key=10100001');
});

it('a unit is a plain number for those who may not', async () => {
  show(holder(0, 'SIM_MESSAGE_WRITE'));
  await answered();
  expect(screen.queryByRole('link', { name: '10100001' })).toBeNull();
  expect(screen.getAllByText('10100001').length).toBeGreaterThan(0);
});

it('says why a message was not sent, in the list and in its detail', async () => {
  show();
  expect(within(screen.getByRole('row', { name: /09:03:00/ })).getByText('没有手机号')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '查看：2026-11-21 09:03:00' }));
  expect(within(await screen.findByRole('dialog', { name: '短信详情' })).getByText('没有手机号')).toBeVisible();
});

it('asks for the last 7 days, newest first, and only digits for a phone', async () => {
  const { asked } = show();
  await userEvent.type(screen.getByRole('textbox', { name: '手机号' }), '138-1234 5678x9{Enter}');
  await waitFor(() => expect(asked('simMessage/query')).toHaveLength(1));
  const [{ startDate, endDate, phone, sortField, sortOrder } = {}] = asked('simMessage/query');
  expect([phone, sortField, sortOrder]).toEqual(['13812345678', 'createDate', 'desc']);
  expect((Date.parse(String(endDate)) - Date.parse(String(startDate))) / 86_400_000).toBe(6);
});
