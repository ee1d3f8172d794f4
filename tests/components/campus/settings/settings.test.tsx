import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApplyCover } from '@/components/campus/wall/apply-cover';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { answerCalls, renderApp } from '../../support/render';
import type { Call } from '../../support/render';
import { renderWall, unit, wallData } from '../support/wall';

const UNITS = ['A', 'B', 'C'].map((no, position) => unit(no, 'EV', position));
const CONFIG = {
  campusView: { title: '滨江国际中心', logo: null, background: null, mute: 0, campusViewSize: 40 },
  equipmentList: UNITS,
};
type Answer = { code: number; message?: string; error?: string; data?: unknown };
type Answers = (call: Call) => Answer | Promise<Answer> | undefined;

function serve(answers: Answers = () => undefined): Call[] {
  return answerCalls(
    (call) =>
      answers(call) ??
      (call.path === 'campusview/query'
        ? { code: 200, data: CONFIG }
        : call.path === 'campusview/queryMapping'
          ? {
              code: 200,
              data: {
                total: 4,
                pages: 1,
                size: 15,
                current: 1,
                records: [...UNITS, unit('D')].map((entry) => ({ ...entry, checked: entry.equipmentNo !== 'D' })),
              },
            }
          : { code: 200, data: null }),
  );
}
async function openSettings(answers?: Answers) {
  const calls = serve(answers);
  renderApp(<ToastHost />);
  renderWall(wallData(UNITS), { authorities: ['CAMPUS_VIEW_READ', 'CAMPUS_VIEW_WRITE'] });
  await userEvent.click(screen.getByRole('button', { name: '大屏设置' }));
  const dialog = await screen.findByRole('dialog', { name: '大屏设置' });
  await within(dialog).findByRole('textbox', { name: /标题/ });
  return { calls, dialog: within(dialog) };
}
const saved = (calls: Call[]) =>
  calls.find(({ path }) => path === 'campusview/saveOrUpdate')?.body as
    | { campusView: object; equipmentList: { equipmentNo: string; equipmentNickName: string; position: number }[] }
    | undefined;
const file = (name: string, size: number) => new File([new Uint8Array(size)], name);

afterEach(() => jest.restoreAllMocks());

describe('the settings of the wall', () => {
  it('[CAMP-012] open from the settings icon with title, logo, background and alarm sound', async () => {
    const { dialog } = await openSettings();
    expect(dialog.getByRole('textbox', { name: /标题/ })).toHaveValue('滨江国际中心');
    expect(dialog.getByText('标志')).toBeInTheDocument();
    expect(dialog.getByText('背景图')).toBeInTheDocument();
    expect(dialog.getByRole('switch', { name: '报警提示音' })).not.toBeChecked();
  });

  it('have no icon without CAMPUS_VIEW_WRITE', () => {
    serve();
    renderWall(wallData(UNITS), { authorities: ['CAMPUS_VIEW_READ'] });
    expect(screen.queryByRole('button', { name: '大屏设置' })).toBeNull();
  });

  it('[CAMP-035] [CAMP-076] save title, pictures and the units in their order, and say 修改成功', async () => {
    const { calls, dialog } = await openSettings();
    await userEvent.clear(dialog.getByRole('textbox', { name: /标题/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /标题/ }), '新标题');
    await userEvent.click(await dialog.findByRole('checkbox', { name: /Unit D/ }));
    await userEvent.click(dialog.getByRole('button', { name: '移除 Unit A' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await screen.findByText('修改成功');
    expect(saved(calls)).toEqual({
      campusView: { title: '新标题', logo: null, background: null },
      equipmentList: ['B', 'C', 'D'].map((no, position) => ({
        equipmentNo: no,
        equipmentNickName: `Unit ${no}`,
        equipmentType: 'YAE_ELT',
        companyCode: '',
        position,
      })),
    });
  });

  it('[CAMP-075] [CAMP-036] a place beyond the list is its end, one before it its beginning', async () => {
    const { dialog } = await openSettings();
    const order = () =>
      [...dialog.getByTestId('chosen').querySelectorAll<HTMLElement>('[data-chosen]')].map((row) => row.dataset.chosen);
    const move = async (no: string, place: string) => {
      const field = dialog.getByRole('textbox', { name: `${no} 的顺序` });
      await userEvent.clear(field);
      await userEvent.type(field, place);
      fireEvent.blur(field);
    };
    await move('A', '99');
    expect(order()).toEqual(['B', 'C', 'A']);
    await move('C', '-5');
    expect(order()).toEqual(['C', 'B', 'A']);
    await move('A', '2');
    expect(order()).toEqual(['C', 'A', 'B']);
  });

  it('pages of the units to choose from end at the first and the last', async () => {
    const { calls, dialog } = await openSettings(({ path, body }) =>
      path === 'campusview/queryMapping'
        ? {
            code: 200,
            data: {
              total: 20,
              pages: 2,
              size: 15,
              current: body.pageIndex,
              records: [{ ...unit('D'), checked: false }],
            },
          }
        : undefined,
    );
    const available = within(dialog.getByRole('region', { name: '可选设备' }));
    const next = await available.findByRole('button', { name: '下一页' });
    const previous = available.getByRole('button', { name: '上一页' });
    expect(previous).toBeDisabled();
    await userEvent.click(next);
    await waitFor(() => expect(next).toBeDisabled());
    expect(previous).toBeEnabled();
    expect(calls.filter(({ path }) => path === 'campusview/queryMapping').at(-1)?.body).toMatchObject({ pageIndex: 2 });
  });

  it.each([
    ['CAMP-073', 'logo', 512 * 1024],
    ['CAMP-074', 'background', 2 * 1024 * 1024],
  ] as const)('[%s] the %s is a jpeg or png of at most %i bytes', async (_id, kind, limit) => {
    const { calls, dialog } = await openSettings((call) =>
      call.path === 'file/upload/sms/campus' ? { code: 200, data: { path: 'p.png' } } : undefined,
    );
    const choose = (chosen: File) =>
      fireEvent.change(dialog.getByTestId(`file-${kind}`), { target: { files: [chosen] } });
    const uploads = () => calls.filter(({ path }) => path === 'file/upload/sms/campus').length;
    URL.createObjectURL = () => 'blob:x';
    for (const wrong of [file('a.gif', 10), file('a.png', limit + 1), file('a.png.exe', 10)]) {
      choose(wrong);
      expect(await dialog.findByText('上传头像图片格式不支持!')).toBeInTheDocument();
    }
    expect(uploads()).toBe(0);
    choose(file('a.JPEG', limit));
    await waitFor(() => expect(uploads()).toBe(1));
    await waitFor(() => expect(dialog.queryByText('上传头像图片格式不支持!')).toBeNull());
  });

  const refusals = [
    [{ code: 403, error: 'access_denied', message: '没有权限' }, '您没有修改大屏设置的权限，请联系管理员'],
    [{ code: 511, error: 'no_object_permission', message: '您没有权限查看该设备' }, '您没有权限查看该设备'],
    [{ code: 500, error: 'server_error', message: '系统异常，请稍后重试' }, '系统异常，请稍后重试'],
  ] as const;
  it.each(refusals)('[CAMP-077] [CAMP-076] a refusal is shown and the dialog stays', async (refusal, text) => {
    const { dialog } = await openSettings((call) => (call.path === 'campusview/saveOrUpdate' ? refusal : undefined));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog', { name: '大屏设置' })).toBeInTheDocument();
  });

  it('say under the field that a title is needed', async () => {
    const { calls, dialog } = await openSettings();
    await userEvent.clear(dialog.getByRole('textbox', { name: /标题/ }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /标题/ })).toBeInvalid());
    expect(saved(calls)).toBeUndefined();
  });
});

describe('without the wall', () => {
  const page = (records: object[] = []) => ({
    code: 200,
    data: { total: records.length, pages: 1, size: 15, current: 1, records },
  });
  const open = async (answers: Answers = () => undefined) => {
    const calls = answerCalls(
      (call) =>
        answers(call) ??
        (call.path === 'userInfo/getUserInfo'
          ? { code: 200, data: { user: { phone: '13800000000' } } }
          : call.path === 'campusviewapply/queryApply'
            ? page()
            : { code: 200, data: { applyId: 'X' } }),
    );
    renderApp(
      <>
        <ToastHost />
        <ApplyCover />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: '在线申请' }));
    return { calls, dialog: within(await screen.findByRole('dialog')) };
  };
  const field = (dialog: ReturnType<typeof within>, name: RegExp) => dialog.getByRole('textbox', { name });
  const submit = (dialog: ReturnType<typeof within>) =>
    userEvent.click(dialog.getByRole('button', { name: '提交申请' }));

  it('[CAMP-002] [CAMP-010] [CAMP-064] [CAMP-065] [CAMP-071] the cover offers an application, prefilled, and sends it', async () => {
    const { calls, dialog } = await open();
    expect(screen.getByRole('dialog', { name: '申请开通综合监控大屏功能' })).toBeInTheDocument();
    await waitFor(() => expect(field(dialog, /联系电话/)).toHaveValue('13800000000'));
    expect(field(dialog, /申请说明/)).toHaveValue('申请开通综合监控功能');
    await userEvent.type(field(dialog, /提交人/), '王磊');
    await userEvent.type(field(dialog, /邮箱/), 'wang@example.com');
    await submit(dialog);
    await screen.findByText('申请已提交');
    expect(calls.find(({ path }) => path === 'campusviewapply/saveOrUpdateApply')?.body).toEqual({
      applyUsername: '王磊',
      applyPhone: '13800000000',
      description: '申请开通综合监控功能',
      email: 'wang@example.com',
    });
  });

  it('keeps what was typed before the phone of the account came', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const { dialog } = await open((call) =>
      call.path === 'userInfo/getUserInfo'
        ? asked.then(() => ({ code: 200, data: { user: { phone: '13800000000' } } }))
        : undefined,
    );
    await userEvent.type(field(dialog, /提交人/), '王磊');
    await act(async () => answer());
    await waitFor(() => expect(field(dialog, /联系电话/)).toHaveValue('13800000000'));
    expect(field(dialog, /提交人/)).toHaveValue('王磊');
  });

  it('[CAMP-066] [CAMP-067] [CAMP-068] [CAMP-069] shows the error under each invalid field', async () => {
    const { calls, dialog } = await open();
    for (const [name, value] of [
      [/联系电话/, '2380000000'],
      [/邮箱/, 'wang'],
    ] as const) {
      await userEvent.clear(field(dialog, name));
      await userEvent.type(field(dialog, name), value);
    }
    await userEvent.clear(field(dialog, /申请说明/));
    await submit(dialog);
    for (const text of ['提交人不能为空', '描述不能为空', '请输入正确手机号', '请输入正确的邮箱'])
      expect(await dialog.findByText(text)).toBeInTheDocument();
    expect(calls.some(({ path }) => path === 'campusviewapply/saveOrUpdateApply')).toBe(false);
    await userEvent.clear(field(dialog, /邮箱/));
    await waitFor(() => expect(dialog.queryByText('请输入正确的邮箱')).toBeNull());
  });

  it('[CAMP-070] takes at most 200 characters of phone and e-mail', async () => {
    const { dialog } = await open();
    for (const name of [/联系电话/, /邮箱/]) expect(field(dialog, name)).toHaveAttribute('maxlength', '200');
  });

  it('[CAMP-072] shows the message of the server when it refuses an application', async () => {
    const { dialog } = await open((call) =>
      call.path === 'campusviewapply/saveOrUpdateApply'
        ? { code: 409, error: 'conflict', message: '您已提交申请，请等待处理' }
        : undefined,
    );
    await userEvent.type(field(dialog, /提交人/), '王磊');
    await submit(dialog);
    expect(await screen.findByText('您已提交申请，请等待处理')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('[CAMP-011] says to contact sales or apply online, and that an application is in progress', async () => {
    answerCalls(() => page());
    const { unmount } = renderApp(<ApplyCover />);
    expect(screen.getByText('请联系销售人员开通综合监控大屏功能，或在线申请。')).toBeInTheDocument();
    unmount();
    jest.restoreAllMocks();
    answerCalls(() => page([{ status: 'CONTACTED' }]));
    renderApp(<ApplyCover />);
    expect(await screen.findByText('申请处理中')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '在线申请' })).toBeNull();
  });
});
