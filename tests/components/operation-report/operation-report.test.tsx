import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recentDays } from '@/components/kit/list/date-presets';
import { listInput, readListState } from '@/components/kit/list/list-query';
import { operationReport } from '@/components/operation-report/operation-report';
import { OperationReportScreen } from '@/components/operation-report/operation-report-screen';
import type { OperationRow, RunDay } from '@/lib/features/operation-report/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

/** The operation report (doc3 §2.14). */

const ROW: OperationRow = {
  equipmentNo: 'E-1',
  equipmentName: '东门直梯',
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  runTimeCount: 1234.5,
  runCount: 45678,
  openDoorCount: 50000,
  normalTimeCount: 166,
  errorTimeCount: 2,
  passengersCount: null,
};

const day = (date: string, rest: Partial<RunDay>): RunDay => ({
  date,
  runTimeCount: null,
  runCount: null,
  openDoorCount: null,
  normalTimeCount: null,
  errorTimeCount: null,
  passengersCount: null,
  flagged: false,
  ...rest,
});
const { startDate, endDate } = recentDays(7);
const DAILY = `equipment/equipmentRunCount/daily/E-1?startDate=${startDate}&endDate=${endDate}`;

function open(url = '') {
  return renderList(
    <OperationReportScreen
      first={firstOf(operationReport, [ROW])}
      holder={holder(2, 'EQUIPMENT_RUN_STATISTICS', 'EQUIPMENT_READ')}
    />,
    {
      'equipment/equipmentRunCount': () => ({ code: 200, data: pageOf([ROW]) }),
      [DAILY]: () => ({
        code: 200,
        data: [
          day('2026-11-01', { runTimeCount: 18 / 3600, runCount: 45_000, flagged: true }),
          day('2026-11-02', { runTimeCount: 1234.495, runCount: 678 }),
        ],
      }),
    },
    ...(url === '' ? [] : [url]),
  );
}

afterEach(() => jest.restoreAllMocks());

it('[OPER-001] asks for the last 7 days with today in them, by number', () => {
  const input = listInput(operationReport, readListState(operationReport, {}));
  expect(input).toMatchObject({ ...recentDays(7), sortField: 'equipmentNo', sortOrder: 'asc' });
  // An address with a type that there is not asks for all.
  expect(listInput(operationReport, readListState(operationReport, { equipmentType: '3' }))).not.toHaveProperty(
    'equipmentType',
  );
});

it('[OPER-006] has nine columns, the name leading to the unit, what is not known as -', async () => {
  open();
  await answered();
  const heads = [
    ...['设备号', '设备名称', '设备类型', '累计运行时间(h)', '运行次数', '开门次数'],
    ...['正常时间(h)', '故障时间(h)', '客流量'],
  ];
  const names = (await screen.findAllByRole('columnheader')).map((head) => head.textContent?.trim());
  expect(names).toEqual(heads.map((head) => expect.stringContaining(head) as string));
  expect(screen.getByRole('link', { name: /东门直梯/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/detail/equipment?equipmentNo=E-1'),
  );
  const row = screen.getByText('东门直梯').closest<HTMLElement>('[role="row"], tr') ?? document.body;
  for (const text of ['直梯', '1,234.50', '45,678', '50,000', '166.00', '2.00', '-'])
    expect(within(row).getByText(text)).toBeInTheDocument();
});

it('[OPER-002] [OPER-008] without both days, or with days in the future, nothing is asked for, neither rows nor file', async () => {
  const { asked } = open('?startDate=2099-01-01&endDate=2099-01-02');
  await answered();
  const before = asked('equipment/equipmentRunCount').length;
  await userEvent.click(screen.getByRole('button', { name: /查询|搜索/ }));
  expect(await screen.findByText('日期不能晚于今天')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '导出' }));
  expect(asked('equipment/equipmentRunCount')).toHaveLength(before);
  expect(asked('equipment/equipmentRunCount/download')).toEqual([]);
});

it('says what its figures mean', async () => {
  open();
  await answered();
  await userEvent.click(screen.getByText('指标说明'));
  expect(screen.getByText(/既无故障也非未知/)).toBeInTheDocument();
});

it('[OPER-006] a number opens its days, which add up to it; what is not known opens nothing', async () => {
  open();
  await answered();
  const row = screen.getByText('东门直梯').closest<HTMLElement>('[role="row"], tr') ?? document.body;
  expect(within(row).queryByRole('button', { name: '-' })).not.toBeInTheDocument();
  await userEvent.click(within(row).getByRole('button', { name: '45,678' }));
  const dialog = await screen.findByRole('dialog', { name: '东门直梯 的每日数据' });
  const sums = (await within(dialog).findByText('2 天合计')).closest('tr');
  expect([...(sums?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['2 天合计', '1,234.50', '45,678', '-', '-', '-', '-'],
  ]);
  expect(within(dialog).getByText('2026-11-01 *')).toBeInTheDocument();
  expect(within(dialog).getByText(/计数器曾回退/)).toBeInTheDocument();
});
