import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { phoneReports } from '@/components/maintenance-reports/report-lists';
import { ReportScreen } from '@/components/maintenance-reports/report-screen';
import type { MaintenanceReportRow } from '@/lib/features/maintenance-reports/contract';
import { formatDate } from '@/lib/platform/i18n/format';
import { setCalendar } from '@/tests/support/calendar';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const made: MaintenanceReportRow = {
  jobNo: 'M1',
  equipmentNo: '10100001',
  equipmentDesc: '一号梯',
  equipmentName: '凯旋大厦',
  mntDate: '2026-11-20',
  mntType: 'YAE_ELE_BI',
  registerNo: '31103101002026000001',
  status: '1',
  mntOwners: '王工',
};
const making: MaintenanceReportRow = { ...made, jobNo: 'M2', equipmentDesc: '二号梯', status: '2' };
const waiting: MaintenanceReportRow = { ...made, jobNo: 'M3', equipmentDesc: '三号梯', status: '3', mntType: 'X1' };
const ROWS = [made, making, waiting];
const BY_PHONE = 'paperless/sendMessage/query';
const BY_EQUIPMENT = 'maintenance/paperlessMaintenance';
const ZIP = 'paperless/maintenance/downloadPdfAsZip';

const show = (searchParams = '', answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(
    <ReportScreen
      first={firstOf(phoneReports, ROWS)}
      holder={holder(1, 'E_SIGN_READ', 'EQUIPMENT_READ')}
      mode="phone"
    />,
    {
      [BY_PHONE]: () => ({ code: 200, data: pageOf(ROWS) }),
      [BY_EQUIPMENT]: () => ({ code: 200, data: pageOf([made]) }),
      ...answers,
    },
    searchParams,
  );
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

afterEach(() => jest.restoreAllMocks());

it('[MREP-001] asks by their own phone, or by the units; the other mode is another list with the same filters', async () => {
  const { asked, urls } = show('?searchObject=一号');
  await userEvent.click(screen.getByRole('tab', { name: '按设备清单' }));
  await waitFor(() => expect(asked(BY_EQUIPMENT)).toHaveLength(1));
  expect(asked(BY_EQUIPMENT)[0]).toMatchObject({ searchObject: '一号', pageIndex: 1 });
  expect(urls.at(-1)).toContain('mode=equipment');
  expect(screen.getByRole('tab', { name: '按设备清单' })).toHaveAttribute('aria-selected', 'true');
  await answered();
});

it('[MREP-003] [MREP-004] [MREP-006] only what is generated can be chosen, shown in a new tab and kept', async () => {
  show();
  await answered();
  expect(within(rowOf('一号梯')).getByText('已生成')).toBeVisible();
  expect(within(rowOf('二号梯')).getByText('生成中')).toBeVisible();
  expect(within(rowOf('三号梯')).getByText('待签字')).toBeVisible();
  expect(within(rowOf('一号梯')).getByText('电梯半月保')).toBeVisible();
  expect(within(rowOf('三号梯')).getByText('X1')).toBeVisible();
  const preview = within(rowOf('一号梯')).getByRole('link', { name: '预览：一号梯 2026-11-20' });
  expect(preview).toHaveAttribute('href', '/sms/paperless/mnt/getFile/M1');
  expect(preview).toHaveAttribute('target', '_blank');
  expect(within(rowOf('一号梯')).getByRole('button', { name: '下载：一号梯 2026-11-20' })).toBeVisible();
  for (const name of ['二号梯', '三号梯']) {
    expect(within(rowOf(name)).queryByRole('link', { name: /预览/ })).toBeNull();
    expect(within(rowOf(name)).queryByRole('button', { name: /下载/ })).toBeNull();
    expect(screen.getByRole('checkbox', { name: `选择 ${name}` })).toBeDisabled();
  }
});

it('[MREP-011] a merged download without a choice says so and asks nothing; with one it names reports and days', async () => {
  const { asked } = show('', { [ZIP]: () => ({ code: 404, message: '保养报告未生成', error: 'not_found' }) });
  await userEvent.click(screen.getByRole('button', { name: '合并下载' }));
  expect(await screen.findByText('请选择保养报告')).toBeInTheDocument();
  expect(asked(ZIP)).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 一号梯' }));
  const bar = screen.getByRole('group', { name: '已选数据' });
  await userEvent.click(within(bar).getByRole('button', { name: '合并下载' }));
  await waitFor(() => expect(asked(ZIP)).toHaveLength(1));
  const today = formatDate(Date.now());
  expect(asked(ZIP)[0]).toEqual({ jobNos: ['M1'], startDate: expect.any(String), endDate: today });
  // A refusal is said, and the button is free again.
  expect(await screen.findByText('保养报告未生成')).toBeInTheDocument();
  await waitFor(() => expect(within(bar).getByRole('button', { name: '合并下载' })).toBeEnabled());
});

/** The start or end of the days, emptied section by section as a person would; then another day is typed. */
const type = async (index: 0 | 1, day: string) => {
  const year = within(screen.getByRole('group', { name: '保养日期' })).getAllByRole('spinbutton', { name: /年/ })[
    index
  ];
  if (!year) throw new Error('no such day');
  await userEvent.click(year);
  await userEvent.keyboard(`{Control>}a{/Control}${day === '' ? '{Backspace}' : day.replaceAll('-', '')}`);
};
const dayFrom = (days: number) => formatDate(Date.now() + days * 86_400_000);
const search = () => userEvent.click(screen.getByRole('button', { name: '查询' }));

it('[MREP-007] without one of the days the page says so and asks nothing', async () => {
  const { asked } = show();
  await answered();
  const before = asked(BY_PHONE).length;
  await type(0, '');
  await search();
  expect((await screen.findAllByText('开始日期和结束日期必须选择')).length).toBeGreaterThan(0);
  expect(asked(BY_PHONE)).toHaveLength(before);
});

describe.each(['2026-11-29', '2026-12-01', '2026-03-31'])('on %s', (today) => {
  beforeEach(() => setCalendar(`${today}T12:00:00+08:00`));
  afterEach(() => jest.useRealTimers());

  it('[MREP-008] the day that is chosen first leads: the other one comes along, at most 60 days away', async () => {
    const { asked } = show();
    await answered();
    // Its month passes through 1 May, which is no reason to move the other day less far.
    await type(0, '2025-05-05');
    await search();
    await waitFor(() =>
      expect(asked(BY_PHONE).at(-1)).toMatchObject({ startDate: '2025-05-05', endDate: '2025-07-04' }),
    );
  });
});

it('[MREP-009] a day in the future is not taken', async () => {
  const { asked } = show();
  await answered();
  await type(1, dayFrom(1));
  await search();
  expect((await screen.findAllByText('日期不能晚于今天')).length).toBeGreaterThan(0);
  expect(asked(BY_PHONE).map(({ endDate }) => endDate)).not.toContain(dayFrom(1));
});

it('[MREP-010] [MREP-012] begins with the last 60 days and offers 15, 30, 50 and 100 rows', async () => {
  const { asked } = show();
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked(BY_PHONE).length).toBeGreaterThan(0));
  const { startDate, endDate } = asked(BY_PHONE)[0] as { startDate: string; endDate: string };
  expect(endDate).toBe(formatDate(Date.now()));
  expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(59);
  await userEvent.click(screen.getByRole('combobox', { name: '每页条数' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    [15, 30, 50, 100].map((size) => expect.stringContaining(String(size))),
  );
});

it('what waits for a signature stands first, and is signed in its row by whoever may sign', async () => {
  const { asked } = renderList(
    <ReportScreen first={firstOf(phoneReports, ROWS)} holder={holder(1, 'E_SIGN_READ', 'E_SIGN_WRITE')} mode="phone" />,
    { [BY_PHONE]: () => ({ code: 200, data: pageOf(ROWS) }) },
    '',
  );
  expect(phoneReports.defaultSort).toEqual({ field: 'status', order: 'desc' });
  expect(within(rowOf('一号梯')).queryByRole('button', { name: /签名/ })).toBeNull();
  await userEvent.click(within(rowOf('三号梯')).getByRole('button', { name: '签名：三号梯 2026-11-20' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/三号梯 \(10100001\)/)).toBeVisible();
  expect(asked('maintenance/sign')).toEqual([]);
});
