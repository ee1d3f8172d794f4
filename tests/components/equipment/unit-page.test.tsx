import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { problemOf } from '@/components/kit/detail/detail-problem';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { UnitScreen } from '@/components/equipment/detail/unit-screen';
import { UnitPicture } from '@/components/equipment/detail/unit-picture';
import type { UnitData } from '@/components/equipment/detail/unit-data';
import { answerCalls, answered, renderApp } from '../support/render';
import type { Language } from '@/lib/platform/i18n/languages';
import { pictureOf, UNIT_PICTURES } from '@/lib/features/equipment/picture';
import { qrCode } from '@/lib/platform/qr/qr-code';
import { EQUIPMENT, ONLINE } from '../live/support/elevator-harness';
import { holder } from '@/tests/support/holder';

jest.mock('@mui/material/useMediaQuery', () => ({ __esModule: true, default: () => false }));
jest.mock('next/navigation', () => ({
  ...jest.requireActual<object>('next/navigation'),
  useRouter: () => ({ push: () => undefined }),
}));
jest.mock('@/components/kit/theme/theme-provider', () => ({
  useThemeName: () => ({ theme: 'nightTheme', themes: ['nightTheme'], setTheme: () => undefined }),
}));

const NO = EQUIPMENT.equipmentNo;
const HISTORY = {
  startDate: '2026-08-25',
  endDate: '2026-11-22',
  shownFrom: '2026-08-25',
  hasFaults: true,
  days: [
    { day: '2026-11-20', trips: 320, runHours: 1, stopHours: 1.5, serviceHours: 0.5, unknownHours: 0 },
    { day: '2026-11-21', trips: 300, runHours: 1, stopHours: 0, serviceHours: 0, unknownHours: 14 },
  ],
  faults: [{ day: '2026-11-20', total: 2, texts: ['门机过载'] }],
  callbacks: [
    {
      callbackId: 'C-1',
      createDate: '2026-11-20 08:00:00',
      day: '2026-11-20',
      jobStatus: 'CLSO',
      personTrapped: true,
      jobDescription: '困人',
    },
  ],
  maintenance: [
    {
      jobNo: 'M-1',
      day: '2026-11-10',
      planDate: '2026-11-09',
      jobStatus: 'DONE' as const,
      maintenanceType: 'YAE_ELE_BI',
    },
    {
      jobNo: 'M-2',
      day: '2026-11-25',
      planDate: '2026-11-25',
      jobStatus: 'PLAN' as const,
      maintenanceType: 'YAE_ELE_BI',
    },
  ],
};
const UNIT: UnitData = {
  equipment: { ...EQUIPMENT, productLine: 'VERTA 200 MRL', projects: [{ projectId: 'P1', projectName: '滨江项目' }] },
  status: ONLINE,
  maintenance: {
    maintenanceDate: '2026-11-10 09:30:00',
    jobNo: 'M-1',
    maintenanceType: 'YAE_ELE_BI',
    nextPlanDate: '2026-11-25',
  },
  inspection: {
    equipmentNo: NO,
    equipmentName: EQUIPMENT.equipmentName,
    buildingName: null,
    governmentNo: null,
    lastInspectionDate: '2025-12-08',
    nextInspectionDate: '2026-12-08',
    branchCode: 'SH',
    branchName: '上海',
    technicianName: null,
    comments: null,
    kind: 'test',
    result: 'pass',
    plannedDate: null,
    state: 'OK',
    daysLeft: 16,
  },
  history: HISTORY,
  qr: qrCode('https://portal.example/detail/equipment?equipmentNo=1'),
};
const ALL = ['EQUIPMENT_READ', 'MONITOR_READ', 'EQUIPMENT_ACTIVITY_READ', 'SYMPTOM_READ', 'EQUIPMENT_EQEVENT_READ'];
const LOG = {
  id: '7',
  topic: 1,
  cnType: '故障',
  desc: '门机过载',
  status: 'start',
  cubeDate: '2026-11-20 07:59:00',
  cubeLogResult: { payload: { code: '208', steps: [1, 2] } },
};

async function show({
  unit = {},
  authorities = ALL,
  search = '',
  records = [],
  withheld = [],
  language,
}: {
  unit?: Partial<UnitData>;
  authorities?: string[];
  search?: string;
  records?: object[];
  withheld?: number[];
  language?: Language;
} = {}) {
  const calls = answerCalls(() => ({
    code: 200,
    data: { total: records.length, pages: 1, size: 15, current: 1, records, withheld },
  }));
  renderApp(
    <NuqsTestingAdapter hasMemory searchParams={`?equipmentNo=${NO}${search}`}>
      <UnitScreen unit={{ ...UNIT, ...unit }} holder={holder(0, ...authorities)} />
    </NuqsTestingAdapter>,
    language,
  );
  await answered();
  return calls;
}
afterEach(() => jest.restoreAllMocks());

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const date = (name: string) => screen.getByText(name).parentElement;

describe('the page of one unit', () => {
  it('[DETAIL-001] [DETAIL-014] [DETAIL-017] shows picture, online state, last and next dates and what it is', async () => {
    await show({ unit: { status: { ...ONLINE, onlineStatus: 3 } } });
    expect(document.querySelector('[data-picture]')).toHaveAttribute('data-picture', 'machineRoomLess');
    expect(screen.getByText('无机房客梯')).toBeVisible();
    expect(screen.getAllByText('控制柜断开').length).toBeGreaterThan(0);
    expect(date('最近维保')).toHaveTextContent('2026-11-10 09:30:00半月保');
    expect(date('下次维保')).toHaveTextContent('2026-11-25');
    expect(date('最近年检')).toHaveTextContent('2025-12-08');
    expect(screen.getByText('滨江项目')).toBeVisible();
    expect(screen.getByText('6 层 · B1–6')).toBeVisible();
    expect(screen.queryByText('年检超期')).toBeNull();
    expect(screen.queryByText('已停服')).toBeNull();
  });

  it('[DETAIL-002] the live page opens in a new tab; without its authority there is no link', async () => {
    await show();
    expect(screen.getByRole('link', { name: '实时监控' })).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: '实时监控' })).toHaveAttribute(
      'href',
      `/monitor/elevator?equipmentNo=${NO}`,
    );
  });

  it('has no live link for whoever may not monitor', async () => {
    await show({ authorities: ['EQUIPMENT_READ'] });
    expect(screen.queryByRole('link', { name: '实时监控' })).toBeNull();
  });

  it('says that the inspection is overdue, by how much, and that the service was stopped', async () => {
    const inspection = UNIT.inspection && {
      ...UNIT.inspection,
      state: 'OVERDUE' as const,
      nextInspectionDate: '2026-11-12',
      daysLeft: -10,
    };
    await show({ unit: { inspection, equipment: { ...UNIT.equipment, serviceStopped: true } } });
    expect(screen.getByText('年检超期')).toBeVisible();
    expect(screen.getByText('已停服')).toBeVisible();
    expect(date('下次年检')).toHaveTextContent('2026-11-12已超期 10 天');
  });

  it('shows no time of day to whoever is sent dates only', async () => {
    await show({
      unit: {
        equipment: { ...UNIT.equipment, lastDataAt: '2026-11-22' },
        maintenance: UNIT.maintenance && { ...UNIT.maintenance, maintenanceDate: '2026-11-10' },
        history: {
          ...HISTORY,
          callbacks: HISTORY.callbacks.map((callback) => ({ ...callback, createDate: '2026-11-20' })),
        },
      },
      search: '&tab=log',
      records: [{ ...LOG, cubeDate: '2026-11-20' }],
    });
    expect(date('最近维保')).toHaveTextContent('2026-11-10半月保');
    expect(document.body.textContent).not.toMatch(/\d{1,2}:\d{2}/);
  });

  it('what could not be read says so, and what is not registered is not "none"', async () => {
    await show({
      unit: {
        maintenance: null,
        inspection: UNIT.inspection && { ...UNIT.inspection, lastInspectionDate: null },
        history: null,
      },
    });
    expect(date('最近维保')).toHaveTextContent('加载失败');
    expect(date('最近年检')).toHaveTextContent('未登记');
    expect(screen.getByText('最近 90 天的数据加载失败')).toBeVisible();
  });

  it("the tabs of call-outs and maintenance are everybody's who sees the unit", async () => {
    await show({ authorities: ['EQUIPMENT_READ'] });
    expect(tabs()).toEqual(['召修', '维保']);
  });

  it.each([
    ['DETAIL-004', 'EQUIPMENT_ACTIVITY_READ', '动态', 'activity'],
    ['DETAIL-008', 'SYMPTOM_READ', '故障征兆', 'symptoms'],
    ['DETAIL-010', 'EQUIPMENT_EQEVENT_READ', '设备日志', 'log'],
  ])('[%s] without %s there is no tab %s, whatever the address asks for', async (_id, authority, name, tab) => {
    await show({ search: `&tab=${tab}` });
    expect(tabs()).toEqual(['动态', '召修', '故障征兆', '维保', '设备日志']);
    document.body.replaceChildren();
    await show({ authorities: ALL.filter((one) => one !== authority), search: `&tab=${tab}` });
    expect(tabs()).not.toContain(name);
    expect(tabs()).toHaveLength(4);
  });

  it('[DETAIL-006] [DETAIL-007] the call-outs are asked for by key and from 1979-01-01 on', async () => {
    const calls = await show({ search: '&tab=callbacks' });
    expect(calls.at(-1)).toMatchObject({
      path: 'callback/query',
      body: {
        key: NO,
        equipmentNo: NO,
        startCreateDate: '1979-01-01',
        endCreateDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        pageIndex: 1,
        pageSize: 15,
      },
    });
    expect(screen.getByText('暂无召修')).toBeVisible();
  });

  it("no address makes the tab ask for another unit's call-outs", async () => {
    const calls = await show({ search: '&tab=callbacks&key=SOMEBODY' });
    expect(calls.at(-1)?.body).toMatchObject({ key: NO });
  });

  it('[DETAIL-009] the symptoms are asked for by key, and cut for others than SUPER_MASTER', async () => {
    const symptom = {
      symptomId: 'S-1',
      symptomDefinitionId: null,
      symptomTitle: 'D01-关门时间偏长',
      callbackId: null,
      equipmentNo: NO,
      equipmentText: NO,
      category: 'D',
      symptomState: 'OPEN',
      createDate: '2026-11-20 08:00:00',
    };
    const calls = await show({ search: '&tab=symptoms', records: [symptom] });
    expect(calls.at(-1)).toMatchObject({ path: 'symptom/query', body: { key: NO, equipmentNo: NO } });
    expect(screen.getByText('关门时间偏长')).toBeVisible();
    expect(screen.getByText('待处理')).toBeVisible();
  });

  it('[DETAIL-005] an activity shows title, message, both dates and what it is of', async () => {
    const calls = await show({
      records: [
        {
          id: '1',
          title: '召修已受理',
          message: 'C-1 已受理',
          subType: 'callback',
          objectId: 'C-1',
          notificationDate: '2026-11-20 08:00:00',
          createDate: '2026-11-20 08:00:01',
        },
      ],
    });
    expect(calls.at(-1)).toMatchObject({
      path: 'equipmentActivity/query',
      body: { equipmentNo: NO, pageIndex: 1, pageSize: 15 },
    });
    const panel = within(screen.getByRole('tabpanel'));
    for (const text of ['召修已受理', 'C-1 已受理', '2026-11-20 08:00:00', '2026-11-20 08:00:01', '召修'])
      expect(panel.getAllByText(text)[0]).toBeVisible();
  });

  it('[DETAIL-013] the log is narrowed by the four types, by their names, and by days', async () => {
    const calls = await show({ search: '&tab=log&startDate=2026-11-01&endDate=2026-11-22', records: [LOG] });
    const panel = within(screen.getByRole('tabpanel'));
    await userEvent.click(panel.getByRole('combobox', { name: /类型/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['故障与事件', '诊断', '其他事件', '运行模式']);
    for (const name of ['诊断', '运行模式']) await userEvent.click(screen.getByRole('option', { name }));
    await userEvent.keyboard('{Escape}');
    expect(panel.getAllByRole('group', { name: /日期/ })).not.toHaveLength(0);
    await userEvent.click(panel.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toMatchObject({ topics: '2,4', startDate: '2026-11-01', endDate: '2026-11-22' }),
    );
  });

  it('[DETAIL-012] [DETAIL-013] a log entry opens its payload, indented; types and days narrow the question', async () => {
    const calls = await show({ search: '&tab=log&topics=1,4&startDate=2026-11-01&endDate=2026-11-22', records: [LOG] });
    expect(calls.at(-1)).toMatchObject({
      path: 'equipmentLog/query',
      body: { equipmentNo: NO, topics: '1,4', startDate: '2026-11-01', endDate: '2026-11-22' },
    });
    await userEvent.click(screen.getByRole('button', { name: '2026-11-20 07:59:00 门机过载 的详细内容' }));
    expect(screen.getByLabelText('日志内容').textContent).toBe(JSON.stringify(LOG.cubeLogResult.payload, null, 2));
  });

  it('the log says which kinds of entries the data strategy keeps back, and nothing where it leaves all', async () => {
    await show({ search: '&tab=log', records: [{ ...LOG, topic: 3 }], withheld: [1, 2] });
    expect(screen.getByText('数据策略未开放：故障与事件、诊断')).toBeVisible();
    document.body.replaceChildren();
    await show({ search: '&tab=log', records: [LOG] });
    expect(screen.queryByText(/数据策略未开放/)).toBeNull();
  });

  it('another tab begins without the filters of the last one', async () => {
    const calls = await show({ search: '&tab=log&topics=1&page=1' });
    await userEvent.click(screen.getByRole('tab', { name: '维保' }));
    await answered();
    expect(calls.at(-1)).toMatchObject({ path: 'maintenance/query', body: { equipmentNo: NO } });
    await userEvent.click(screen.getByRole('tab', { name: '设备日志' }));
    await answered();
    expect(calls.at(-1)?.body).not.toHaveProperty('topics');
  });
});

describe('the strip of 90 days', () => {
  it('tells its totals, and its marks lead to the rows of their day', async () => {
    await show();
    const links = within(screen.getByRole('group', { name: '最近 90 天' })).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['2026-11-10 维保完成，1 件', `/detail/equipment?equipmentNo=${NO}&tab=maintenance&planDate=2026-11-09#rows`],
      [
        '2026-11-20 故障，2 件',
        `/detail/equipment?equipmentNo=${NO}&tab=log&topics=1&startDate=2026-11-20&endDate=2026-11-20#rows`,
      ],
      [
        '2026-11-20 困人，1 件',
        `/detail/equipment?equipmentNo=${NO}&tab=callbacks&startCreateDate=2026-11-20&endCreateDate=2026-11-20#rows`,
      ],
      ['2026-11-25 维保计划，1 件', `/detail/equipment?equipmentNo=${NO}&tab=maintenance&planDate=2026-11-25#rows`],
    ]);
    expect(
      screen.getByText('2026-08-25 至 2026-11-22：运行 620 次，停梯 2 小时，故障 2，召修 1，维保 1。'),
    ).toBeInTheDocument();
  });

  it('a reader without the log sees the faults but no link', async () => {
    await show({ authorities: ['EQUIPMENT_READ'] });
    expect(screen.getByRole('img', { name: '2026-11-20 故障，2 件' })).toBeInTheDocument();
  });

  it('goes day by day with the arrow keys and says what was on each', async () => {
    await show();
    const slider = screen.getByRole('slider', { name: /日期/ });
    act(() => slider.focus());
    expect(slider).toHaveAttribute('aria-valuetext', '2026-11-22');
    const { fireEvent } = jest.requireActual<typeof import('@testing-library/react')>('@testing-library/react');
    fireEvent.change(slider, { target: { value: '87' } });
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      '2026-11-20, 运行 320 次, 停梯 2 小时, 故障 2 次 门机过载, 困人 C-1 困人',
    );
  });

  it('is a table for whoever wants figures', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: '看数据表' }));
    const rows = within(screen.getByRole('region', { name: '最近 90 天的数据' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '日期运行停梯故障召修维保',
      '2026-11-25----M-2 计划维保',
      '2026-11-21300 次0 小时',
      '2026-11-20320 次2 小时2 次 门机过载C-1 回放',
      '2026-11-10----M-1 维保完成',
    ]);
  });

  it('of a unit that nobody watched nothing is said, not "no faults"', async () => {
    await show({ unit: { history: { ...HISTORY, days: [], faults: [], callbacks: [], maintenance: [] } } });
    expect(
      screen.getByText('2026-08-25 至 2026-11-22：运行 无数据，停梯 无数据，故障 无数据，召修 0，维保 0。'),
    ).toBeInTheDocument();
    expect(screen.getByText('没有该设备的运行数据。')).toBeVisible();
  });

  it('says what the data strategy took away', async () => {
    await show({
      unit: { history: { ...HISTORY, historyMonths: 1, shownFrom: '2026-10-22', hasFaults: false, faults: [] } },
    });
    expect(screen.getByText('仅可查看近1个月数据。 数据策略未开放故障与停梯。')).toBeVisible();
  });
});

describe('the code for the wall', () => {
  it('says who is to scan it and what a trapped person does, with name and number', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: '打印二维码' }));
    const plate = within(screen.getByRole('region', { name: '机房铭牌' }));
    expect(plate.getByText('维保人员扫码；被困请按报警按钮')).toBeInTheDocument();
    expect(plate.getByText(EQUIPMENT.equipmentName)).toBeInTheDocument();
    expect(plate.getByText(`设备号 ${NO}`)).toBeInTheDocument();
    expect(plate.getByRole('img')).toBeInTheDocument();
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('a unit that cannot be shown', () => {
  const refusals = [
    ['zh-CN', '您没有权限查看该设备'],
    ['en', 'you have no permission to view this equipment'],
  ] as const;
  it.each(refusals)('[DETAIL-016] 511 is said in the words of the document (%s)', (language, words) => {
    const message = translateServer(language, 'errors', 'noEquipmentPermission');
    renderApp(<DetailMessage kind={problemOf(511)} message={message} id="E-9" />, language);
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe('the picture of a unit', () => {
  it.each([
    ['EV', 'YAE_ELT', 'VERTA 200 MRL', 'machineRoomLess'],
    ['EV', 'YAE_ELG', 'VERTA 900 HS', 'highSpeed'],
    ['EV', 'YAE_OTH', 'CARGO 200', 'freight'],
    ['EV', 'YAE_ELT', 'PANO 300', 'panorama'],
    ['EV', 'YAE_PLT', null, 'platform'],
    ['EV', 'YAE_ELT', null, 'traction'],
    ['ES', 'YAE_ESC', 'STELA T', 'heavyEscalator'],
    ['ES', 'YAE_ESC', 'STELA E', 'escalator'],
    ['WW', 'YAE_ESC', 'STRADA W', 'walk'],
    ['OTHER', 'YAE_TEL', null, 'other'],
  ] as const)('%s %s %s is drawn as %s', (displayType, equipmentType, productLine, picture) => {
    expect(pictureOf({ displayType, equipmentType, productLine })).toBe(picture);
    expect(UNIT_PICTURES).toContain(picture);
  });

  it('shows the braces of a heavy truss', () => {
    const paths = (kind: 'escalator' | 'heavyEscalator') =>
      renderApp(<UnitPicture kind={kind} />).container.querySelectorAll('path').length;
    expect(paths('heavyEscalator')).toBeGreaterThan(paths('escalator'));
  });
});
