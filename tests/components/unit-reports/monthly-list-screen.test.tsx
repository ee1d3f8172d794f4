import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MonthlyListScreen } from '@/components/unit-reports/monthly-list-screen';
import { monthlyReports } from '@/components/unit-reports/report-lists';
import { monthlyBounds, monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { downloadSms, SmsError } from '@/lib/platform/client/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

jest.mock('@/lib/platform/client/client', () => ({
  ...jest.requireActual<object>('@/lib/platform/client/client'),
  downloadSms: jest.fn(),
}));
const download = jest.mocked(downloadSms);
beforeEach(() => download.mockReset());

const ROW = {
  equipmentNo: '10512345',
  equipmentName: '1号楼客梯',
  cubeNo: null,
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  productLine: null,
  buildingName: null,
  projectName: '万象城',
} as const;
const LIST = 'report/getHealthCheckReportInProject';
const MAIL = 'health/pdf/sendEmailByEquipment';
const today = formatDate(Date.now());

async function show(searchParams = '') {
  const list = renderList(
    <MonthlyListScreen first={firstOf(monthlyReports, [ROW])} holder={holder(0, 'HEALTHREPORT_READ')} />,
    {
      [LIST]: () => ({ code: 200, data: pageOf([ROW]) }),
      [MAIL]: () => ({ code: 200, data: null }),
    },
    searchParams,
  );
  await answered();
  return list;
}
const button = (action: string) => screen.getByRole('button', { name: `${action}：1号楼客梯` });

it('[MONTH-004][MONTH-005] a month of which there is no report is neither downloaded nor sent', async () => {
  const tooOld = monthlyBounds(today).min.slice(0, 4);
  const { asked } = await show(`?month=${Number(tooOld) - 1}-01`);
  for (const action of ['下载', '发送邮件']) {
    await userEvent.click(button(action));
    expect((await screen.findAllByText('请选择年月')).length).toBeGreaterThan(0);
  }
  expect(download).not.toHaveBeenCalled();
  expect(asked(MAIL)).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[MONTH-016] the e-mail needs an address; a row asks for the days of its month', async () => {
  const { asked } = await show();
  await userEvent.click(button('发送邮件'));
  const dialog = await screen.findByRole('dialog', { name: '发送报告' });
  const send = within(dialog).getByRole('button', { name: '发送' });
  await userEvent.click(send);
  expect(await within(dialog).findByText('请输入邮箱')).toBeVisible();
  expect(asked(MAIL)).toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox', { name: /邮箱/ }), 'wang@example.com');
  await userEvent.click(send);
  expect(await screen.findByText('发送成功')).toBeInTheDocument();
  const { from, until } = monthlyWindow(today.slice(0, 7), today);
  expect(asked(MAIL)).toEqual([expect.objectContaining({ equipmentNo: '10512345', startDate: from, endDate: until })]);
});

it('[API-102] a download that fails says why and ends its loading', async () => {
  await show();
  download.mockRejectedValueOnce(new SmsError(503, '文档服务暂不可用，请稍后再试', 'unavailable', null));
  await userEvent.click(button('下载'));
  expect(await screen.findByText('文档服务暂不可用，请稍后再试')).toBeInTheDocument();
  await waitFor(() => expect(button('下载')).toBeEnabled());
  const { from } = monthlyWindow(today.slice(0, 7), today);
  expect(download.mock.lastCall?.[1]).toMatchObject({ startDate: from.replaceAll('-', '/') });
});
