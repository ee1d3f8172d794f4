import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BiweeklyListScreen } from '@/components/unit-reports/biweekly-list-screen';
import { biweeklyReports } from '@/components/unit-reports/report-lists';
import { downloadBiweeklyZip, getBiweeklyPdf } from '@/lib/features/unit-reports/biweekly-contract';
import { downloadSms, SmsError } from '@/lib/platform/client/client';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

jest.mock('@/lib/platform/client/client', () => ({
  ...jest.requireActual<object>('@/lib/platform/client/client'),
  downloadSms: jest.fn(),
}));
const download = jest.mocked(downloadSms);
beforeEach(() => download.mockReset());

const ROWS = Array.from({ length: 11 }, (_, index) => ({
  id: `${index}`,
  equipmentNo: `1051234${index}`,
  equipmentName: index === 0 ? '1号楼客梯 #*$[梯]' : `${index + 1}号楼客梯`,
  projectName: '万象城',
  createDate: '2026-10-12',
}));
const MAIL = 'cbmHealth/pdf/sendEmail';
const LIST = 'report/getCbmHEquipmentModelAReportPage';

async function show() {
  const list = renderList(
    <BiweeklyListScreen first={firstOf(biweeklyReports, ROWS)} holder={holder(0, 'CBM_MODEL_A_VIEW_READ')} />,
    { [LIST]: () => ({ code: 200, data: pageOf(ROWS) }) },
  );
  await answered();
  return list;
}
const choose = async (count: number) => {
  for (const { equipmentName } of ROWS.slice(0, count))
    await userEvent.click(screen.getByRole('checkbox', { name: `选择 ${equipmentName}` }));
};
const merge = () => userEvent.click(screen.getAllByRole('button', { name: '合并下载' })[0] as HTMLElement);

it('[NAV-046] a preview opens the report in a tab of its own, which cannot reach the list', async () => {
  await show();
  const preview = screen.getByRole('link', { name: '预览：1号楼客梯 #*$[梯] 2026-10-12' });
  expect(preview).toHaveAttribute('target', '_blank');
  expect(preview).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(preview).toHaveAttribute('href', '/detail/HealthBiweeklyReport?equipNo=10512340&createDateRange=2026-10-12');
  expect(actionsOf(/1号楼客梯 #/)).toEqual(['下载', '发送邮件']);
});

it('[BIWK-013] neither none nor eleven are merged, and nothing is sent; ten go together', async () => {
  await show();
  await merge();
  expect(await screen.findByText('请选择周报')).toBeInTheDocument();
  await choose(11);
  await merge();
  expect(await screen.findByText('批量下载报告不能超过10个!')).toBeInTheDocument();
  expect(download).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 11号楼客梯' }));
  await merge();
  await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
  expect(download.mock.lastCall?.[0]).toBe(downloadBiweeklyZip);
  expect((download.mock.lastCall?.[1] as { list: object[] }).list).toHaveLength(10);
}, 20_000);

it('[BIWK-015] the address is required and has to be one', async () => {
  const { asked } = await show();
  await userEvent.click(screen.getByRole('button', { name: '发送邮件：2号楼客梯 2026-10-12' }));
  const dialog = await screen.findByRole('dialog', { name: '发送报告' });
  const send = within(dialog).getByRole('button', { name: '发送' });
  await userEvent.click(send);
  expect(await within(dialog).findByText('邮箱不能为空')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('textbox', { name: /邮箱/ }), 'wang@');
  await userEvent.click(send);
  expect(await within(dialog).findByText('请输入正确的邮箱')).toBeVisible();
  expect(asked(MAIL)).toEqual([]);
});

it('a download that fails says why and ends its loading, of a row and of several', async () => {
  await show();
  const refused = new SmsError(503, '文档服务暂不可用，请稍后再试', 'unavailable', null);
  download.mockRejectedValueOnce(refused);
  await userEvent.click(screen.getByRole('button', { name: '下载：2号楼客梯 2026-10-12' }));
  expect(await screen.findByText('文档服务暂不可用，请稍后再试')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: '下载：2号楼客梯 2026-10-12' })).toBeEnabled());
  expect(download.mock.lastCall?.[0]).toBe(getBiweeklyPdf);
  await choose(1);
  let refuse: (error: Error) => void = () => undefined;
  download.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  await merge();
  const [button] = screen.getAllByRole('button', { name: /合并下载/ });
  await waitFor(() => expect(button).toBeDisabled());
  refuse(refused);
  await waitFor(() => expect(button).toBeEnabled());
});
