import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReportProjectsScreen } from '@/components/health-report/project-list-screen';
import { reportProjects } from '@/components/health-report/report-projects';
import { usualMonths } from '@/lib/features/health-report/shared/report-days';
import { downloadSms, SmsError } from '@/lib/platform/client/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

jest.mock('@/lib/platform/client/client', () => ({
  ...jest.requireActual<object>('@/lib/platform/client/client'),
  downloadSms: jest.fn(),
}));
const download = jest.mocked(downloadSms);

const ROWS = Array.from({ length: 16 }, (_, index) => ({
  projectId: `P-${index}`,
  projectName: `项目${index}号`,
  address: '1 Road',
  branchName: '上海',
}));
const LIST = 'report/getProjectListByUser';
const CHECK = 'report/getEquipmentCounts';
const MAIL = 'health/pdf/sendEmailByProjects';
const MONTHS = usualMonths(formatDate(Date.now()));
const FIRST_DAY = `${MONTHS.startDate}-01`;

const show = (userType: 0 | 1 | 2 = 0, answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(
    <ReportProjectsScreen first={firstOf(reportProjects, ROWS)} holder={holder(userType, 'HEALTHREPORT_READ')} />,
    {
      [LIST]: () => ({ code: 200, data: pageOf(ROWS) }),
      [CHECK]: () => ({ code: 200, data: { equipmentTotal: 3 } }),
      [MAIL]: () => ({ code: 200, data: null }),
      ...answers,
    },
  );
const choose = async (name: string) => userEvent.click(screen.getByRole('checkbox', { name: `选择 ${name}` }));
const act = async (way: string) => {
  await userEvent.click(screen.getAllByRole('button', { name: '所选报告' })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: way }));
};

beforeEach(() => download.mockReset());
afterEach(() => jest.restoreAllMocks());

it('[NAV-046][HEALTH-026][HEALTH-028] is called as the document says; a row leads to its preview, its file and its e-mail', async () => {
  show();
  await answered();
  expect(screen.getByRole('heading', { name: '项目列表(可多选)' })).toBeVisible();
  const row = screen.getByRole('row', { name: /项目3号/ });
  const preview = within(row).getByRole('link', { name: '预览：项目3号' });
  expect(preview).toHaveAttribute('target', '_blank');
  const address = new URL(preview.getAttribute('href') ?? '', 'http://x');
  expect(address.pathname).toBe('/detail/healthReport');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    projectId: 'P-3',
    startDate: FIRST_DAY,
    endDate: expect.stringContaining(`${MONTHS.endDate}-`),
  });
  expect(actionsOf(/项目3号/)).toEqual(['下载', '发送邮件']);
});

it('[HEALTH-020][API-090] a row downloads its PDF with the days as the contract writes them; a failed one says why and can be tried again', async () => {
  show();
  await answered();
  download.mockRejectedValueOnce(new SmsError(503, '文档服务暂不可用，请稍后再试', 'unavailable', null));
  const button = screen.getByRole('button', { name: '下载：项目3号' });
  await userEvent.click(button);
  expect(await screen.findByText('文档服务暂不可用，请稍后再试')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: '下载：项目3号' })).toBeEnabled());
  expect(download.mock.lastCall?.[1]).toMatchObject({
    projectId: 'P-3',
    startDate: FIRST_DAY.replaceAll('-', '/'),
    intervalDays: 30,
  });
});

it('[HEALTH-027][API-091] several projects are checked first and then shown in a new tab', async () => {
  const tab = { close: jest.fn(), location: { href: '' }, opener: window };
  jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { asked } = show();
  await answered();
  await act('预览');
  expect(await screen.findByText('请选择项目')).toBeInTheDocument();
  expect(window.open).not.toHaveBeenCalled();
  await choose('项目1号');
  await choose('项目2号');
  await act('预览');
  await waitFor(() => expect(tab.location.href).toContain('/detail/healthReport'));
  expect(asked(CHECK)).toEqual([
    expect.objectContaining({ projectId: 'P-1,P-2', startDate: FIRST_DAY, intervalDays: 30 }),
  ]);
  expect(decodeURIComponent(tab.location.href)).toContain('projectId=P-1,P-2');
  expect(tab.opener).toBeNull();
});

it('[HEALTH-025][HEALTH-033] too many units: the message is said, and neither tab, file nor dialog comes', async () => {
  const tab = { close: jest.fn(), location: { href: '' }, opener: window };
  jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  show(0, {
    [CHECK]: () => ({
      code: 511,
      message: '所选项目设备数量过多，请减少项目后重试',
      error: 'too_many_equipment',
    }),
  });
  await answered();
  await choose('项目1号');
  for (const way of ['预览', '下载 PDF', '发送邮件']) {
    await act(way === '下载 PDF' ? '下载 PDF' : way);
    expect(await screen.findByText('所选项目设备数量过多，请减少项目后重试')).toBeInTheDocument();
  }
  expect(tab.close).toHaveBeenCalled();
  expect(tab.location.href).toBe('');
  expect(download).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[HEALTH-032] a branch user sends at most 15 projects', async () => {
  const { asked } = show(2);
  await answered();
  for (const { projectName } of ROWS.slice(0, 15)) await choose(projectName);
  await act('发送邮件');
  expect(await screen.findByRole('dialog', { name: '发送报告' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('项目15号');
  await act('发送邮件');
  expect(await screen.findByText('项目选择不能超过15个')).toBeInTheDocument();
  expect(asked(CHECK)).toHaveLength(1);
}, 30_000);

it('[HEALTH-034][HEALTH-035][API-092] the address is required and has to be one; then the report is sent', async () => {
  const { asked } = show();
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '发送邮件：项目3号' }));
  const dialog = await screen.findByRole('dialog', { name: '发送报告' });
  const send = within(dialog).getByRole('button', { name: '发送' });
  await userEvent.click(send);
  expect(await within(dialog).findByText('请输入邮箱')).toBeVisible();
  const field = within(dialog).getByRole('textbox', { name: /邮箱/ });
  await userEvent.type(field, 'wang@');
  await userEvent.click(send);
  expect(await within(dialog).findByText('请输入正确的邮箱')).toBeVisible();
  expect(asked(MAIL)).toEqual([]);
  await userEvent.type(field, 'example.com');
  await userEvent.click(send);
  expect(await screen.findByText('发送成功')).toBeInTheDocument();
  expect(asked(MAIL)).toEqual([
    expect.objectContaining({
      projectIds: 'P-3',
      startDate: FIRST_DAY,
      intervalDays: 30,
      emailAddress: 'wang@example.com',
    }),
  ]);
});

it('[CONV-022] an e-mail that is taken says 发送成功; one that is refused says why and can be sent again', async () => {
  const answers = [
    { code: 511, message: '无权访问该项目', error: 'no_object_permission' },
    { code: 200, data: null },
  ];
  const { asked } = show(0, { [MAIL]: () => answers[asked(MAIL).length - 1] ?? { code: 500 } });
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '发送邮件：项目3号' }));
  const dialog = await screen.findByRole('dialog', { name: '发送报告' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /邮箱/ }), 'wang@example.com');
  await userEvent.click(within(dialog).getByRole('button', { name: '发送' }));
  expect(await screen.findByText('无权访问该项目')).toBeInTheDocument();
  expect(screen.queryByText('发送成功')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: '发送' }));
  expect(await screen.findByText('发送成功')).toBeInTheDocument();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked(MAIL)).toHaveLength(2);
});

it.each([
  ['the wrong way round', '2026-03', '2026-02', '开始月份不能大于结束月份'],
  ['of 13 months', '2025-03', '2026-03', '开始月和结束月不能大于12个月'],
])('[HEALTH-029] months %s are not asked for', async (_, startDate, endDate, message) => {
  const { asked } = renderList(
    <ReportProjectsScreen first={firstOf(reportProjects, ROWS)} holder={holder(0, 'HEALTHREPORT_READ')} />,
    { [LIST]: () => ({ code: 200, data: pageOf(ROWS) }) },
    `?startDate=${startDate}&endDate=${endDate}`,
  );
  await answered();
  const before = asked(LIST).length;
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(asked(LIST)).toHaveLength(before);
});

it('[HEALTH-031] stands at a year ago to last month and asks with both', async () => {
  const { asked } = show();
  await answered();
  await userEvent.type(screen.getByRole('textbox', { name: '关键字' }), '广场{Enter}');
  await waitFor(() => expect(asked(LIST).at(-1)).toMatchObject({ ...MONTHS, searchKey: '广场' }));
});

it('[HEALTH-040][HEALTH-041] a customer chooses of their own projects, up to 1000, read when the field gets the focus', async () => {
  const { asked } = show(1);
  await answered();
  const before = asked(LIST).length;
  expect(screen.queryByRole('textbox', { name: '关键字' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: '项目' }));
  await waitFor(() => expect(asked(LIST)).toHaveLength(before + 1));
  expect(asked(LIST).at(-1)).toMatchObject({ pageIndex: 1, pageSize: 1000, ...MONTHS });
  await userEvent.click(await screen.findByRole('option', { name: '项目7号' }));
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked(LIST).at(-1)).toMatchObject({ projectId: 'P-7' }));
});
