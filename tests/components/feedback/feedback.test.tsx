import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FeedbackDialog } from '@/components/feedback/feedback-dialog';
import { feedbackList } from '@/components/feedback/feedback-list';
import { FeedbackListScreen } from '@/components/feedback/feedback-list-screen';
import type { FeedbackRow } from '@/lib/features/feedback/contract';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';
import { holder } from '@/tests/support/holder';

const rowOf = (state: FeedbackRow['state'], rest: Partial<FeedbackRow> = {}): FeedbackRow => ({
  feedbackId: `F-${state}`,
  type: 'problem',
  content: `异响${state}`,
  imageTotal: 0,
  username: 'customer1',
  nickName: '花园物业',
  phone: '13812345678',
  branchName: '上海分公司',
  projectNames: '滨江',
  source: 'Web',
  version: '1.2',
  createDate: '2026-11-20 09:00:00',
  state,
  overdue: false,
  assignee: null,
  handledDate: null,
  ...rest,
});
const ROWS = [rowOf('NEW', { overdue: true }), rowOf('REPLIED'), rowOf('CLOSED')];
const PICTURE = `${'a'.repeat(32)}.png`;
const detail = (row: FeedbackRow) => ({
  ...row,
  images: [PICTURE],
  thread: [
    {
      username: 'admin1',
      nickName: '客服',
      isAuthor: false,
      text: '已安排检查',
      images: [],
      createDate: '2026-11-20 10:00:00',
    },
  ],
});
const refused = (field: string, message: string) => ({
  code: 400,
  error: 'validation_failed',
  message,
  data: { fieldErrors: { [field]: message } },
});
const reading = Object.fromEntries(
  ROWS.map((row) => [`user/feedback/${row.feedbackId}`, () => ({ code: 200, data: detail(row) })]),
);

afterEach(() => jest.restoreAllMocks());

describe('the feedback of all users', () => {
  const show = (who = holder(0, 'USER_FEEDBACK_WRITE'), answers: Parameters<typeof renderList>[1] = {}) =>
    renderList(<FeedbackListScreen first={firstOf(feedbackList, ROWS)} holder={who} />, {
      'user/feedback/query': () => ({ code: 200, data: pageOf(ROWS) }),
      ...reading,
      ...answers,
    });
  const reply = async () => {
    await userEvent.click(screen.getByRole('button', { name: '回复：异响NEW' }));
    return screen.findByRole('dialog', { name: '回复反馈' });
  };

  it('is answered until it is closed, and only with the write right', async () => {
    show();
    await answered();
    expect(ROWS.map(({ feedbackId }) => actionsOf(new RegExp(feedbackId)))).toEqual([
      ['回复', '详情'],
      ['回复', '详情'],
      ['详情'],
    ]);
  });

  it('is only read without the write right; a branch is not asked for its branch', () => {
    show(holder(2, 'USER_FEEDBACK_READ'));
    expect(screen.queryByRole('button', { name: /^回复/ })).toBeNull();
    expect(screen.queryByRole('combobox', { name: '分公司' })).toBeNull();
  });

  it('is marked by a word when it waits too long', async () => {
    show();
    await answered();
    expect(within(screen.getByRole('row', { name: /F-NEW/ })).getByText('待处理 · 超时')).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /F-REPLIED/ })).getByText('已回复')).toBeInTheDocument();
  });

  it('its detail shows pictures and everything that was said, the author’s word first', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '详情：异响NEW' }));
    const said = await within(await screen.findByRole('dialog', { name: '反馈详情' })).findAllByRole('listitem');
    expect(said.map((item) => item.textContent)).toEqual([
      expect.stringContaining('提交人'),
      expect.stringContaining('已安排检查'),
    ]);
    expect(within(said[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', `/sms/file/view/${PICTURE}`);
  });

  it('an answer leaves "answered" unless something else is chosen; the list is read anew', async () => {
    const { asked } = show();
    const dialog = await reply();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^回复内容/ }), '已修复');
    await userEvent.click(within(dialog).getByRole('combobox', { name: '回复后状态' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['处理中', '已回复', '已关闭']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(dialog).getByRole('button', { name: '回复' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(asked('user/feedback/reply')).toEqual([
      { feedbackId: 'F-NEW', text: '已修复', state: 'REPLIED', assignee: '' },
    ]);
    await waitFor(() => expect(asked('user/feedback/query').length).toBeGreaterThan(0));
  });

  it('an unknown person to take care is said under the field', async () => {
    show(undefined, { 'user/feedback/reply': () => refused('assignee', '处理人不存在') });
    const dialog = await reply();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^回复内容/ }), '转交');
    await userEvent.type(within(dialog).getByRole('textbox', { name: '处理人' }), 'nobody');
    await userEvent.click(within(dialog).getByRole('button', { name: '回复' }));
    expect(await within(dialog).findByText('处理人不存在')).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: '处理人' })).toHaveValue('nobody');
  });
});

describe('one’s own feedback', () => {
  const show = (answers: Parameters<typeof renderList>[1] = {}) =>
    renderList(<FeedbackDialog phone="13812345678" onClose={() => undefined} />, {
      'user/feedback/query': () => ({ code: 200, data: pageOf(ROWS) }),
      ...reading,
      ...answers,
    });
  const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });
  const send = () => userEvent.click(screen.getByRole('button', { name: '提交' }));

  it('starts with the phone of the account; what the server refuses stands under its field', async () => {
    show({ 'user/feedback/save': () => refused('content', '反馈内容为5-200个字') });
    expect(screen.getByRole('textbox', { name: '联系电话' })).toHaveValue('13812345678');
    await userEvent.type(screen.getByRole('textbox', { name: /^反馈内容/ }), '短');
    await send();
    expect(await screen.findByText('反馈内容为5-200个字')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^反馈内容/ })).toHaveFocus());
  });

  it('is sent with its pictures and then stands among their own', async () => {
    const { asked } = show({ 'file/upload/sms/feedback': () => ({ code: 200, data: { path: PICTURE } }) });
    await userEvent.click(screen.getByRole('combobox', { name: /^反馈类型/ }));
    await userEvent.click(await screen.findByRole('option', { name: '服务投诉' }));
    await userEvent.type(screen.getByRole('textbox', { name: /^反馈内容/ }), '电梯异响三天了');
    await userEvent.upload(screen.getByLabelText('添加图片', { selector: 'input' }), file('a.png', 'image/png'));
    expect(await screen.findByRole('img', { name: '第 1 张图片' })).toBeInTheDocument();
    await send();
    expect(await screen.findByRole('button', { name: '查看反馈：异响NEW' })).toBeVisible();
    expect(asked('user/feedback/save')).toEqual([
      { type: 'complaint', content: '电梯异响三天了', phone: '13812345678', images: [PICTURE] },
    ]);
    expect(asked('user/feedback/query').at(-1)).toMatchObject({ own: true });
  });

  it('takes four pictures, none larger than 2 MB, and lets them go again', async () => {
    let count = 0;
    const { asked } = show({
      'file/upload/sms/feedback': () => ({ code: 200, data: { path: `${String((count += 1)).repeat(32)}.png` } }),
    });
    const input = () => screen.getByLabelText('添加图片', { selector: 'input' });
    await userEvent.upload(input(), file('big.png', 'image/png', 2 * 1024 * 1024 + 1));
    expect((await screen.findAllByText('最多4张，jpg或png，每张不超过2M')).length).toBe(2);
    expect(asked('file/upload/sms/feedback')).toEqual([]);
    for (let index = 1; index <= 4; index += 1) {
      await userEvent.upload(input(), file(`${index}.png`, 'image/png'));
      await screen.findByRole('img', { name: `第 ${index} 张图片` });
    }
    expect(screen.queryByRole('button', { name: /添加图片/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '删除第 2 张图片' }));
    expect(screen.getAllByRole('img')).toHaveLength(3);
    expect(screen.getByRole('button', { name: /添加图片/ })).toBeEnabled();
  });

  it('takes another word of its author until it is closed', async () => {
    const { asked } = show();
    await userEvent.click(screen.getByRole('tab', { name: '我的反馈' }));
    await userEvent.click(await screen.findByRole('button', { name: '查看反馈：异响CLOSED' }));
    expect(await screen.findByText('该反馈已关闭')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: '补充说明' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '返回列表' }));
    await userEvent.click(await screen.findByRole('button', { name: '查看反馈：异响REPLIED' }));
    await userEvent.type(await screen.findByRole('textbox', { name: '补充说明' }), '还在响，请再看看');
    await userEvent.click(screen.getByRole('button', { name: '发送' }));
    await waitFor(() =>
      expect(asked('user/feedback/save')).toEqual([
        { feedbackId: 'F-REPLIED', type: 'problem', content: '还在响，请再看看' },
      ]),
    );
    await waitFor(() => expect(screen.getByRole('textbox', { name: '补充说明' })).toHaveValue(''));
  });
});
