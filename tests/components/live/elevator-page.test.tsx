import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { EQUIPMENT, ONLINE, openPage, STANDING } from './support/elevator-harness';
import type { Entries, Page } from './support/elevator-harness';

const row = (page: Page, name: string) => page.container.querySelector(`[data-row="${name}"]`);
const cover = (page: Page) =>
  page.container.querySelector('[data-cover^="cover-"]')?.getAttribute('data-cover') ?? null;
const codes = (section: string) =>
  within(screen.getByTestId(section))
    .queryAllByRole('listitem')
    .map((item) => item.getAttribute('data-code'));
const standing = (more: Entries = {}) => ({ ...STANDING, ...more });

async function openLive(more: Entries = {}, options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(options);
  await page.say(standing(more), { responseType: 'snapshot' });
  return page;
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 15, 6, 32, 4) });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what the page shows', () => {
  it('[ELEV-001] name, address, run icon, mode, floor, direction arrow and load indicator', async () => {
    const page = await openLive({ drive: 'Moving', direction: 'Up', load: 'Full Load' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('滨江国际中心 3号客梯');
    expect(screen.getByText('上海市徐汇区滨江路 88 号')).toBeVisible();
    expect(screen.getByTestId('run-icon')).toHaveTextContent('自动运行');
    expect(row(page, 'mode')).toHaveTextContent('自动 N');
    expect(screen.getByTestId('floor')).toHaveTextContent('2');
    expect(screen.getByTestId('direction-arrow')).toHaveAttribute('data-direction', 'up');
    const load = within(screen.getByTestId('load-indicator'));
    expect(load.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['空载', '有载', '满载', '超载']);
    expect(load.getByText('满载')).toHaveAttribute('aria-current', 'true');
    expect(page.container.querySelectorAll('[data-load="Full Load"] [data-kind="normal"] > g')).toHaveLength(4);
  });

  it('[ELEV-003] the overview', async () => {
    await openLive();
    for (const [label, value] of [
      ['名称', '滨江国际中心 3号客梯'],
      ['城市', '上海市 徐汇区'],
      ['街道', '滨江路 88 号'],
      ['楼宇', '滨江国际中心 A座'],
      ['合同开始', '2024-03-01'],
      ['合同结束', '2027-02-28'],
    ] as const) {
      expect(screen.getByText(label).closest('div')).toHaveTextContent(value);
    }
  });

  it('[ELEV-004] the counters, trip time in hours', async () => {
    const page = await openLive();
    for (const [label, value] of [
      ['运行次数', '482,196'],
      ['累计运行时间', '6,214小时'],
      ['开门次数', '961,004'],
      ['能耗', '53,014.2kWh'],
    ] as const) {
      expect(screen.getByText(label).parentElement).toHaveTextContent(value);
    }
    await page.say({ cumulativetriptime: 3599 }, { at: Date.now() + 1 });
    expect(screen.getByText('累计运行时间').parentElement).toHaveTextContent('59分钟');
  });

  it('[ELEV-005] the operation state: one age for the values of one second, and each other value with its own', async () => {
    const page = await openPage();
    const now = Date.now();
    await page.say(standing({ door: 'Closing', speed: 1755 }), { responseType: 'snapshot', at: now - 3000 });
    await page.say({ drive: 'Moving', direction: 'Up' }, { at: now - 1000 });
    expect(screen.getByRole('heading', { name: '运行状态' }).parentElement).toHaveTextContent('3 秒前');
    expect(row(page, 'door')).toHaveTextContent(/^轿门正在关门$/);
    expect(row(page, 'drive')).toHaveTextContent('驱动运行1 秒前');
    expect(row(page, 'zone')).toHaveTextContent(/^门区平层$/);
    expect(row(page, 'speed')).toHaveTextContent('1.75 m/s');
    expect(row(page, 'technician')).toHaveTextContent('无');
    expect(row(page, 'load')).toHaveTextContent('空载');
    expect(row(page, 'update')).toHaveTextContent('14:32:03');
  });

  it('lists events and faults apart, a fault that only the controller knows first', async () => {
    const page = await openLive(
      { errorstate: [true, { code: 311 }] },
      {
        faults: [
          { gbCode: '0208', text: '门机过载', error: true, at: '2026-01-15 14:30:00' },
          { gbCode: '0900', text: '司机服务', error: false, at: '2026-01-15 12:00:00' },
        ],
      },
    );
    expect(codes('faults')).toEqual(['311', '0208']);
    expect(codes('events')).toEqual(['N', '0900']);
    expect(screen.getByText('门机过载').closest('li')).toHaveTextContent('2 分钟前');
    await page.say({ errorstate: [true, { code: 208 }] }, { at: Date.now() + 1 });
    expect(codes('faults')).toEqual(['0208']);
  });

  it('shows dates where the server tells no more: of a fault, and of the last data of a unit that is offline', async () => {
    await openLive({}, { faults: [{ gbCode: '0208', text: '门机过载', error: true, at: '2026-01-15' }] });
    expect(screen.getByText('门机过载').closest('li')).toHaveTextContent(/2026-01-15$/);
    cleanup();
    await openPage({ equipment: { lastDataAt: '2026-01-14' }, status: { onlineStatus: 0 } });
    expect(screen.getByText(/最后数据/)).toHaveTextContent('最后数据 2026-01-14');
  });

  it('says calmly that there is no fault', async () => {
    await openLive();
    expect(screen.getByText('当前没有故障')).toBeVisible();
  });

  it('keeps showing the known faults while their list is read again', async () => {
    const page = await openLive();
    const asked = jest.fn((_url: string | URL | Request) => new Promise<Response>(() => undefined));
    global.fetch = asked;
    await page.say({ onlinestatus: 3 }, { at: Date.now() + 1 });
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(asked.mock.calls.map(([url]) => String(url))).toContainEqual(expect.stringContaining('gbCodeShow'));
    expect(screen.getByTestId('faults')).toHaveTextContent(/未知$/);
  });

  it.each([
    [0, '离线'],
    [3, '控制柜断开'],
    [4, '未安装'],
  ])(
    'of a unit with online status %s nothing is called well: faults, events and states are unknown',
    async (onlinestatus, word) => {
      const page = await openLive({ onlinestatus });
      expect(screen.queryByText('当前没有故障')).toBeNull();
      expect(screen.getByTestId('faults')).toHaveTextContent(/未知$/);
      expect(screen.getByTestId('events')).toHaveTextContent(/未知$/);
      expect(screen.getByTestId('run-icon')).toHaveTextContent(`${word} · 未知`);
      expect(page.container.querySelector('[data-status="running"]')).toBeNull();
      for (const name of [
        'door',
        'drive',
        'zone',
        'mode',
        'technician',
        'load',
        'entrapment',
        'alarm',
        'power',
        'ard',
        'health',
      ])
        expect(row(page, name)?.querySelector('td')).toHaveTextContent(/^未知$/);
    },
  );

  it('when the box has lost its link nothing is called well either, and a fault stays one', async () => {
    const page = await openLive();
    await page.say({ connection: 'offline' }, { at: Date.now() + 1 });
    expect(screen.getByTestId('faults')).toHaveTextContent(/未知$/);
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'unknown');
    expect(row(page, 'entrapment')?.querySelector('td')).toHaveTextContent(/^未知$/);
    expect(row(page, 'door')?.querySelector('td')).toHaveTextContent('关闭');
    await page.say({ errorstate: [true, { code: 311 }], alarm: 'On' }, { at: Date.now() + 2 });
    expect(codes('faults')).toEqual(['311']);
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'fault');
    expect(row(page, 'alarm')?.querySelector('td')).toHaveTextContent('报警中');
  });

  it('the clock that calls a silent unit offline makes its data no younger', async () => {
    const page = await openPage();
    await page.say(STANDING, { responseType: 'snapshot', at: Date.now() - 73 * 3_600_000 });
    await page.say({ onlinestatus: 0 });
    expect(screen.getByTestId('freshness')).toHaveTextContent('最后数据 3 天前');
    expect(row(page, 'update')).toHaveTextContent('2026-01-12 13:32:04');
  });

  it('a unit that was never connected has no data, however young its status is', async () => {
    const page = await openPage({ equipment: { lastDataAt: null }, status: { onlineStatus: 4, errorStatus: 2 } });
    await page.say({ onlinestatus: 4 }, { responseType: 'snapshot', at: Date.now() - 18 * 60_000 });
    expect(screen.getByTestId('freshness')).toHaveTextContent(/^尚无数据$/);
    expect(row(page, 'update')).toHaveTextContent(/^最近更新--$/);
    expect(screen.queryByText(/18 分钟前/)).toBeNull();
  });

  it('offers to load the fault list again when the call failed', async () => {
    const page = await openPage({ faults: null });
    await act(async () => jest.advanceTimersByTimeAsync(100));
    expect(screen.queryByText('当前没有故障')).toBeNull();
    expect(screen.getByText('故障列表加载失败')).toBeVisible();
    page.answers['equipmentExtension/gbCodeShow'] = {
      gbCodeShowList: [{ gbCode: '0208', text: '门机过载', error: true, at: '2026-01-15 14:30:00' }],
    };
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await act(async () => jest.advanceTimersByTimeAsync(100));
    expect(codes('faults')).toEqual(['0208']);
  });

  it('[ELEV-007] links to the equipment detail', async () => {
    await openLive();
    expect(screen.getByRole('link', { name: '设备详情' })).toHaveAttribute(
      'href',
      '/detail/equipment?equipmentNo=10512345',
    );
  });

  it('[ELEV-008] every status of a live message has a value and the moment it was measured, and the page shows both of each', async () => {
    const page = await openPage();
    const now = Date.now();
    const values: Record<string, [unknown, number]> = {
      door: ['Opened', 1],
      drive: ['Moving', 2],
      indoorzone: ['On Floor', 3],
      speed: [1000, 4],
      mode: ['INS', 5],
      technicianonsite: [true, 6],
      load: ['Loaded', 7],
      entrapment: [false, 8],
      alarm: ['Off', 9],
      controllerpower: [true, 10],
      ard: [false, 11],
      health: ['Good', 12],
      trips: [7, 13],
      openings: [8, 14],
      cumulativetriptime: [120, 15],
      energy: [3, 16],
    };
    await page.say({ onlinestatus: 1, connection: 'online' }, { responseType: 'snapshot' });
    // As text, as a number, and as the wall time of the contract.
    const forms = [
      (at: number) => at,
      (at: number) => new Date(at).toISOString(),
      (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    ];
    const status = Object.fromEntries(
      Object.entries(values).map(([key, [value, seconds]]) => [
        key,
        { value, at: forms[seconds % 3]?.(now - seconds * 1000) },
      ]),
    );
    await page.emit('rtc', {
      equipmentNo: EQUIPMENT.equipmentNo,
      equipmentType: 'YAE_ELT',
      responseType: 'change',
      Timestamp: now,
      status,
    });
    const rows = {
      door: '打开',
      drive: '运行',
      zone: '平层',
      speed: '1.00 m/s',
      mode: '检修 INS',
      technician: '在场',
      load: '有载',
      entrapment: '否',
      alarm: '无报警',
      power: '正常',
      ard: '否',
      health: '良好',
    };
    expect(
      Object.keys(rows).map((name) =>
        [...(row(page, name)?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent),
      ),
    ).toEqual(Object.values(rows).map((value, index) => [value, `${index + 1} 秒前`]));
    expect(
      ['运行次数', '开门次数', '累计运行时间', '能耗'].map(
        (label) => screen.getByText(label).parentElement?.textContent,
      ),
    ).toEqual(['7运行次数13 秒前', '8开门次数14 秒前', '2分钟累计运行时间15 秒前', '3kWh能耗16 秒前']);
  });

  it('[ELEV-009] every key of the live message has its place', async () => {
    const page = await openLive({
      load: 'Overload',
      door: 'Blocked',
      mode: ['INS', { secondary: ['JNFF', 'SAB'] }],
      position: ['5', { physicalvalue: 5 }],
      direction: 'Down',
      indoorzone: 'Between Floors',
      technicianonsite: true,
      drive: 'Moving',
      speed: 630,
      controllerpower: false,
      entrapment: true,
      errorstate: [true, { code: 52 }],
      alarm: 'On',
      ard: true,
      health: 'Degraded',
    });
    const shown = (name: string) => row(page, name)?.querySelector('td')?.textContent;
    expect(
      Object.fromEntries(
        [
          'load',
          'door',
          'mode',
          'zone',
          'technician',
          'drive',
          'speed',
          'power',
          'entrapment',
          'alarm',
          'ard',
          'health',
        ].map((name) => [name, shown(name)]),
      ),
    ).toEqual({
      load: '超载',
      door: '受阻',
      mode: '检修 INS消防 JBF · SAB',
      zone: '楼层之间',
      technician: '在场',
      drive: '运行',
      speed: '0.63 m/s',
      power: '断电',
      entrapment: '是',
      alarm: '报警中',
      ard: '是',
      health: '下降',
    });
    expect(screen.getByTestId('floor')).toHaveTextContent('5');
    expect(screen.getByTestId('direction-arrow')).toHaveAttribute('data-direction', 'down');
    expect(codes('events')).toEqual(['ETM', 'ETQ', 'CTP', 'ALM', 'RNO', 'INS']);
  });

  it('uses a changed floor mapping while it is open, because a new snapshot makes it read the unit again', async () => {
    const page = await openPage();
    page.answers['equipment/getByNo'] = {
      ...EQUIPMENT,
      floorMapping: '{"1":"P1","2":"L","3":"M","4":"3","5":"5","6":"6"}',
    };
    await page.say(STANDING, { responseType: 'snapshot' });
    expect(page.calls).not.toContain('equipment/getByNo');
    const names = () => [...page.container.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(names()).toContain('B1');
    await page.say({ ...STANDING, position: ['M', { physicalvalue: 3 }] }, { responseType: 'snapshot' });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(names()).toEqual(expect.arrayContaining(['P1', 'L', 'M']));
    expect(names()).not.toContain('B1');
    expect(page.calls.filter((path) => path === 'equipment/getByNo')).toHaveLength(1);
  });

  it('shows the floor that the mapping names when only the physical number came', async () => {
    const page = await openLive();
    await page.say({ position: ['', { physicalvalue: 1 }] }, { at: Date.now() + 1 });
    expect(screen.getByTestId('floor')).toHaveTextContent('B1');
  });
});

describe('run icon and events', () => {
  it.each([
    ['fault', { errorstate: true }, '故障'],
    ['running', {}, '自动运行'],
    ['stopped', { mode: 'INS' }, '检修 INS'],
  ])('[ELEV-010] shows the %s icon', async (icon, more, word) => {
    await openLive(more);
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', icon);
    expect(screen.getByTestId('run-icon')).toHaveTextContent(word);
  });
  it('[ELEV-010] shows no fault, running or stopped icon while offline: it is unknown', async () => {
    await openLive({ onlinestatus: 0, errorstate: true });
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'unknown');
    expect(screen.getByTestId('run-icon')).toHaveTextContent('离线 · 未知');
  });
  it.each([
    ['ELEV-014', 'CTP', { controllerpower: false }],
    ['ELEV-015', 'ETM', { entrapment: true }],
    ['ELEV-016', 'ETQ', { errorstate: [true, { code: 52 }] }],
    ['ELEV-017', 'ALM', { alarm: 'On' }],
    ['ELEV-018', 'RNO', { ard: true }],
  ])('[%s] lists %s, and [ELEV-019] the current mode beside it', async (_id, code, more) => {
    const page = await openLive();
    expect(codes('events')).toEqual(['N']);
    await page.say(more as Entries, { at: Date.now() + 1 });
    expect(codes('events')).toEqual([code, 'N']);
  });
  it('[ELEV-015] lists no ETM while offline', async () => {
    await openLive({ entrapment: true, onlinestatus: 0 });
    expect(codes('events')).toEqual([]);
  });
  it('[ELEV-020] displays JNFF as JBF', async () => {
    const page = await openLive({ mode: 'JNFF' });
    expect(codes('events')).toEqual(['JBF']);
    expect(row(page, 'mode')).toHaveTextContent('消防 JBF');
  });
});

describe('covers', () => {
  it.each([
    [0, 6, '设备离线'],
    [3, 7, '控制柜连接断开'],
    [4, 8, '设备未接入'],
  ])('[ELEV-013] online status %s shows cover %s', async (onlinestatus, number, words) => {
    const page = await openLive({ onlinestatus, entrapment: true });
    expect(cover(page)).toBe(`cover-${number}`);
    expect(screen.getByText(words)).toBeVisible();
  });
  it('[ELEV-013] shows 1 while loading and none once data comes', async () => {
    const page = await openPage();
    expect(cover(page)).toBe('cover-1');
    expect(screen.getByText('正在连接设备')).toBeVisible();
    await page.say(STANDING, { responseType: 'snapshot' });
    expect(cover(page)).toBeNull();
  });
  it('[ELEV-013] shows 2 after 60 s without data; a click retries and the page recovers', async () => {
    const page = await openLive();
    await act(async () => jest.advanceTimersByTimeAsync(60_000));
    expect(cover(page)).toBe('cover-2');
    const before = page.sockets.length;
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '重新连接' }));
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    });
    expect(page.sockets.length).toBeGreaterThan(before);
    expect(cover(page)).toBe('cover-1');
    await page.say(STANDING, { responseType: 'snapshot' });
    expect(cover(page)).toBeNull();
  });
  it('[RTC-005] shows the access-denied cover 4 when the check of the number failed', async () => {
    const page = await openPage();
    await page.emit('sms_error', {
      code: 511,
      message: 'no permission',
      checkResult: false,
      equipmentNoList: ['10512345'],
    });
    expect(cover(page)).toBe('cover-4');
    expect(screen.getByText('没有权限查看该设备的实时数据')).toBeVisible();
  });
  it('[ELEV-013] shows the entrapment message 5 loudly and leaves floor and door in sight', async () => {
    const page = await openLive({ entrapment: true });
    expect(cover(page)).toBe('cover-5');
    expect(screen.getByRole('alert')).toHaveTextContent('轿厢内有人被困');
    expect(screen.getByRole('alert')).toHaveTextContent('所在楼层2');
    expect(screen.getByTestId('floor')).toBeVisible();
  });
  it('says behind an entrapment that the stream is lost, and offers to reconnect', async () => {
    const page = await openLive({ entrapment: true });
    expect(screen.queryByTestId('stream-lost')).toBeNull();
    await act(async () => jest.advanceTimersByTimeAsync(60_000));
    expect(cover(page)).toBe('cover-5');
    expect(screen.getByTestId('stream-lost')).toHaveTextContent('实时连接已断开');
    const before = page.sockets.length;
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '重新连接' }));
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    });
    expect(page.sockets.length).toBeGreaterThan(before);
  });
  it('[ELEV-012] puts offline before entrapment and entrapment before the connection', async () => {
    const page = await openPage({ status: { entrapmentStatus: 1 } });
    expect(cover(page)).toBe('cover-5');
    await page.say({ onlinestatus: 0 });
    expect(cover(page)).toBe('cover-6');
  });
  it.each([
    [0, 6],
    [3, 7],
    [4, 8],
  ])(
    'says above cover of online status %s that somebody is trapped, who is reported by a person (readings 284)',
    async (onlineStatus, number) => {
      const page = await openPage({ status: { onlineStatus, entrapmentStatus: 1 } });
      expect(cover(page)).toBe(`cover-${number}`);
      const band = page.container.querySelector('[data-cover="band-trapped"]');
      expect(band).toHaveAttribute('role', 'alert');
      expect(band).toHaveTextContent('轿厢内有人被困');
      expect(within(screen.getByRole('banner')).getByText('困人')).toBeVisible();
    },
  );
  it('names no floor and no door of a box that had been silent when somebody was trapped, nor an age of its own word (readings 286)', async () => {
    const page = await openPage({ status: { onlineStatus: 0, entrapmentStatus: 1 } });
    await page.say(
      { ...STANDING, onlinestatus: 0, entrapment: false },
      { responseType: 'snapshot', at: Date.now() - 14 * 86_400_000 },
    );
    const band = page.container.querySelector('[data-cover="band-trapped"]');
    expect(band).toHaveTextContent('所在楼层--');
    expect(band).toHaveTextContent('轿门--');
    const row = page.container.querySelector('[data-row="entrapment"]');
    expect(row?.querySelectorAll('td')[0]).toHaveTextContent('是');
    expect(row?.querySelectorAll('td')[1]).toBeEmptyDOMElement();
  });
  it('says without a reload that a person reported somebody trapped, and that they are free (readings 284)', async () => {
    const page = await openLive();
    await act(async () => jest.advanceTimersByTimeAsync(100));
    const report = async (entrapmentStatus: number) => {
      page.answers['equipmentExtension/statusList'] = [{ ...ONLINE, entrapmentStatus }];
      await page.say(STANDING, { responseType: 'snapshot' });
      await act(async () => jest.advanceTimersByTimeAsync(100));
    };
    expect(screen.queryByRole('alert')).toBeNull();
    await report(1);
    expect(screen.getByRole('alert')).toHaveTextContent('轿厢内有人被困');
    await report(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('animation', () => {
  const picture = (page: Page) => page.container.querySelector('[data-travel] svg[role="img"]')?.parentElement;
  it('[ELEV-002] [ELEV-023] draws the car with its doors, which open as far as the door says, and travels up and down', async () => {
    const page = await openLive();
    const opening = () => page.container.querySelector('[data-opening]')?.getAttribute('data-opening');
    expect(opening()).toBe('0');
    await page.say({ door: 'Opening' }, { at: Date.now() + 1 });
    expect(opening()).toBe('100');
    await page.say({ door: 'Closing' }, { at: Date.now() + 2 });
    expect(opening()).toBe('0');
    await page.say({ drive: 'Moving', direction: 'Up' }, { at: Date.now() + 3 });
    expect(picture(page)).toHaveAttribute('data-travel', 'up');
    const car = () =>
      Number(
        / ([\d.]+)\)/.exec(
          page.container.querySelector('[data-tone][data-door]')?.parentElement?.getAttribute('transform') ?? '',
        )?.[1],
      );
    await page.say({ position: ['3', { physicalvalue: 4 }] }, { at: Date.now() + 4 });
    const start = car();
    await act(async () => jest.advanceTimersByTime(600));
    const half = car();
    await act(async () => jest.advanceTimersByTime(600));
    expect(half).toBeLessThan(start);
    expect(car()).toBeLessThan(half);
    await page.say({ direction: 'Down' }, { at: Date.now() + 5 });
    expect(picture(page)).toHaveAttribute('data-travel', 'down');
  });
  it('[ELEV-024] stops with direction Both and drive Standing, and shows no arrow', async () => {
    const page = await openLive();
    expect(picture(page)).toHaveAttribute('data-travel', 'stopped');
    expect(screen.queryByTestId('direction-arrow')).toBeNull();
  });
  it('[ELEV-011] draws no car while offline', async () => {
    const page = await openLive({ onlinestatus: 0, drive: 'Moving', direction: 'Up' });
    expect(page.container.querySelector('[data-tone][data-door]')).toBeNull();
    expect(picture(page)).toHaveAttribute('data-travel', 'none');
  });
  it('[ELEV-026] a step to the next landing takes 1.2 s, doors as long, and fades 1 s', async () => {
    const page = await openLive({ drive: 'Moving', direction: 'Up', speed: 1000 });
    const car = () =>
      Number(
        / ([\d.]+)\)/.exec(
          page.container.querySelector('[data-tone][data-door]')?.parentElement?.getAttribute('transform') ?? '',
        )?.[1],
      );
    await act(async () => jest.advanceTimersByTime(2000));
    await page.say({ position: ['3', { physicalvalue: 4 }], speed: 400 }, { at: Date.now() + 1 });
    const steps: number[] = [];
    for (let part = 0; part < 5; part += 1) {
      steps.push(car());
      await act(async () => jest.advanceTimersByTime(400));
    }
    // Four equal marks on the way of 1.2 s, and nothing moves after it.
    expect((steps[0] ?? 0) - (steps[1] ?? 0)).toBeGreaterThan(10);
    expect((steps[0] ?? 0) - (steps[1] ?? 0)).toBeCloseTo((steps[1] ?? 0) - (steps[2] ?? 0), -1);
    expect((steps[2] ?? 0) - (steps[3] ?? 0)).toBeGreaterThan(10);
    expect(steps[4]).toBeCloseTo(steps[3] ?? 0, 1);
    const style = page.container.querySelector<HTMLElement>('[data-travel] [style*="--step"]')?.style;
    expect([style?.getPropertyValue('--step'), style?.getPropertyValue('--fade')]).toEqual(['1200ms', '1000ms']);
    const css = readFileSync('components/live/shaft/shaft.module.css', 'utf8');
    const times = [...css.matchAll(/(?:transition|animation): ([^;}]+)/g)]
      .map(([, value]) => value ?? '')
      .filter((value) => value !== 'none');
    expect(times.length).toBeGreaterThan(5);
    expect(times.filter((value) => !/var\(--(step|fade)\)/.test(value) || /\d m?s/.test(value))).toEqual([]);
    expect(css).toMatch(/\.panel \{\s+transition: transform var\(--step\)/);
    expect(css).toMatch(/\.appear \{\s+animation: appear var\(--fade\)/);
  });
  it('[ELEV-025] runs only while the tab is visible', async () => {
    const page = await openLive();
    expect(picture(page)).toHaveAttribute('data-animated');
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(picture(page)).not.toHaveAttribute('data-animated');
    hidden.mockRestore();
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(picture(page)).toHaveAttribute('data-animated');
  });
  it('does not move for a user who prefers reduced motion', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('reduced-motion'),
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const page = await openLive();
    expect(picture(page)).not.toHaveAttribute('data-animated');
  });
  it('stops and dims when the box has lost its connection, and says so with the age of the data', async () => {
    const page = await openPage();
    await page.say(standing({ drive: 'Moving', direction: 'Up' }), {
      responseType: 'snapshot',
      at: Date.now() - 7_200_000,
    });
    await page.say({ connection: 'offline' }, { at: Date.now() + 1 });
    expect(screen.getByTestId('box-lost')).toHaveTextContent('最后数据 2 小时前');
    expect(picture(page)).toHaveAttribute('data-stale');
    expect(picture(page)).toHaveAttribute('data-travel', 'none');
    expect(screen.getByTestId('box-lost')).toHaveTextContent('监控盒通信中断');
  });
  it('without values for 10 minutes it becomes unknown and stops; a repeated value counts as news (readings 242, 262)', async () => {
    const minutes = (count: number) =>
      act(async () => {
        for (let left = 2 * count; left > 0; left -= 1) {
          await jest.advanceTimersByTimeAsync(30_000);
          // The connection lives: the server repeats what it knows.
          page.keepalive();
        }
      });
    const live = await openPage();
    const page = {
      ...live,
      keepalive: () =>
        live.sockets.at(-1)?.say('rtc', {
          equipmentNo: EQUIPMENT.equipmentNo,
          equipmentType: EQUIPMENT.equipmentType,
          responseType: 'keepalive',
          Timestamp: Date.now(),
          status: { onlinestatus: { value: 1, at: Date.now() } },
        }),
    };
    const heard = () => page.say({ lastdata: Date.now() }, { at: Date.now() });
    await page.say(standing({ drive: 'Moving', direction: 'Up', lastdata: Date.now() }), { responseType: 'snapshot' });
    await minutes(8);
    await heard();
    await minutes(8);
    expect(picture(page)).not.toHaveAttribute('data-stale');
    expect(screen.getByTestId('run-icon')).toHaveTextContent('运行');
    await minutes(3);
    expect(picture(page)).toHaveAttribute('data-stale');
    expect(picture(page)).toHaveAttribute('data-travel', 'none');
    expect(screen.getByTestId('run-icon')).toHaveTextContent('未知');
    expect(screen.getByTestId('silent')).toHaveTextContent('最后数据 11 分钟前');
    expect(screen.getByTestId('faults')).toHaveTextContent('未知');
    expect(document.title).toMatch(/^未知 · /);
    await heard();
    expect(picture(page)).not.toHaveAttribute('data-stale');
  });
});

describe('speed', () => {
  it('[ELEV-029] shows mm/s as m/s with two decimals', async () => {
    const page = await openLive({ speed: 1744 });
    expect(row(page, 'speed')).toHaveTextContent('1.74 m/s');
  });
  it('[ELEV-027] runs up to the rated speed and back every 500 ms when none is reported, and says that it is estimated', async () => {
    const page = await openPage();
    const { speed: _, ...silent } = STANDING;
    await page.say({ ...silent, drive: 'Moving', direction: 'Up' }, { responseType: 'snapshot' });
    const seen: string[] = [];
    const look = () => seen.push(/([\d.]+) m\/s/.exec(row(page, 'speed')?.textContent ?? '')?.[1] ?? '');
    for (let tick = 0; tick < 6; tick += 1) {
      await act(async () => jest.advanceTimersByTime(500));
      look();
    }
    await page.say({ drive: 'Standing', direction: 'Both' }, { at: Date.now() });
    for (let tick = 0; tick < 5; tick += 1) {
      await act(async () => jest.advanceTimersByTime(500));
      look();
    }
    expect(seen).toEqual(['0.40', '0.80', '1.20', '1.60', '1.75', '1.75', '1.35', '0.95', '0.55', '0.15', '0.00']);
    expect(row(page, 'speed')).toHaveTextContent('推算');
  });
});

describe('calls that repeat', () => {
  const count = (page: Page, path: string) => page.calls.filter((call) => call === path).length;
  it('[RTC-012] asks for the status again 2 s after an entrapment event', async () => {
    const page = await openLive();
    await act(async () => jest.advanceTimersByTimeAsync(100));
    const before = count(page, 'equipmentExtension/statusList');
    await page.say({ entrapment: true }, { at: Date.now() + 1 });
    await act(async () => jest.advanceTimersByTimeAsync(1900));
    expect(count(page, 'equipmentExtension/statusList')).toBe(before);
    await act(async () => jest.advanceTimersByTimeAsync(200));
    expect(count(page, 'equipmentExtension/statusList')).toBe(before + 1);
  });
  it('[RTC-011] asks for the status again when a message reports the online status, at most once in 30 s', async () => {
    const page = await openLive();
    await act(async () => jest.advanceTimersByTimeAsync(100));
    const before = count(page, 'equipmentExtension/statusList');
    for (const value of [0, 1, 0]) await page.say({ onlinestatus: value });
    await act(async () => jest.advanceTimersByTimeAsync(20_000));
    expect(count(page, 'equipmentExtension/statusList')).toBe(before);
    await act(async () => jest.advanceTimersByTimeAsync(10_500));
    expect(count(page, 'equipmentExtension/statusList')).toBe(before + 1);
  });
  it('asks for the fault list again once a new error can be in it', async () => {
    const page = await openLive();
    const before = count(page, 'equipmentExtension/gbCodeShow');
    page.answers['equipmentExtension/gbCodeShow'] = {
      gbCodeShowList: [{ gbCode: '0208', text: '门机过载', error: true, at: '2026-01-15 14:32:04' }],
    };
    await page.say({ errorstate: [true, { code: 208 }] }, { at: Date.now() + 1 });
    await act(async () => jest.advanceTimersByTimeAsync(2500));
    expect(count(page, 'equipmentExtension/gbCodeShow')).toBe(before + 1);
    expect(within(screen.getByTestId('faults')).getByText('门机过载')).toBeVisible();
  });
  it('[RTC-013] the last-update label goes on by itself every 60 s, without a message or a render of anything else', async () => {
    const page = await openLive();
    const shown = () => [
      row(page, 'update')?.querySelector('td:last-child')?.textContent,
      screen.getByTestId('freshness').textContent,
    ];
    const seen = [shown()];
    for (let minute = 0; minute < 3; minute += 1) {
      // What keeps the connection alive says nothing new.
      for (let part = 0; part < 3; part += 1) {
        await act(async () => jest.advanceTimersByTimeAsync(20_000));
        await page.say({ onlinestatus: 1, connection: 'online' }, { responseType: 'keepalive' });
      }
      seen.push(shown());
    }
    expect(seen).toEqual([
      ['0 秒前', '实时 · 更新于 0 秒前'],
      ['1 分钟前', '实时 · 更新于 1 分钟前'],
      ['2 分钟前', '实时 · 更新于 2 分钟前'],
      ['3 分钟前', '实时 · 更新于 3 分钟前'],
    ]);
  });
});

describe('words', () => {
  it.each([
    ['zh-CN', ['关闭', '打开', '受阻', '正在关门', '正在开门', '锁闭', '停在途中']],
    ['en', ['Closed', 'Opened', 'Blocked', 'Closing', 'Opening', 'Locked', 'Stopped']],
  ] as const)('[ELEV-022] has a word for every door value in %s', async (language, words) => {
    const page = await openLive({}, { language });
    const values = ['Closed', 'Opened', 'Blocked', 'Closing', 'Opening', 'Locked', 'Stopped'];
    const seen: (string | null | undefined)[] = [];
    for (const [index, value] of values.entries()) {
      await page.say({ door: value }, { at: Date.now() + index + 1 });
      seen.push(row(page, 'door')?.querySelector('td')?.textContent);
    }
    expect(seen).toEqual(words);
  });
  it.each([
    ['zh-CN', ['楼层之间', '平层', '门区内', '门区外'], ['静止', '运行']],
    ['en', ['Between Floors', 'On Floor', 'In door zone', 'Outside door zone'], ['Standing', 'Moving']],
  ] as const)('[ELEV-022] has a word for every zone and drive value in %s', async (language, zones, drives) => {
    const page = await openLive({}, { language });
    const seen: (string | null | undefined)[] = [];
    for (const [index, value] of ['Between Floors', 'On Floor', true, 'false'].entries()) {
      await page.say({ indoorzone: value }, { at: Date.now() + index + 1 });
      seen.push(row(page, 'zone')?.querySelector('td')?.textContent);
    }
    for (const [index, value] of ['Standing', 'Moving'].entries()) {
      await page.say({ drive: value }, { at: Date.now() + index + 9 });
      seen.push(row(page, 'drive')?.querySelector('td')?.textContent);
    }
    expect(seen).toEqual([...zones, ...drives]);
  });
  it.each([
    [
      'zh-CN',
      ['自动 N', 'JAB', '检修 INS', 'JRV', '消防 JBF', '不可用 UNV', '应急电源运行 RNO', 'SAB', '测试 KFM', 'XYZ'],
    ],
    [
      'en',
      [
        'Automatic N',
        'JAB',
        'Inspection INS',
        'JRV',
        'Fire JBF',
        'Unusable UNV',
        'Emerg. power RNO',
        'SAB',
        'Test KFM',
        'XYZ',
      ],
    ],
  ] as const)(
    '[ELEV-021] has a word for every mode in %s that has a meaning, and shows the code of the others',
    async (language, words) => {
      const page = await openLive({}, { language });
      const seen: (string | null | undefined)[] = [];
      for (const [index, value] of ['N', 'JAB', 'INS', 'JRV', 'JBF', 'UNV', 'RNO', 'SAB', 'KFM', 'XYZ'].entries()) {
        await page.say({ mode: value }, { at: Date.now() + index + 1 });
        seen.push(row(page, 'mode')?.querySelector('td')?.textContent);
      }
      expect(seen).toEqual(words);
    },
  );
});
