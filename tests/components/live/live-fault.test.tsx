import { cleanup, act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import type { UnitDay, UnitHour } from '@/lib/features/unit-day/contract';
import type { Authority } from '@/lib/platform/contract/authorities';
import { holder } from '@/tests/support/holder';
import { EQUIPMENT, NO, openPage, STANDING } from './support/elevator-harness';
import type { Options } from './support/elevator-harness';

jest.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const HOUR = 3_600_000;
/** 14:32:04 of Shanghai. */
const NOW = Date.UTC(2026, 0, 15, 6, 32, 4);
const FAULT = { gbCode: '5', text: '安全回路断开', error: true, at: '2026-01-15 13:25:04' };
const FAULTY = { ...STANDING, errorstate: [true, { code: 5 }] };

const incident = (rest: Partial<IncidentRow> = {}): IncidentRow => ({
  equipmentNo: NO,
  equipmentName: EQUIPMENT.equipmentName,
  equipmentType: EQUIPMENT.equipmentType,
  displayType: 'EV',
  projectName: null,
  buildingName: null,
  address: null,
  branchName: '上海',
  condition: 'fault',
  code: '5',
  title: '安全回路断开',
  floor: '2',
  since: '2026-01-15 13:25:04',
  release: null,
  callback: null,
  canCreate: true,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  told: [],
  acks: [],
  notificationId: '77',
  canAcknowledge: true,
  callHelp: false,
  camera: 0,
  ...rest,
});
const CALLBACK: NonNullable<IncidentRow['callback']> = {
  callbackId: 'CB-1',
  status: 'REQU',
  title: '安全回路断开',
  openedBy: 'person',
  technicianState: 'none',
  technicianName: '刘建国',
  technicianPhone: '13901642275',
  createDate: '2026-01-15 13:26:00',
  canMove: true,
};
const HISTORY = [
  { status: 'INIT', updateTime: '2026-01-15 13:26:00', reason: null, expectedReturnDate: null },
  { status: 'PAGE', updateTime: '2026-01-15 13:31:00', reason: null, expectedReturnDate: null },
];

const from = Math.floor(NOW / HOUR) * HOUR - 23 * HOUR;
const hour = (index: number, rest: Partial<UnitHour>): UnitHour => ({
  at: from + index * HOUR,
  trips: null,
  openings: null,
  reversals: null,
  runSec: null,
  partial: false,
  ...rest,
});
const day = (rest: Partial<UnitDay> = {}): UnitDay => ({
  equipmentNo: NO,
  from,
  until: NOW,
  withheld: [],
  hours: Array.from({ length: 24 }, (_, index) =>
    hour(
      index,
      index === 3 || index === 4 ? {} : { trips: index, openings: index + 1, reversals: index === 9 ? 4 : 0 },
    ),
  ),
  stops: [{ kind: 'fault', from: NOW - HOUR, until: null }],
  silent: [{ from: from + 3 * HOUR, until: from + 5 * HOUR }],
  days: ['09', '10', '11', '12', '13', '14', '15'].map((date, index) => ({
    day: `2026-01-${date}`,
    faults: index === 6 ? 1 : index === 2 ? null : 0,
  })),
  faultTotal: 1,
  stopSec: 3600,
  faults: [
    {
      id: '1',
      day: '2026-01-15',
      at: NOW - HOUR,
      until: null,
      lasts: true,
      code: '5',
      text: '安全回路断开',
      callback: { callbackId: 'CB-1', state: 'open' },
    },
  ],
  ...rest,
});

const MONITOR: readonly Authority[] = ['MONITOR_READ', 'EQUIPMENT_READ'];
const DISPATCHER: readonly Authority[] = [...MONITOR, 'CALLBACK_READ', 'CALLBACK_WRITE'];

async function openFaulty(row: IncidentRow, rights: readonly Authority[] = DISPATCHER, rest: Options = {}) {
  const { known, ...options } = rest;
  const page = await openPage({
    status: { errorStatus: 1 },
    faults: [FAULT],
    holder: holder(2, ...rights),
    ...options,
    known: {
      'incident/query': { records: [row], total: 1, pageIndex: 1, pageSize: 1, size: 1, current: 1, pages: 1 },
      [`unitDay/${NO}`]: day(),
      'callback/CB-1': { callbackId: 'CB-1', jobStatus: 'PAGE', statusHistory: HISTORY, moves: [] },
      ...known,
    },
  });
  await page.say(FAULTY, { responseType: 'snapshot' });
  await act(() => jest.advanceTimersByTimeAsync(2000));
  return page;
}
const band = (container: HTMLElement) => container.querySelector('[data-cover="band-fault"]');
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const buttons = () =>
  [...screen.getByTestId('incident').querySelectorAll('button, a[href]')]
    .map((one) => one.textContent ?? '')
    .filter((text) => !text.startsWith('CB-') && !text.startsWith('139'));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the band of a fault', () => {
  it('names the fault by the dictionary, with code, how long it lasts, floor and door, and goes when it is over', async () => {
    const page = await openFaulty(incident());
    const shown = band(page.container);
    expect(shown).toHaveTextContent('安全回路断开');
    expect(shown).toHaveTextContent('代码 5');
    expect(shown?.querySelector('[data-fact="since"]')).toHaveTextContent('1 小时 7 分');
    expect(shown?.querySelector('[data-fact="where"]')).toHaveTextContent('2');
    expect(shown?.querySelector('[data-fact="door"]')).toHaveTextContent('关闭');
    // One level quieter than trapped persons: no alert, no frame around the picture.
    expect(shown).toHaveAttribute('role', 'status');
    expect(page.container.querySelector('[data-alarm]')).toBeNull();
    page.answers['equipmentExtension/gbCodeShow'] = { gbCodeShowList: [] };
    page.answers['equipmentExtension/statusList'] = [
      { equipmentNo: NO, onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 },
    ];
    await page.say({ errorstate: false }, { at: Date.now() + 1 });
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    expect(band(page.container)).toBeNull();
    expect(screen.queryByTestId('incident')).toBeNull();
  });

  it('[ELEV-006] opens the live picture of a unit with a camera, for users who may see it', async () => {
    const named = { name: '实时视频' };
    const { container } = await openFaulty(incident(), DISPATCHER, { equipment: { video: '1' } });
    expect(within(screen.getByTestId('incident')).getByRole('button', named)).toBeEnabled();
    await user().click(within(container.querySelector('header') ?? container).getByRole('button', named));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(await screen.findByRole('dialog', { name: new RegExp(EQUIPMENT.equipmentName) })).toBeInTheDocument();
  });

  it.each([
    ['no camera, or a data strategy that hides it', DISPATCHER, { video: '0', dhVideo: '0' }],
    ['no right to look', ['EQUIPMENT_READ', 'CALLBACK_READ'] as const, { dhVideo: '1' }],
  ] as const)('has no such button with %s', async (_, rights, equipment) => {
    await openFaulty(incident(), rights, { equipment });
    expect(screen.queryByRole('button', { name: '实时视频' })).toBeNull();
  });

  it('counts on by the minute, and shows the date alone to who sees no times', async () => {
    const page = await openFaulty(incident());
    await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));
    expect(band(page.container)?.querySelector('[data-fact="since"]')).toHaveTextContent('1 小时 12 分');
    page.answers['equipmentExtension/gbCodeShow'] = { gbCodeShowList: [{ ...FAULT, at: '2026-01-15' }] };
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(band(page.container)?.querySelector('[data-fact="since"]')).toHaveTextContent(/2026-01-15$/);
  });

  it('dates a fault that began before its eyes, and no other', async () => {
    const page = await openPage({ holder: holder(2, ...MONITOR), known: { [`unitDay/${NO}`]: day() } });
    await page.say(STANDING, { responseType: 'snapshot' });
    await page.say({ errorstate: [true, { code: 311 }] }, { at: Date.now() });
    await act(() => jest.advanceTimersByTimeAsync(7000));
    expect(band(page.container)).toHaveTextContent('代码 311');
    expect(band(page.container)?.querySelector('[data-fact="since"]')).toHaveTextContent('7 秒');
  });

  it('gives way to trapped persons, whose band is stronger', async () => {
    const page = await openFaulty(incident({ condition: 'trapped' }), DISPATCHER, { status: { entrapmentStatus: 1 } });
    expect(band(page.container)).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('轿厢内有人被困');
    expect(screen.getByTestId('incident')).toBeVisible();
  });
});

describe('what is done about it', () => {
  it('technician with number, call-out, steps with times, the time that is left', async () => {
    await openFaulty(
      incident({
        callback: CALLBACK,
        clock: 'restore',
        due: '2026-01-15 21:26:00',
        limitSec: 28_800,
        remainingSec: 3661,
      }),
    );
    const row = within(screen.getByTestId('incident'));
    expect(row.getByText('刘建国')).toBeVisible();
    expect(row.getByRole('link', { name: '13901642275' })).toHaveAttribute('href', 'tel:13901642275');
    expect(row.getByRole('link', { name: 'CB-1' })).toHaveAttribute('href', expect.stringContaining('CB-1'));
    expect(row.getByRole('timer')).toHaveTextContent(/修复剩 1:0[01]:\d\d/);
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '通知13:26',
      '派工13:31',
      '出发--',
      '到场--',
      '完成--',
    ]);
  });

  it('says of a call-out opened by a rule that it is not taken, until a person in charge takes it', async () => {
    const callback = { ...CALLBACK, status: 'INIT', openedBy: 'system', technicianName: null } as const;
    await openFaulty(incident({ callback }));
    expect(screen.getByTestId('incident')).toHaveTextContent('系统已建召修，无人受理');
    cleanup();
    const acks = [{ nickName: '周敏', ackDate: '2026-01-15 14:32:06', own: false, inCharge: true }];
    await openFaulty(incident({ callback, acks }));
    expect(screen.getByTestId('incident')).toHaveTextContent('系统已建召修，待派工');
  });

  it('offers what the rights give, and to others no button', async () => {
    await openFaulty(incident({ callback: CALLBACK }));
    expect(buttons()).toEqual(['确认', '回放', '设备详情', '打开召修', '派工']);
  });

  it('a new call-out where there is none and it may be opened', async () => {
    await openFaulty(incident());
    expect(buttons()).toEqual(['确认', '回放', '设备详情', '新建召修']);
    expect(screen.getByTestId('incident')).toHaveTextContent('尚无召修');
  });

  it('a reader without rights to call-outs learns neither that there is one nor that there is none', async () => {
    await openFaulty(incident({ notificationId: null, canAcknowledge: false, canCreate: false }), MONITOR);
    expect(buttons()).toEqual(['回放', '设备详情']);
    expect(screen.getByTestId('incident')).not.toHaveTextContent('召修');
  });

  it('acknowledges by one click; the button’s place is taken by name and time', async () => {
    const page = await openFaulty(incident());
    page.answers['notification/acknowledge'] = [{ notificationId: '77', acks: [] }];
    page.answers['incident/query'] = {
      records: [
        incident({
          canAcknowledge: false,
          acks: [{ nickName: '周敏', ackDate: '2026-01-15 14:32:06', own: true, inCharge: true }],
        }),
      ],
      total: 1,
      pageIndex: 1,
      pageSize: 1,
      size: 1,
      current: 1,
      pages: 1,
    };
    await user().click(screen.getByRole('button', { name: '确认' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(page.bodies['notification/acknowledge']).toEqual({ notificationIds: ['77'] });
    expect(screen.getByTestId('acks')).toHaveTextContent('周敏 14:32 已确认');
    expect(screen.queryByRole('button', { name: '确认' })).toBeNull();
  });

  it('acknowledges by the call-out where no message is open to the caller', async () => {
    const page = await openFaulty(incident({ notificationId: null, callback: CALLBACK }));
    page.answers['duty/acknowledge'] = { acks: [] };
    await user().click(screen.getByRole('button', { name: '确认' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(page.bodies['duty/acknowledge']).toEqual({ callbackId: 'CB-1' });
  });
});

describe('the last day and week', () => {
  it('shows hourly bars, unknown hours as unknown, and totals with "at least"', async () => {
    const { container } = await openFaulty(incident());
    const lane = container.querySelector('[data-lane="trips"]');
    const slots = [...(lane?.querySelectorAll('[data-hour]') ?? [])];
    expect(slots).toHaveLength(24);
    expect(slots.map((slot) => slot.getAttribute('data-value')).slice(2, 6)).toEqual(['2', null, null, '5']);
    expect(within(lane as HTMLElement).getAllByTestId('unknown')).toHaveLength(1);
    expect(lane).toHaveTextContent('至少 269 次');
    expect(container.querySelector('[data-lane="openings"]')).toHaveTextContent('反复 4');
    expect(container.querySelector('[data-lane="faults"]')).toHaveTextContent('1 次 · 停 1 小时 0 分');
  });

  it('an hour with a count of zero is not an unknown hour', async () => {
    const hours = Array.from({ length: 24 }, (_, index) => hour(index, { trips: 0, openings: 0, reversals: 0 }));
    const { container } = await openFaulty(incident(), DISPATCHER, {
      known: { [`unitDay/${NO}`]: day({ hours, silent: [], stops: [], faults: [] }) },
    });
    expect(screen.queryAllByTestId('unknown')).toEqual([]);
    expect(container.querySelector('[data-lane="trips"]')).toHaveTextContent(/0 次/);
    expect(container.querySelector('[data-lane="trips"]')).not.toHaveTextContent('至少');
    expect(container.querySelector('[data-lane="faults"]')).toHaveTextContent('无故障');
  });

  it('does not say "no faults" while a part of the day is unknown', async () => {
    const { container } = await openFaulty(incident(), DISPATCHER, {
      known: { [`unitDay/${NO}`]: day({ stops: [], faults: [] }) },
    });
    expect(container.querySelector('[data-lane="faults"]')).toHaveTextContent('部分时段未知');
    expect(container.querySelector('[data-lane="faults"]')).not.toHaveTextContent('无故障');
  });

  it('seven days with their counts, and the last faults with length, end and call-out', async () => {
    await openFaulty(incident());
    const week = screen.getByTestId('week');
    const cells = [...week.querySelectorAll('[data-day]')];
    expect(cells.map((cell) => cell.getAttribute('data-faults'))).toEqual(['0', '0', 'unknown', '0', '0', '0', '1']);
    expect(cells[2]).toHaveTextContent('未知');
    expect(cells[6]).toHaveTextContent('今天');
    const fault = week.querySelector('[data-code="5"]');
    expect(fault).toHaveTextContent('持续 1 小时 0 分');
    expect(within(fault as HTMLElement).getByRole('link', { name: '召修 CB-1' })).toBeVisible();
  });

  it('who sees dates alone gets the days without the hours', async () => {
    await openFaulty(incident(), DISPATCHER, {
      known: {
        [`unitDay/${NO}`]: day({ withheld: ['times'], from: null, until: null, hours: [], stops: [], silent: [] }),
      },
    });
    expect(screen.getByTestId('last-day')).toHaveTextContent('您的权限只显示日期');
    expect(screen.getByTestId('week').querySelectorAll('[data-day]')).toHaveLength(7);
  });
});

describe('the tab', () => {
  it('is titled with unit and state, and with the unit alone while nothing is wrong', async () => {
    const page = await openFaulty(incident());
    expect(document.title).toBe('故障 · 滨江国际中心 3号客梯 · 梯望');
    page.answers['equipmentExtension/statusList'] = [
      { equipmentNo: NO, onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 },
    ];
    await page.say({ errorstate: false }, { at: Date.now() + 1 });
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    expect(document.title).toBe('滨江国际中心 3号客梯 · 梯望');
  });

  it('offers the language to everybody but the people of a project', async () => {
    await openFaulty(incident());
    expect(screen.getByRole('button', { name: /语言|Language/ })).toBeVisible();
  });

  it('keeps the language from the people of a project', async () => {
    await openFaulty(incident(), MONITOR, { holder: holder(1, ...MONITOR) });
    expect(screen.queryByRole('button', { name: /语言|Language/ })).toBeNull();
  });
});

it('the door of a trapped person is what is heard, also where nobody knew the floor when it began (readings 286)', async () => {
  const page = await openFaulty(incident({ condition: 'trapped', floor: null }), DISPATCHER, {
    status: { entrapmentStatus: 1 },
  });
  const band = page.container.querySelector('[data-cover="cover-5"]');
  expect(band).toHaveTextContent(/轿门(?!--)/);
  expect(band).not.toHaveTextContent('轿门--');
});
