import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { energyList } from '@/components/energy-saving/energy-list';
import { EnergyListScreen } from '@/components/energy-saving/energy-list-screen';
import { lastMonth } from '@/lib/features/energy-saving/months';
import type { EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

/** What units consume and save (silent-screens A4). */

const ROW: EnergySavingRow = {
  equipmentNo: 'E-2',
  equipmentName: '中庭扶梯',
  equipmentType: 'YAE_ESC',
  displayType: 'ES',
  energyCount: 1234.5,
  operationCount: null,
  operationHours: 300,
  perThousandTrips: null,
  perHour: 4.12,
  fullHours: 180,
  crawlHours: 90,
  standbyHours: 30,
  savingShare: 40,
  monthOnMonth: -3.2,
  savedCount: 612.25,
  energyStatus: 'SAVING',
  energyClass: 'B',
  certificateDate: '2026-05-06',
  ratedPower: 8,
  crawlPower: 2,
  standbyPower: 0.5,
};
const ELEVATOR: EnergySavingRow = {
  ...ROW,
  equipmentNo: 'E-1',
  equipmentName: '东门直梯',
  displayType: 'EV',
  energyCount: null,
  perHour: null,
  fullHours: null,
  crawlHours: null,
  standbyHours: null,
  savingShare: null,
  monthOnMonth: null,
  savedCount: null,
  energyStatus: 'NODATA',
  energyClass: null,
  certificateDate: null,
  ratedPower: null,
  crawlPower: null,
  standbyPower: null,
};
const SUMMARY = { energyCount: 1234.5, perUnitDay: 39.82, standbyShare: 10, savingShare: 40, savedCount: 612.25 };

function open(rows: readonly EnergySavingRow[], ...authorities: Parameters<typeof holder>[1][]) {
  return renderList(
    <EnergyListScreen first={firstOf(energyList, rows)} holder={holder(2, 'ENERGY_SAVING_READ', ...authorities)} />,
    {
      'energySave/query': () => ({ code: 200, data: pageOf(rows) }),
      'energySave/summary': () => ({ code: 200, data: SUMMARY }),
    },
  );
}

afterEach(() => jest.restoreAllMocks());

it('shows the sums of all rows, and what is not known of a unit as -', async () => {
  open([ROW, ELEVATOR]);
  await answered();
  expect((await screen.findByText('总能耗')).nextSibling).toHaveTextContent('1,234.50kWh');
  expect(screen.getAllByText('估算节电')[0]?.nextSibling).toHaveTextContent('612.25kWh');
  const row = (await screen.findByText('中庭扶梯')).closest<HTMLElement>('[role="row"], tr');
  for (const text of ['4.12 /时', '40.00%', '-3.20%', '节能', 'B'])
    expect(within(row ?? document.body).getByText(text)).toBeInTheDocument();
  const silent = screen.getByText('东门直梯').closest<HTMLElement>('[role="row"], tr');
  expect(within(silent ?? document.body).getByText('无数据')).toBeInTheDocument();
  expect(within(silent ?? document.body).getAllByText('-').length).toBeGreaterThan(6);
  expect(screen.queryByRole('button', { name: /参数/ })).not.toBeInTheDocument();
});

it('says that the boxes report no energy where no unit has any', async () => {
  open([ELEVATOR]);
  await answered();
  expect(await screen.findByText(/盒子未上报能耗/)).toBeInTheDocument();
});

it('powers out of range or order stay in the dialog; right ones are sent and the list is read anew', async () => {
  const { asked } = open([ROW], 'ENERGY_SAVING_WRITE');
  await answered();
  await userEvent.click(await screen.findByRole('button', { name: /^参数|能耗参数/ }));
  const dialog = await screen.findByRole('dialog', { name: '中庭扶梯 的能耗参数' });
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name });
  const type = async (name: RegExp, text: string) => {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  };
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(field(/额定功率/)).toHaveValue('8');
  for (const [name, text, problem] of [
    [/额定功率/, '201', '功率范围为 0 至 200 kW'],
    [/额定功率/, 'x', '功率范围为 0 至 200 kW'],
    [/额定功率/, '1', '爬行功率不能大于额定功率'],
  ] as const) {
    await type(name, text);
    await save();
    expect(await within(dialog).findByText(problem)).toBeInTheDocument();
  }
  await type(/额定功率/, '9.5');
  await type(/待机功率/, '3');
  await save();
  expect(await within(dialog).findByText('待机功率不能大于爬行功率')).toBeInTheDocument();
  expect(asked('energySave/parameter')).toEqual([]);
  await type(/待机功率/, '1');
  await save();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(asked('energySave/parameter')).toEqual([
    {
      equipmentNo: 'E-2',
      ratedPower: 9.5,
      crawlPower: 2,
      standbyPower: 1,
      energyClass: 'B',
      certificateDate: '2026-05-06',
    },
  ]);
  await waitFor(() => expect(asked('energySave/query').length).toBeGreaterThan(0));
});

it('an elevator has a certificate and no powers', async () => {
  open([{ ...ELEVATOR, energyStatus: 'NORMAL' }], 'ENERGY_SAVING_WRITE');
  await answered();
  await userEvent.click(await screen.findByRole('button', { name: /^参数|能耗参数/ }));
  const dialog = await screen.findByRole('dialog', { name: '东门直梯 的能耗参数' });
  expect(within(dialog).queryByRole('textbox', { name: /功率/ })).not.toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: /能效等级/ })).toBeInTheDocument();
});

it('the chart of a unit that counted nothing says so', async () => {
  const month = lastMonth(Date.now());
  const days = Array.from({ length: 30 }, (_, index) => ({
    date: `2026-09-${String(index + 1).padStart(2, '0')}`,
    energyCount: null,
    operationCount: null,
    operationHours: null,
    fullHours: null,
    crawlHours: null,
    standbyHours: null,
    savedCount: null,
    flagged: false,
  }));
  renderList(<EnergyListScreen first={firstOf(energyList, [ROW])} holder={holder(2, 'ENERGY_SAVING_READ')} />, {
    'energySave/query': () => ({ code: 200, data: pageOf([ROW]) }),
    'energySave/summary': () => ({ code: 200, data: SUMMARY }),
    [`energySave/daily/E-2?startMonth=${month}&endMonth=${month}`]: () => ({ code: 200, data: days }),
  });
  await answered();
  await userEvent.click(await screen.findByRole('button', { name: /能耗曲线/ }));
  const dialog = await screen.findByRole('dialog', { name: '中庭扶梯 的能耗曲线' });
  expect(await within(dialog).findByText('无能耗数据')).toBeInTheDocument();
});

it('a number that is a sum opens its days, which add up to it; a share has none', async () => {
  const month = lastMonth(Date.now());
  const day = (date: string, energyCount: number, standbyHours: number | null) => ({
    ...{ date, energyCount, operationCount: null, operationHours: 10, fullHours: 6, crawlHours: 3, standbyHours },
    ...{ savedCount: 20.125, flagged: false },
  });
  renderList(<EnergyListScreen first={firstOf(energyList, [ROW])} holder={holder(2, 'ENERGY_SAVING_READ')} />, {
    'energySave/query': () => ({ code: 200, data: pageOf([ROW]) }),
    'energySave/summary': () => ({ code: 200, data: SUMMARY }),
    [`energySave/daily/E-2?startMonth=${month}&endMonth=${month}`]: () => ({
      code: 200,
      data: [day('2026-10-01', 1000.25, 29.5), day('2026-10-02', 234.25, 0.5), day('2026-10-03', 0, null)],
    }),
  });
  await answered();
  const row = (await screen.findByText('中庭扶梯')).closest<HTMLElement>('[role="row"], tr') ?? document.body;
  expect(within(row).queryByRole('button', { name: /%/ })).not.toBeInTheDocument();
  await userEvent.click(within(row).getByRole('button', { name: '1,234.50' }));
  const dialog = await screen.findByRole('dialog', { name: '中庭扶梯 的每日数据' });
  const sums = (await within(dialog).findByText('3 天合计')).closest('tr');
  expect([...(sums?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['3 天合计', '1,234.50', '-', '30.00', '18.00', '9.00', '30.00', '60.38'],
  ]);
});
