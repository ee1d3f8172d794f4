import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { announcementList } from '@/components/announcements/lists';
import { ManageScreen } from '@/components/announcements/manage-screen';
import { PublishDialog } from '@/components/announcements/publish-dialog';
import { ReadersDialog } from '@/components/announcements/readers-dialog';
import type { AnnouncementEdit } from '@/lib/features/announcements/contract';
import type { AnnouncementState } from '@/lib/features/announcements/value-sets';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

/** What editors do (silent-screens C, readings 104). */

const rowOf = (state: AnnouncementState, rest: Partial<AnnouncementEdit> = {}): AnnouncementEdit => ({
  id: `A-${state}`,
  title: `标题${state}`,
  message: '<p>正文</p>',
  createDate: '2026-11-20 09:00:00',
  receivingMethod: 1,
  readStatus: 0,
  publishDate: state === 'DRAFT' ? null : '2026-11-21 09:00:00',
  pinned: false,
  mustRead: false,
  state,
  titleEn: null,
  messageEn: null,
  audience: { kind: 'branch', values: ['3101'] },
  audienceNames: ['上海分公司'],
  validTo: null,
  readTotal: 128,
  audienceTotal: 340,
  createBy: 'hq_admin',
  ...rest,
});
const STATES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN'] as const;
const ROWS = STATES.map((state) => rowOf(state));
const EDITOR = holder(0, 'ANNOUNCEMENT_READ', 'ANNOUNCEMENT_WRITE', 'PROJECT_READ');

const show = (answers: Parameters<typeof renderList>[1] = {}, who = EDITOR) =>
  renderList(<ManageScreen first={firstOf(announcementList, ROWS)} holder={who} />, {
    'announcement/query': () => ({ code: 200, data: pageOf(ROWS) }),
    'announcement/saveOrUpdate': () => ({ code: 200, data: { id: 'A-new' } }),
    'branch/getListByUserType': () => ({
      code: 200,
      data: pageOf([{ branchCode: '3101', branchName: '上海分公司' }]),
    }),
    ...answers,
  });

// jsdom lays nothing out: what ProseMirror measures is everywhere and nowhere.
beforeAll(() => {
  const nothing = { x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) };
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => nothing;
  document.elementFromPoint = () => null;
});
afterEach(() => jest.restoreAllMocks());

const paste = (field: HTMLElement, html: string) =>
  fireEvent.paste(field, {
    clipboardData: {
      files: [],
      items: [],
      types: ['text/html'],
      getData: (type: string) => (type === 'text/html' ? html : ''),
    },
  });
const openNew = async () => {
  await userEvent.click(screen.getByRole('button', { name: '新建公告' }));
  return screen.findByRole('dialog', { name: '新建公告' });
};
const save = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: '保存' }));

it('shows state, audience, plan and how many have read it, and offers what the state allows', () => {
  show();
  expect(actionsOf(/标题DRAFT/)).toEqual(expect.arrayContaining(['编辑', '发布', '预览']));
  expect(actionsOf(/标题PUBLISHED/)).toEqual(expect.arrayContaining(['预览', '阅读明细']));
  for (const state of ['PUBLISHED', 'EXPIRED', 'WITHDRAWN'] as const) {
    expect(actionsOf(new RegExp(`标题${state}`))).not.toContain('编辑');
    expect(actionsOf(new RegExp(`标题${state}`))).not.toContain('发布');
  }
  const row = screen.getByRole('row', { name: /标题PUBLISHED/ });
  for (const word of ['全平台', '上海分公司', '已发布', '128/340'])
    expect(within(row).getByText(word)).toBeInTheDocument();
});

it('names its order by creation in words', () => {
  show();
  expect(screen.getByText('按创建时间降序')).toBeInTheDocument();
});

it('asks for what is missing before anything is sent', async () => {
  const { asked } = show();
  const dialog = await openNew();
  await save(dialog);
  expect(await within(dialog).findByText('请输入标题')).toBeInTheDocument();
  expect(within(dialog).getByText('请输入内容')).toBeInTheDocument();
  expect(asked('announcement/saveOrUpdate')).toEqual([]);
});

it('writes with bold, lists, headings, tables and links; what is pasted loses what is not offered', async () => {
  const { asked } = show();
  const dialog = await openNew();
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^标题/ }), ' 春节安排 ');
  const editor = within(dialog).getByRole('textbox', { name: /^内容/ });
  paste(
    editor,
    '<h2>时间</h2><p style="color:red" onclick="x()"><b>照常</b> <a href="https://example.com/a">详情</a><a href="javascript:x()">坏</a></p><ul><li>一</li></ul>' +
      '<table><tbody><tr><td>甲</td></tr></tbody></table><img src="https://example.com/x.png"><script>x()</script>',
  );
  await save(dialog);
  await waitFor(() => expect(asked('announcement/saveOrUpdate')).toHaveLength(1));
  const [sent] = asked('announcement/saveOrUpdate') as [Record<string, string>];
  expect(sent).toMatchObject({ title: '春节安排', receivingMethod: 1, audience: { kind: 'all', values: [] } });
  const { message = '' } = sent;
  for (const part of [
    '<h2>时间</h2>',
    '<strong>照常</strong>',
    'href="https://example.com/a"',
    '<li><p>一</p></li>',
    '<td',
  ])
    expect(message).toContain(part);
  for (const part of ['style="color', 'onclick', 'javascript:', 'example.com/x.png', '<script'])
    expect(message).not.toContain(part);
  await answered();
}, 60_000);

it('inserts a table by its tool, and tells which tools hold at the cursor', async () => {
  show();
  const dialog = await openNew();
  const tools = within(dialog).getByRole('toolbar', { name: '内容格式' });
  await userEvent.click(within(tools).getByRole('button', { name: '插入表格' }));
  const editor = within(dialog).getByRole('textbox', { name: /^内容/ });
  await waitFor(() => expect(editor.querySelectorAll('tr')).toHaveLength(3));
  await userEvent.click(within(tools).getByRole('button', { name: '加一行' }));
  await waitFor(() => expect(editor.querySelectorAll('tr')).toHaveLength(4));
  const bold = within(tools).getByRole('button', { name: '加粗' });
  expect(bold).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(bold);
  await waitFor(() => expect(bold).toHaveAttribute('aria-pressed', 'true'));
}, 60_000);

it('sends a picture in and shows it by its own address; a wrong one is refused before it is sent', async () => {
  const { calls } = show({
    'file/upload/sms/announcement': () => ({ code: 200, data: { path: `${'a'.repeat(32)}.png` } }),
  });
  const dialog = await openNew();
  const field = within(dialog).getByLabelText('内容: 插入图片');
  await userEvent.upload(field, new File(['x'], 'notes.pdf', { type: 'application/pdf' }), { applyAccept: false });
  expect(await screen.findByText('请选择2M以内的jpg或png图片')).toBeInTheDocument();
  expect(calls.filter(({ path }) => path.startsWith('file/'))).toEqual([]);
  await userEvent.upload(field, new File(['x'], 'plan.png', { type: 'image/png' }));
  const editor = within(dialog).getByRole('textbox', { name: /^内容/ });
  await waitFor(() =>
    expect(editor.querySelector('img')).toHaveAttribute('src', `/sms/file/view/${'a'.repeat(32)}.png`),
  );
}, 60_000);

it('takes one picture at a time', async () => {
  let finish = (_: { code: number; data: unknown }) => {};
  show({ 'file/upload/sms/announcement': () => new Promise((resolve) => (finish = resolve)) });
  const dialog = await openNew();
  const image = within(dialog).getAllByRole('button', { name: '插入图片' })[0] as HTMLElement;
  await userEvent.upload(
    within(dialog).getByLabelText('内容: 插入图片'),
    new File(['x'], 'plan.png', { type: 'image/png' }),
  );
  expect(await within(dialog).findByText('正在上传…')).toBeInTheDocument();
  expect(image).toBeDisabled();
  await act(async () => finish({ code: 200, data: { path: `${'a'.repeat(32)}.png` } }));
  await waitFor(() => expect(image).toBeEnabled());
}, 60_000);

it('cannot be saved twice while the first answer is awaited', async () => {
  let finish = (_: { code: number; data: unknown }) => {};
  const { asked } = show({ 'announcement/saveOrUpdate': () => new Promise((resolve) => (finish = resolve)) });
  const dialog = await openNew();
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^标题/ }), '春节安排');
  paste(within(dialog).getByRole('textbox', { name: /^内容/ }), '<p>照常</p>');
  const publish = within(dialog).getByRole('button', { name: '保存并发布…' });
  await userEvent.click(publish);
  await waitFor(() => expect(asked('announcement/saveOrUpdate')).toHaveLength(1));
  expect(publish).toBeDisabled();
  await act(async () => finish({ code: 200, data: { id: 'A-new' } }));
  expect(await screen.findByRole('dialog', { name: '发布公告' })).toBeInTheDocument();
}, 60_000);

it('an editor of a branch is told that their own scope is reached, and is not offered head office', async () => {
  show({}, holder(2, 'ANNOUNCEMENT_READ', 'ANNOUNCEMENT_WRITE', 'PROJECT_READ'));
  const dialog = await openNew();
  expect(within(dialog).getByText('仅送达您管理范围内的用户')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^接收对象/ }));
  await userEvent.click(await screen.findByRole('option', { name: '按用户类型' }));
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^用户类型/ }));
  const types = within(await screen.findByRole('listbox', { name: /^用户类型/ })).getAllByRole('option');
  expect(types.map(({ textContent }) => textContent)).toEqual(['项目用户', '分公司用户']);
}, 60_000);

it('copies a published one as a new one, whole', async () => {
  const { asked } = show();
  const row = screen.getByRole('row', { name: /标题PUBLISHED/ });
  await userEvent.click(within(row).getByRole('button', { name: /标题PUBLISHED.*更多|更多.*标题PUBLISHED/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '复制' }));
  const dialog = await screen.findByRole('dialog', { name: '复制公告' });
  await save(dialog);
  await waitFor(() => expect(asked('announcement/saveOrUpdate')).toHaveLength(1));
  expect(asked('announcement/saveOrUpdate')[0]).toMatchObject({
    title: '标题PUBLISHED',
    message: '<p>正文</p>',
    audience: { kind: 'branch', values: ['3101'] },
  });
  expect(asked('announcement/saveOrUpdate')[0]).not.toHaveProperty('id');
}, 60_000);

it('publishes now, or as planned; what the server refuses stands under the field', async () => {
  const refusal = '发布时间须晚于当前时间5分钟';
  const onDone = jest.fn();
  const { asked } = renderList(<PublishDialog row={rowOf('DRAFT')} onDone={onDone} onClose={jest.fn()} />, {
    'announcement/publish': ({ body }) =>
      body.publishDate
        ? { code: 400, error: 'validation_failed', message: refusal, data: { fieldErrors: { publishDate: refusal } } }
        : { code: 200, data: null },
  });
  const dialog = await screen.findByRole('dialog', { name: '发布公告' });
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^发布时间/ }));
  await userEvent.click(await screen.findByRole('option', { name: '定时发布' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '发布' }));
  expect(await within(dialog).findByText('请选择计划发布时间')).toBeInTheDocument();
  fireEvent.change(within(dialog).getByLabelText(/^计划发布时间/), { target: { value: '2026-11-22T10:00' } });
  await userEvent.click(within(dialog).getByRole('button', { name: '发布' }));
  expect(await within(dialog).findByText(refusal)).toBeInTheDocument();
  expect(asked('announcement/publish')).toEqual([{ id: 'A-DRAFT', publishDate: '2026-11-22 10:00:00' }]);
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^发布时间/ }));
  await userEvent.click(await screen.findByRole('option', { name: '立即发布' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '发布' }));
  expect(await screen.findByText('公告已发布')).toBeInTheDocument();
  expect(onDone).toHaveBeenCalledTimes(1);
}, 60_000);

it('says who has read it and how many might', async () => {
  renderList(<ReadersDialog row={rowOf('PUBLISHED')} onClose={jest.fn()} />, {
    'announcement/readers': () => ({
      code: 200,
      data: pageOf([{ username: 'customer1', nickName: '花园物业', readDate: '2026-11-21 10:00:00' }]),
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: '阅读明细：标题PUBLISHED' });
  expect(await within(dialog).findByText('已读 1 / 应读 340')).toBeInTheDocument();
  expect(within(dialog).getByRole('cell', { name: '花园物业' })).toBeInTheDocument();
});
