import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MaintenanceDetailScreen } from '@/components/maintenance/maintenance-detail-screen';
import { maintenanceList } from '@/components/maintenance/maintenance-list';
import { MaintenanceListScreen } from '@/components/maintenance/maintenance-list-screen';
import { campusEntry } from '@/lib/features/campus/entry';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import { FILTER_STATUSES } from '@/lib/features/maintenance/value-sets';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { formatDate } from '@/lib/platform/i18n/format';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { messagesOf } from '../support/render';

const row: MaintenanceRow = {
  equipmentNo: 'E-1',
  equipmentName: '静安中心1号梯',
  jobNo: 'M-1',
  jobStatus: 'LOCK',
  maintenanceType: 'YAE_ELE_BI',
  jobType: null,
  planDate: '2028-02-29',
  planEndDate: null,
  departureDate: '2028-02-29 08:30:00',
  doneDate: null,
  planTechnician1Name: '张三',
  planTechnician1Phone: '13800000001',
  planTechnician2Name: null,
  planTechnician2Phone: null,
  actualTechnician1Name: null,
  actualTechnician1Phone: null,
  actualTechnician2Name: null,
  actualTechnician2Phone: null,
};
const item = (no: number, result: string | null = null) => ({
  no,
  item: `item ${no}`,
  requirement: null,
  result,
  remark: null,
  photos: [],
});
const detail: MaintenanceDetail = {
  ...row,
  buildingName: '主楼',
  address: null,
  branchName: '上海分公司',
  governmentNo: null,
  items: [item(1), item(2)],
  parts: [],
  reportStatus: null,
  customerName: null,
  signDate: null,
  strokes: null,
  previousJobNo: null,
  nextJobNo: 'M-2',
  lastDay: null,
  daysSinceLast: null,
  overdueDays: null,
  steps: [],
  moves: ['assign', 'unlock', 'items', 'complete'],
};
const DESK = holder(2, 'MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'E_SIGN_WRITE', 'EQUIPMENT_READ');
const ok = (data: unknown) => () => ({ code: 200, data });

beforeEach(() => window.localStorage.clear());
it('[MAINT-015] calls its states 锁定, 计划 and 完工, and a signed job 完工 too', () => {
  const words = messagesOf('zh-CN').maintenance?.jobStatus;
  expect(words).toEqual({ LOCK: '锁定', PLAN: '计划', DONE: '完工', CONFIRM: '完工' });
});

afterEach(() => jest.restoreAllMocks());

const showList = (search = '', answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(
    <MaintenanceListScreen first={firstOf(maintenanceList, [row])} holder={DESK} />,
    { 'maintenance/query': ok(pageOf([row])), 'maintenance/dayCounts': ok({}), ...answers },
    search,
  );

describe('the maintenance list', () => {
  it('[MAINT-001] [MAINT-002] [MAINT-003] has a table and a calendar, and filters by key, type and PLAN, DONE or overdue', async () => {
    showList();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['列表', '日历']);
    expect(screen.getByRole('textbox', { name: '设备号/设备名称' })).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: '状态' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '全部',
      '计划',
      '完工',
      '逾期',
    ]);
  });

  it('[MAINT-011] from the wall the state is the first one, PLAN, in place of none, and asked for', async () => {
    const preset = campusEntry({ fromCampus: '1', key: 'E-1' }, { jobStatus: FILTER_STATUSES.slice(0, 1) });
    expect(preset).toEqual({ key: 'E-1', jobStatus: 'PLAN' });
    const { asked } = showList(`?${new URLSearchParams(preset)}`);
    await waitFor(() => expect(asked('maintenance/query').at(-1)).toMatchObject({ key: 'E-1', jobStatus: 'PLAN' }));
    expect(screen.getByRole('combobox', { name: '状态' })).toHaveTextContent('计划');
  });

  it.each([
    ['YAE_ELE_BI', '电梯半月保'],
    ['YGE_ELE_Q', '电梯季度保'],
    ['YAE_ESC_S', '扶梯半年保'],
    ['YGE_ESC_A', '扶梯年保'],
    ['YAE_ELE_E', '电梯额外保养'],
    ['YAE_ESC_G', '扶梯普检'],
    ['YGE_OTH_S', '其他设备半年保'],
    ['ZPM3', 'ZPM3'],
  ])('[MAINT-016] the type %s reads %s', async (maintenanceType, words) => {
    const one = { ...row, maintenanceType };
    renderList(<MaintenanceListScreen first={firstOf(maintenanceList, [one])} holder={DESK} />, {
      'maintenance/query': ok(pageOf([one])),
    });
    expect(screen.getByRole('cell', { name: words })).toBeVisible();
  });

  it('[MAINT-016] every code of that form may be chosen, with the maker that tells two of the same words apart', async () => {
    showList();
    await userEvent.click(screen.getByRole('combobox', { name: '维保类型' }));
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toHaveLength(1 + 2 * 3 * 6);
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).toEqual(expect.arrayContaining(['电梯半月保 YAE', '电梯半月保 YGE', '其他设备普检 YGE']));
  });

  it('[MAINT-004] [NAV-042] links to the unit and to the job, in new tabs', () => {
    showList();
    expect(screen.getByRole('link', { name: 'E-1' })).toHaveAttribute('href', '/detail/equipment?equipmentNo=E-1');
    const job = screen.getByRole('link', { name: 'M-1' });
    expect(job).toHaveAttribute('href', '/detail/maintenance?jobNo=M-1');
    expect(job).toHaveAttribute('target', '_blank');
  });

  it('[MAINT-005] [MAINT-006] [MAINT-007] the calendar has two months from Monday on, dots, and a day’s table on a click', async () => {
    const { asked } = showList('?tab=calendar&month=2028-02', {
      'maintenance/dayCounts': ok({ '2028-02-29': { open: 2, done: 1 }, '2028-03-01': { open: 0, done: 1 } }),
    });
    const [february, march] = await screen.findAllByRole('table', { name: /^2028年[23]月$/ });
    expect(
      within(february as HTMLElement)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['一', '二', '三', '四', '五', '六', '日']);
    expect(await within(march as HTMLElement).findByRole('button', { name: '2028-03-01 已完成1个' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '2028-02-29 未完成2个, 已完成1个' }));
    await waitFor(() =>
      expect(asked('maintenance/query').at(-1)).toMatchObject({ planDate: '2028-02-29', sortField: 'turn' }),
    );
    expect(asked('maintenance/dayCounts')[0]).toMatchObject({ from: '2028-02-01', to: '2028-04-01' });
  });

  it('what is overdue says by how many days, is counted, and shown alone on a click', async () => {
    const late = { ...row, jobStatus: 'PLAN' as const, planDate: formatDate(Date.now() - 3 * 86_400_000) };
    const { asked } = renderList(<MaintenanceListScreen first={firstOf(maintenanceList, [late])} holder={DESK} />, {
      'maintenance/query': ok(pageOf([late])),
    });
    expect(await screen.findByText('逾期3天')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: '逾期 1' }));
    await waitFor(() => expect(asked('maintenance/query').at(-1)).toMatchObject({ jobStatus: 'OVERDUE' }));
  });

  it('[MAINT-008] the table of a day is 200 high at least, empty or not', async () => {
    const { asked } = showList('?tab=calendar&month=2028-02', { 'maintenance/query': ok(pageOf([])) });
    expect(await screen.findByText('当天暂无维保任务')).toBeVisible();
    expect(asked('maintenance/query')).not.toEqual([]);
    expect(screen.getByRole('region', { name: '维保任务' }).closest('.dayTable')).not.toBeNull();
    expect(readFileSync('components/maintenance/maintenance-calendar.module.css', 'utf8')).toMatch(
      /^\.dayTable \{\s*min-height: 200px;/m,
    );
  });

  it('[MAINT-010] a calendar that cannot be loaded stops loading and offers to try again', async () => {
    showList('?tab=calendar&month=2028-02', {
      'maintenance/dayCounts': () => ({ code: 500, message: '系统异常，请稍后重试', error: 'server_error' }),
    });
    expect(await screen.findByText('系统异常，请稍后重试')).toBeVisible();
    expect(screen.getByRole('region', { name: '日历' })).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByRole('button', { name: '重试' })).toBeEnabled();
  });
});

describe('the work on a job', () => {
  const show = (change: Partial<MaintenanceDetail> = {}, answers: Parameters<typeof renderList>[1] = {}) => {
    const first = { ...detail, ...change };
    return renderList(<MaintenanceDetailScreen first={first} holder={DESK} />, {
      'maintenance/M-1': ok(first),
      ...answers,
    });
  };
  const choose = (no: number, word: string) =>
    userEvent.click(
      within(screen.getByRole('group', { name: `${no} item ${no}` })).getByRole('button', { name: word }),
    );

  it('one tap an item is shown at once and sent; what is left is named before the job can be ended', async () => {
    const { asked } = show({}, { 'maintenance/items': ok({ ...detail, items: [item(1, '正常'), item(2)] }) });
    await choose(1, '正常');
    expect(screen.getAllByText('已填写 1/2 项').length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(asked('maintenance/items')).toEqual([{ jobNo: 'M-1', items: [{ no: 1, result: '正常', remark: '' }] }]),
    );
    await userEvent.click(screen.getByRole('button', { name: '完工' }));
    expect(await screen.findByText('第2项未填写结果')).toBeVisible();
    expect(asked('maintenance/complete')).toEqual([]);
  });

  it('without a network what was tapped stays, in this browser too', async () => {
    show({}, { 'maintenance/items': () => ({ code: 503, message: '服务暂不可用，请稍后再试', error: 'unavailable' }) });
    await choose(2, '调整');
    expect(await screen.findByText('1项尚未上传，联网后自动上传')).toBeVisible();
    expect(JSON.parse(window.localStorage.getItem('sms.maintenance.M-1') ?? '{}')).toEqual({
      2: { result: '调整', remark: '' },
    });
  });

  it('the customer signs with name and strokes, and neither may be missing', async () => {
    const { asked } = show(
      { jobStatus: 'DONE', moves: ['sign'], doneDate: '2028-02-29 10:00:00' },
      { 'maintenance/sign': ok({ ...detail, jobStatus: 'CONFIRM', moves: [], customerName: '王五' }) },
    );
    await userEvent.click(screen.getByRole('button', { name: '客户签字' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '确认签字' }));
    expect(await within(dialog).findByText('请在签字区签名')).toBeVisible();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /签字人姓名/ }), '王五');
    const field = within(dialog).getByRole('img', { name: '签字区' });
    jest.spyOn(field, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 500, height: 300 } as DOMRect);
    // The browser of these tests knows no pointer events with places.
    const point = (type: string, clientX: number, clientY: number) =>
      fireEvent(field, new MouseEvent(type, { bubbles: true, clientX, clientY }));
    point('pointerdown', 50, 150);
    point('pointermove', 250, 30);
    point('pointerup', 250, 30);
    await userEvent.click(within(dialog).getByRole('button', { name: '确认签字' }));
    await waitFor(() => expect(asked('maintenance/sign')).toHaveLength(1));
    expect(asked('maintenance/sign')[0]).toMatchObject({
      jobNo: 'M-1',
      name: '王五',
      strokes: [
        [
          [100, 300, expect.any(Number)],
          [500, 60, expect.any(Number)],
        ],
      ],
    });
  });
});
