import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { projectList } from '@/components/projects/project-list';
import { ProjectListScreen } from '@/components/projects/project-list-screen';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { ProjectRow } from '@/lib/features/projects/contract';
import { answerCalls, renderApp } from '../support/render';
import type { Call } from '../support/render';
import { holder } from '@/tests/support/holder';
import type { Holder } from '@/lib/platform/contract/authorities';

const own: ProjectRow = {
  projectId: 'P-1',
  branchCode: 'B01',
  branchName: '上海分公司',
  projectName: '静安中心',
  mobile: '13800000000',
  email: null,
  address: '南京西路1号',
  autoCreate: '0',
  tplnr: null,
  installStatus: 'partial',
  usernames: 'abcdefghij',
  equipmentTotal: 3,
  isMessage: '0',
  createBy: 'admin',
  createDate: '2026-01-05 09:00:00',
};
const sap: ProjectRow = {
  ...own,
  projectId: 'S-1',
  projectName: '万达',
  autoCreate: '1',
  tplnr: 'CN-1',
  installStatus: 'all',
  usernames: 'abcdefghijk',
  equipmentTotal: 0,
};
const unit = (equipmentNo: string) => ({
  equipmentNo,
  cubeNo: `EC-${equipmentNo}`,
  equipmentType: 'YAE_ESC',
  productLine: 'VERTA',
  equipmentName: `${equipmentNo}号梯`,
  buildingName: null,
});
const branch = (code: string, name: string) => ({
  branchCode: code,
  branchId: code,
  branchName: name,
  branchFullName: name,
  id: code,
  code,
  name,
});
const pageOf = (records: unknown[]) => ({ total: records.length, pages: 1, size: 15, current: 1, records });
type Answer = (call: Call) => { code: number; data?: unknown; message?: string; error?: string } | undefined;

function show({ who = holder(0, 'PROJECT_READ', 'PROJECT_WRITE'), answer }: { who?: Holder; answer?: Answer } = {}) {
  const calls = answerCalls(
    (call) =>
      answer?.(call) ?? {
        code: 200,
        data:
          call.path === 'project/query'
            ? pageOf([own, sap])
            : call.path.startsWith('branch/')
              ? pageOf([branch('B01', '上海分公司'), branch('B02', '北京分公司')])
              : call.path === 'projectEquipmentMapping/query'
                ? pageOf([unit('E-1'), unit('E-2')])
                : null,
      },
  );
  const first = firstPage(listInput(projectList, readListState(projectList, {})), { total: 2, records: [own, sap] });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <ProjectListScreen first={first} holder={who} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
const cell = (id: string, field: string) => document.querySelector(`[data-row="${id}"] [data-field="${field}"]`);
const bodyOf = (calls: Call[], path: string) => calls.filter((call) => call.path === path).at(-1)?.body;

beforeEach(() => localStorage.clear());
afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

describe('the project list', () => {
  it('[BRANCH-005] shows the escalator error message when the search is denied', async () => {
    show({
      answer: ({ path }) =>
        path === 'project/query' ? { code: 403, error: 'access_denied', message: '没有权限' } : undefined,
    });
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await userEvent.type(screen.getByRole('textbox', { name: '项目名称' }), '静安{Enter}');
    expect(await screen.findByText('暂无权限，请联系管理员')).toBeVisible();
    expect(screen.queryByText('没有权限')).toBeNull();
  });
  it('[PROJ-001] [PROJ-004] has its title and its columns in the order of the specification', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('项目档案');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '分公司',
      '项目名称',
      '功能位置',
      '盒子安装',
      '关联账号',
      '设备数',
      '操作',
    ]);
  });
  it('[PROJ-005] [PROJ-007] marks projects of SAP and says how many boxes there are', () => {
    show();
    expect(cell('S-1', 'projectName')).toHaveTextContent('SAP万达');
    expect(cell('P-1', 'projectName')).toHaveTextContent(/^静安中心$/);
    expect([cell('S-1', 'installStatus')?.textContent, cell('P-1', 'installStatus')?.textContent]).toEqual([
      '全部',
      '部分',
    ]);
  });
  it('[PROJ-006] cuts accounts longer than 10 characters to 9 and an ellipsis, the whole in a tooltip', async () => {
    show();
    expect(cell('P-1', 'usernames')).toHaveTextContent('abcdefghij');
    expect(cell('S-1', 'usernames')).toHaveTextContent(/^abcdefghi…$/);
    await userEvent.hover(within(cell('S-1', 'usernames') as HTMLElement).getByText('abcdefghi…'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('abcdefghijk');
  });
  it('[PROJ-002] [CONV-013] is narrowed by branches looked up by name, equipment, external accounts and a keyword', async () => {
    const calls = show();
    await userEvent.type(screen.getByRole('combobox', { name: '所属分公司' }), '北京');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.click(screen.getByRole('option', { name: /北京分公司/ }));
    await userEvent.keyboard('{Escape}');
    for (const [name, choices, chosen] of [
      ['设备数', ['全部', '无设备', '有设备'], '有设备'],
      ['外部账号', ['全部', '无', '有'], '无'],
    ] as const) {
      await userEvent.click(screen.getByRole('combobox', { name }));
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([...choices]);
      await userEvent.click(screen.getByRole('option', { name: chosen }));
    }
    await userEvent.type(screen.getByRole('textbox', { name: '项目名称' }), '中心{Enter}');
    await waitFor(() =>
      expect(bodyOf(calls, 'project/query')).toMatchObject({
        branchCode: 'B02',
        haveEquipment: 1,
        externalAccount: 1,
        projectName: '中心',
      }),
    );
    expect(calls.filter(({ path }) => path === 'branch/search').map(({ body }) => body)).toEqual([
      { pageIndex: 1, pageSize: 1000 },
    ]);
  });
  it('[PROJ-002] [PROJ-003] branch filter and adding are the head office’s; searching and exporting everybody’s', () => {
    show({ who: holder(2, 'PROJECT_READ', 'PROJECT_WRITE') });
    expect(screen.queryByRole('combobox', { name: '所属分公司' })).toBeNull();
    expect(screen.queryByRole('button', { name: '新增' })).toBeNull();
    for (const name of ['查询', '导出']) expect(screen.getByRole('button', { name })).toBeEnabled();
  });
  it('[PROJ-003] has search, add and export for the head office', () => {
    show();
    for (const name of ['查询', '新增', '导出']) expect(screen.getByRole('button', { name })).toBeEnabled();
  });
  it('[PROJ-008] update and delete need the write authority and are hidden for rows of SAP', () => {
    show();
    expect(
      screen.getAllByRole('button', { name: /^(修改|删除) / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['修改 静安中心']);
    expect(
      screen.getAllByRole('button', { name: /的更多操作$/ }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['静安中心 的更多操作']);
  });
  it('[PROJ-008] without the write authority there are none', () => {
    show({ who: holder(0, 'PROJECT_READ') });
    expect(screen.queryByRole('button', { name: /^(修改|删除) / })).toBeNull();
  });
  it('[PROJ-021] exports with the filters and the order of the list', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'project/download'
          ? { code: 429, error: 'rate_limited', message: '操作过于频繁，请稍后再试' }
          : undefined,
    });
    await userEvent.type(screen.getByRole('textbox', { name: '项目名称' }), '中心{Enter}');
    await waitFor(() => expect(bodyOf(calls, 'project/query')).toMatchObject({ projectName: '中心' }));
    await userEvent.click(screen.getByRole('button', { name: '导出' }));
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeInTheDocument();
    expect(bodyOf(calls, 'project/download')).toEqual({
      projectName: '中心',
      sortField: 'CreatedTime',
      sortOrder: 'asc',
    });
  });
});

describe('the project dialog', () => {
  it('[PROJ-010] [PROJ-013] [PROJ-014] [PROJ-015] [PROJ-016] [PROJ-017] asks for branch, name, phone, mail and address, and says what is wrong', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '新增' }));
    const dialog = screen.getByRole('dialog', { name: '新增项目' });
    const fields = within(dialog);
    await userEvent.type(fields.getByRole('textbox', { name: '手机号' }), '1234');
    await userEvent.type(fields.getByRole('textbox', { name: '邮箱' }), 'nobody');
    await userEvent.click(fields.getByRole('button', { name: '保存' }));
    for (const text of ['请选择项目所属分公司', '请输入项目名称', '请输入正确手机号', '邮箱格式不正确', '请输入地址'])
      expect(await fields.findByText(text)).toBeVisible();
    expect(bodyOf(calls, 'project/saveOrUpdate')).toBeUndefined();

    await userEvent.click(fields.getByRole('combobox', { name: /所属分公司/ }));
    await userEvent.click(await screen.findByRole('option', { name: /北京分公司/ }));
    await userEvent.type(fields.getByRole('textbox', { name: /项目名称/ }), ' 新项目 ');
    await userEvent.clear(fields.getByRole('textbox', { name: '手机号' }));
    await userEvent.clear(fields.getByRole('textbox', { name: '邮箱' }));
    await userEvent.type(fields.getByRole('textbox', { name: /地址/ }), '路1号');
    await userEvent.click(fields.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(bodyOf(calls, 'project/saveOrUpdate')).toEqual({
      branchCode: 'B02',
      projectName: '新项目',
      mobile: '',
      email: '',
      address: '路1号',
      isMessage: '0',
    });
  });
  it('[PROJ-011] branch and name are fixed when editing', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '修改 静安中心' }));
    const fields = within(screen.getByRole('dialog', { name: '修改项目' }));
    expect(fields.getByRole('combobox', { name: /所属分公司/ })).toBeDisabled();
    expect(fields.getByRole('combobox', { name: /所属分公司/ })).toHaveValue('上海分公司');
    expect(fields.getByRole('textbox', { name: /项目名称/ })).toBeDisabled();
    await userEvent.type(fields.getByRole('textbox', { name: /地址/ }), 'B座{Enter}');
    await screen.findByText('操作成功');
    expect(bodyOf(calls, 'project/saveOrUpdate')).toMatchObject({ projectId: 'P-1', address: '南京西路1号B座' });
  });
  it('[PROJ-018] takes at most 200 characters, a phone 11', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '新增' }));
    const limit = (name: RegExp | string) =>
      within(screen.getByRole('dialog')).getByRole('textbox', { name }).getAttribute('maxlength');
    expect([limit(/项目名称/), limit(/地址/), limit('手机号')]).toEqual(['200', '200', '11']);
  });
  it('[PROJ-019] shows the server’s message when saving fails, and stays open', async () => {
    show({
      answer: ({ path }) =>
        path === 'project/saveOrUpdate'
          ? { code: 511, error: 'no_object_permission', message: '您没有权限查看该数据' }
          : undefined,
    });
    await userEvent.click(screen.getByRole('button', { name: '修改 静安中心' }));
    await userEvent.type(screen.getByRole('textbox', { name: /地址/ }), 'x{Enter}');
    expect(await screen.findByText('您没有权限查看该数据')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });
  it('[PROJ-020] [CONV-018] deleting names the project, and an error is shown', async () => {
    show({
      answer: ({ path }) =>
        path === 'project/P-1' ? { code: 404, error: 'not_found', message: '数据不存在' } : undefined,
    });
    await userEvent.click(screen.getByRole('button', { name: '静安中心 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('静安中心');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '删除' }));
    expect(await screen.findByText('数据不存在')).toBeInTheDocument();
  });
});

describe('the units of a project', () => {
  const open = async (name = '静安中心 的设备（3 台）') => {
    await userEvent.click(screen.getByRole('button', { name }));
    return screen.findByRole('dialog', { name: /的设备$/ });
  };
  it('[PROJ-009] [PROJ-030] open from the count and show what pickers show; the head office may change them', async () => {
    const calls = show();
    const dialog = await open();
    expect((await within(dialog).findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
      '设备名称',
      '设备号',
      '盒子号',
      '梯型',
      '产品线',
      '楼宇',
      '操作',
    ]);
    expect(within(dialog).getByRole('row', { name: /E-1号梯 E-1 EC-E-1 扶梯 VERTA --/ })).toBeInTheDocument();
    expect(bodyOf(calls, 'projectEquipmentMapping/query')).toMatchObject({
      projectId: 'P-1',
      pageIndex: 1,
      pageSize: 15,
    });
    for (const name of ['添加', '批量添加']) expect(within(dialog).getByRole('button', { name })).toBeEnabled();
  });
  it.each([
    ['a branch', { who: holder(2, 'PROJECT_READ', 'PROJECT_WRITE') }, '静安中心 的设备（3 台）'],
    ['a project of SAP', {}, '万达 的设备（0 台）'],
    ['a reader', { who: holder(0, 'PROJECT_READ') }, '静安中心 的设备（3 台）'],
  ])('[PROJ-009] are read-only for %s', async (_who, rights, name) => {
    show(rights);
    const dialog = await open(name);
    await within(dialog).findByRole('table');
    expect(within(dialog).queryByRole('button', { name: /添加|移除/ })).toBeNull();
  });
  it('one is taken out after a question that names it', async () => {
    const calls = show({
      answer: ({ path }) =>
        path.startsWith('projectEquipmentMapping/delete') ? { code: 200, data: { removed: 1 } } : undefined,
    });
    const dialog = await open();
    await userEvent.click(await within(dialog).findByRole('button', { name: '移除 E-2号梯' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('E-2号梯');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '移除' }));
    await screen.findByText('操作成功');
    expect(bodyOf(calls, 'projectEquipmentMapping/delete')).toEqual({ projectId: 'P-1', equipmentNoList: ['E-2'] });
  });

  const batch = async () => {
    await userEvent.click(within(await open()).getByRole('button', { name: '批量添加' }));
    return screen.findByRole('dialog', { name: '批量添加设备' });
  };
  it('[PROJ-031] batch add needs text, splits it, shows what was found and what not, then adds', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'equipment/queryByNos'
          ? { code: 200, data: { total: 2, records: [unit('N-1'), unit('N-2')], missing: ['N-9'] } }
          : path === 'projectEquipmentMapping/saveOrUpdate'
            ? { code: 200, data: { added: 2, existing: 0 } }
            : undefined,
    });
    const dialog = await batch();
    await userEvent.click(within(dialog).getByRole('button', { name: '查找' }));
    expect(await within(dialog).findByText('请输入批量数据')).toBeVisible();
    expect(bodyOf(calls, 'equipment/queryByNos')).toBeUndefined();
    await userEvent.click(within(dialog).getByRole('textbox', { name: /批量数据/ }));
    await userEvent.paste('N-1 N-2\nN-9，N-1');
    await userEvent.click(within(dialog).getByRole('button', { name: '查找' }));
    expect(await within(dialog).findByText('找到 2 台')).toBeVisible();
    expect(within(dialog).getByText(/未找到 1 个/)).toHaveTextContent('N-9');
    expect(bodyOf(calls, 'equipment/queryByNos')).toEqual({ equipNoList: ['N-1', 'N-2', 'N-9'], branchCode: 'B01' });
    await userEvent.click(within(dialog).getByRole('button', { name: '添加 2 台' }));
    expect(await screen.findByText('已添加 2 台，原有 0 台')).toBeInTheDocument();
    expect(bodyOf(calls, 'projectEquipmentMapping/saveOrUpdate')).toEqual({
      projectId: 'P-1',
      equipmentNoList: ['N-1', 'N-2'],
    });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '批量添加设备' })).toBeNull());
  });
  it('takes cube numbers as well (readings 19), and says when nothing was found', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'equipment/queryByNos' ? { code: 200, data: { total: 0, records: [], missing: ['EC-9'] } } : undefined,
    });
    const dialog = await batch();
    await userEvent.click(within(dialog).getByRole('radio', { name: '盒子号' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /批量数据/ }), 'EC-9');
    await userEvent.click(within(dialog).getByRole('button', { name: '查找' }));
    expect(await within(dialog).findByText('没有找到任何设备')).toBeVisible();
    expect(bodyOf(calls, 'equipment/queryByNos')).toEqual({ cubeNoList: ['EC-9'], branchCode: 'B01' });
  });
});

describe('importing SAP projects', () => {
  const choose = async (text: string | Uint8Array<ArrayBuffer>) => {
    await userEvent.click(screen.getByRole('button', { name: '导入' }));
    const dialog = screen.getByRole('dialog', { name: '导入SAP项目' });
    const file = new File([text], 'sap.csv', { type: 'text/csv' });
    // jsdom's File reads no bytes.
    Object.defineProperty(file, 'arrayBuffer', {
      value: async () => (typeof text === 'string' ? new TextEncoder().encode(text).buffer : text.buffer),
    });
    await userEvent.upload(within(dialog).getByLabelText('选择文件'), file);
    await within(dialog).findByText(/已选择 sap.csv/);
    return dialog;
  };
  it('sends the text, GBK too, and says what was done', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'project/import'
          ? { code: 200, data: { created: 1, updated: 2, unchanged: 3, failedTotal: 0, failed: [] } }
          : undefined,
    });
    // "名" in GBK.
    const dialog = await choose(new Uint8Array([0x61, 0x0a, 0xc3, 0xfb]));
    await userEvent.click(within(dialog).getByRole('button', { name: '导入' }));
    expect(await screen.findByText('新增 1 个，更新 2 个，未变化 3 个')).toBeInTheDocument();
    expect(bodyOf(calls, 'project/import')).toEqual({ csv: 'a\n名' });
  });
  it('names the lines that are wrong and stays open', async () => {
    show({
      answer: ({ path }) =>
        path === 'project/import'
          ? {
              code: 200,
              data: {
                created: 0,
                updated: 0,
                unchanged: 0,
                failedTotal: 201,
                failed: [{ line: 3, message: '分公司B99不存在' }],
              },
            }
          : undefined,
    });
    const dialog = await choose('projectId\nx');
    await userEvent.click(within(dialog).getByRole('button', { name: '导入' }));
    expect(await within(dialog).findByText(/未导入任何数据，请修正以下 201 处/)).toBeVisible();
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('第 3 行分公司B99不存在');
    expect(within(dialog).getByText('…… 以及另外 200 处')).toBeVisible();
  });
  it('asks for a file first', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '导入' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '导入' }));
    expect(await screen.findByText('请选择文件')).toBeInTheDocument();
    expect(bodyOf(calls, 'project/import')).toBeUndefined();
  });
  it('is the head office’s alone', () => {
    show({ who: holder(2, 'PROJECT_READ', 'PROJECT_WRITE') });
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull();
  });
});
