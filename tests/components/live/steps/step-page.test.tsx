import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ElevatorPage } from '@/components/live/elevator-page';
import { EscalatorCustomPage, EscalatorPage } from '@/components/live/steps/escalator-page';
import { SidewalkPage } from '@/components/live/steps/sidewalk-page';
import { holder } from '@/tests/support/holder';
import { openPage } from '../support/elevator-harness';
import type { Entries, Options, Page } from '../support/elevator-harness';

type PageOf = typeof ElevatorPage;
const EQUIPMENT = { equipmentType: 'YAE_ESC', displayType: 'ES', equipmentName: '东侧扶梯' } as const;
const WALK = { equipmentType: 'YAE_ESC', displayType: 'WW', equipmentName: '连廊人行道' } as const;
const RUNS: Entries = {
  onlinestatus: 1,
  connection: 'online',
  stepspeed: 500,
  direction: 'Up',
  operationmode: 'Continuous',
  technicianonsite: true,
  controlmode: 'Remote',
  drivemode: 'Inverter',
  warning: 'Lubrication',
  errorstate: false,
  health: 'Good',
  connected: true,
  counters: {
    up: 360_000,
    down: 7200,
    readytostart: 3599,
    error: 0,
    crawling: 36_000,
    autostop: 90_000,
    passup: 5400,
    passdown: 1,
  },
};

const open = (options: Options = {}) => openPage({ equipment: EQUIPMENT, Page: EscalatorPage as PageOf, ...options });
async function openRunning(more: Entries = {}, options: Options = {}) {
  const page = await open(options);
  await page.say({ ...RUNS, ...more }, { responseType: 'snapshot' });
  return page;
}
const root = (page: Page) => page.container.querySelector('[data-run-icon]');
const cover = (page: Page) => root(page)?.getAttribute('data-cover');
const row = (page: Page, name: string) => page.container.querySelector(`[data-row="${name}"]`);
const belt = (page: Page) => page.container.querySelector('[data-belt]');
const counter = (page: Page, name: string) => page.container.querySelector(`[data-counter="${name}"]`);

/** A walk's message in its older shape. */
const sayWalk = (page: Page, Status: Record<string, unknown>, Controllerversion = 'F5') =>
  page.emit('rtc', {
    equipmentNo: '10512345',
    equipmentType: 'YAE_ESC',
    responseType: 'snapshot',
    Timestamp: Date.now(),
    Controllerversion,
    Status: { OnlineStatus: 1, Connection: 'online', ...Status },
  });

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 15, 6, 32, 4) });
  frames = [];
  window.requestAnimationFrame = (callback) => frames.push(callback);
  window.cancelAnimationFrame = () => void (frames = []);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the live escalator page', () => {
  it('says loudly that somebody is trapped, whoever reported it and however the unit is connected (readings 284)', async () => {
    await open({ status: { onlineStatus: 4, entrapmentStatus: 1 } });
    expect(screen.getByRole('alert')).toHaveTextContent(/^有人被困请立即联系救援。/);
    expect(within(screen.getByRole('banner')).getByText('困人')).toBeVisible();
  });
  it('[ESCA-001] name, address and run icon: running, standby with its mode, error', async () => {
    const page = await openRunning();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('东侧扶梯');
    expect(screen.getByText('上海市徐汇区滨江路 88 号')).toBeVisible();
    expect(screen.getByTestId('run-icon')).toHaveTextContent('运行');
    await page.say({ operationmode: 'ReadyToStart' });
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'standby');
    expect(screen.getByTestId('run-icon')).toHaveTextContent('待机');
    await page.say({ errorstate: [true, { code: 72 }] });
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'error');
  });

  it('[ESCA-002] direction, speed in percent, and a picture that says in words what it shows', async () => {
    const page = await openRunning();
    expect(screen.getByTestId('percent')).toHaveTextContent('100%');
    expect(screen.getByTestId('way')).toHaveTextContent('上行');
    expect(screen.getByTestId('way-arrow')).toHaveAttribute('data-way', 'Up');
    expect(screen.getByRole('img', { name: /东侧扶梯 实时画面\. 梯级上行/ })).toBeInTheDocument();
    expect(belt(page)).toHaveAttribute('data-period', '680');
    await page.say({ stepspeed: 200, direction: 'Down' });
    expect(screen.getByTestId('percent')).toHaveTextContent('50%');
    expect(row(page, 'speed')).toHaveTextContent('50 % · 0.20 m/s');
    expect([belt(page)?.getAttribute('data-way'), belt(page)?.getAttribute('data-period')]).toEqual(['down', '1360']);
    await page.say({ stepspeed: 0 });
    expect(screen.getByTestId('percent')).toHaveTextContent('0%');
    expect(screen.getByTestId('way')).toHaveTextContent('静止');
    expect(belt(page)).toHaveAttribute('data-way', 'stop');
  });

  it('[ESCA-003] the eight counters in hours', async () => {
    const page = await openRunning();
    expect(
      ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown'].map(
        (name) => counter(page, name)?.textContent,
      ),
    ).toEqual([
      '100小时上行运行',
      '2小时下行运行',
      '0.9小时待机',
      '0小时故障',
      '10小时慢速运行',
      '25小时自动停止',
      '1.5小时上行载客',
      '0小时下行载客',
    ]);
  });

  it('[ESCA-004] the warning, lit among what it may be, and among the events', async () => {
    const page = await openRunning();
    const signs = within(screen.getByTestId('warning-indicator'));
    expect(signs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['无', '润滑', '过热']);
    expect(signs.getByText('润滑')).toHaveAttribute('aria-current', 'true');
    expect(row(page, 'warning')).toHaveTextContent('润滑');
    await page.say({ warning: 'Overheat' });
    expect(signs.getByText('过热')).toHaveAttribute('aria-current', 'true');
    expect(screen.getByTestId('events').querySelector('[data-code="Overheat"]')).toBeInTheDocument();
    await page.say({ warning: 'None' });
    expect(screen.getByTestId('events').querySelector('[data-code="Overheat"]')).toBeNull();
  });

  it('[ESCA-005] control mode, drive mode, technician and overview', async () => {
    const page = await openRunning({ drivemode: 'Hydraulic' });
    expect(row(page, 'control')).toHaveTextContent('远程');
    expect(row(page, 'drive')).toHaveTextContent('Hydraulic');
    expect(row(page, 'technician')).toHaveTextContent('在场');
    const overview = within(screen.getByTestId('overview'));
    for (const value of ['东侧扶梯', '上海市 徐汇区', '滨江路 88 号', '滨江国际中心 A座', '2024-03-01', '2027-02-28'])
      expect(overview.getByText(value)).toBeVisible();
  });

  it('[ESCA-018] the icon of low power: while it saves energy and, saying so, in a fault', async () => {
    const page = await openRunning();
    const mark = () => page.container.querySelector('[data-mark="low-power"]');
    expect(mark()).toBeNull();
    await page.say({ stepspeed: 200, operationmode: 'Crawling' });
    expect(mark()).toHaveTextContent('节能');
    await page.say({ errorstate: true, stepspeed: 0 });
    expect(mark()).toHaveTextContent('驱动已断电');
  });

  it('marks the safety device that was hit, in the picture, in words and in the band', async () => {
    const page = await openRunning({ errorstate: [true, { code: 72 }], stepspeed: 0 });
    expect(page.container.querySelector('[data-hit="comb"]')).toBeInTheDocument();
    expect(screen.getByTestId('hit')).toHaveTextContent('梳齿板');
    expect(page.container.querySelector('[data-cover="band-fault"] [data-fact="switch"]')).toHaveTextContent('梳齿板');
    expect(cover(page)).toBe('0');
    await page.say({ errorstate: [true, { code: 4711 }] });
    expect(page.container.querySelector('[data-hit]')).toBeNull();
  });

  it('[ESCA-009] [ESCA-012] [ESCA-013] [ESCA-014] loading, access refused, the key, and how it is reached', async () => {
    const page = await open();
    expect(cover(page)).toBe('1');
    await page.say({ ...RUNS, operationmode: 'KeyStart', stepspeed: 0 }, { responseType: 'snapshot' });
    expect(cover(page)).toBe('5');
    expect(screen.getByText('请用钥匙启动')).toBeVisible();
    for (const [onlinestatus, expected, text] of [
      [0, '6', '设备离线'],
      [3, '7', '控制柜连接断开'],
      [4, '8', '设备未接入'],
    ] as const) {
      await page.say({ onlinestatus });
      expect(cover(page)).toBe(expected);
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByText('请用钥匙启动')).toBeNull();
    }
    await page.say({ onlinestatus: 1 });
    await page.emit('authorize', { code: 511, message: 'denied' });
    expect(cover(page)).toBe('4');
  });

  it('[ESCA-010] is disconnected after 60 s without data, and connects again', async () => {
    const page = await openRunning();
    await act(() => jest.advanceTimersByTimeAsync(59_000));
    expect(cover(page)).toBe('0');
    await act(() => jest.advanceTimersByTimeAsync(1500));
    expect(cover(page)).toBe('2');
    const sockets = page.sockets.length;
    fireEvent.click(screen.getByRole('button', { name: '重新连接' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(page.sockets.length).toBeGreaterThan(sockets);
  });

  it('has no test buttons of its own', async () => {
    await openRunning();
    expect(screen.queryByTestId('test-buttons')).toBeNull();
  });
});

describe('what moves', () => {
  it('[ESCA-015] the steps ask for frames only while they run, in a tab in front, of a person who wants motion', async () => {
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const page = await openRunning();
    expect(frames.length).toBeGreaterThan(0);
    hidden.mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(frames).toEqual([]);
    hidden.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(frames.length).toBeGreaterThan(0);
    await page.say({ connection: 'offline' });
    expect(frames).toEqual([]);
    expect(screen.getByTestId('box-lost')).toBeInTheDocument();
  });

  it('with reduced motion no frame is requested, and the words still show the state', async () => {
    const wants = window.matchMedia;
    window.matchMedia = ((query: string) => ({
      ...wants(query),
      matches: query.includes('prefers-reduced-motion'),
    })) as typeof wants;
    try {
      await openRunning();
      expect(frames).toEqual([]);
      expect(screen.getByTestId('way')).toHaveTextContent('上行');
    } finally {
      window.matchMedia = wants;
    }
  });
});

describe("the customers' variant", () => {
  const custom = { Page: EscalatorCustomPage as PageOf };
  const Testing = ((props) => <EscalatorCustomPage {...props} showsTests />) as PageOf;

  it('[ESCA-011] a fault is a message, and the picture with the hit device stays in sight', async () => {
    const page = await openRunning({ errorstate: [true, { code: 80 }], stepspeed: 0 }, custom);
    expect(cover(page)).toBe('3');
    expect(page.container.querySelector('[data-cover="cover-3"]')).toHaveTextContent('暂停使用');
    expect(page.container.querySelector('[data-hit="button"]')).toBeInTheDocument();
    await page.say({ errorstate: false, operationmode: 'Fault' });
    expect(cover(page)).toBe('3');
    await page.say({ operationmode: 'Continuous' });
    expect(cover(page)).toBe('0');
  });

  it('[ESCA-007] [ESCA-010] waits 120 s for data', async () => {
    const page = await openRunning({}, custom);
    await act(() => jest.advanceTimersByTimeAsync(119_000));
    expect(cover(page)).toBe('0');
    await act(() => jest.advanceTimersByTimeAsync(1500));
    expect(cover(page)).toBe('2');
  });

  it('[ESCA-006] has hidden buttons that simulate up, down and stop in this browser alone, and says so', async () => {
    const page = await openRunning({}, custom);
    expect(screen.getByTestId('test-buttons')).not.toBeVisible();
    expect(within(screen.getByTestId('test-buttons')).getAllByRole('button', { hidden: true })).toHaveLength(3);
    const shownTests = await openRunning({}, { Page: Testing });
    const sent = shownTests.sockets.map(({ sent: events }) => events.length);
    const calls = shownTests.calls.length;
    const buttons = within(shownTests.container);
    fireEvent.click(buttons.getByRole('button', { name: '模拟下行' }));
    expect(belt(shownTests)).toHaveAttribute('data-way', 'down');
    expect(buttons.getByText('当前为模拟画面，不是设备的实际状态。')).toBeVisible();
    fireEvent.click(buttons.getByRole('button', { name: '模拟停止' }));
    expect(belt(shownTests)).toHaveAttribute('data-way', 'stop');
    fireEvent.click(buttons.getByRole('button', { name: '模拟停止' }));
    expect(belt(shownTests)).toHaveAttribute('data-way', 'up');
    expect(shownTests.sockets.map(({ sent: events }) => events.length)).toEqual(sent);
    expect(shownTests.calls).toHaveLength(calls);
    expect(belt(page)).toHaveAttribute('data-way', 'up');
  });
});

describe('the live page of a moving walk', () => {
  const walkPage = (options: Options = {}) =>
    open({ Page: SidewalkPage as PageOf, equipment: WALK, holder: holder(1, 'EQUIPMENT_READ'), ...options });
  const WALKS = {
    Speed: { StepSpeed: 50 },
    Direction: 'Up',
    OperationMode: ['Continuous'],
    TechnicianOnSite: false,
    Counter: { Up: 7200, Down: 3600, ReadyToStart: 1800, Error: 360 },
    DriveMode: 'StarDelta',
    ControlMode: 'Local',
    Warning: 'None',
    Temperature: 31,
    Power: 4.5,
    Break: { Range: 320 },
    ErrorState: false,
  };

  it('[SIDE-001] [SIDE-003] name, address, status, picture and operation state of the older message', async () => {
    const page = await walkPage();
    await sayWalk(page, WALKS);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('连廊人行道');
    expect(screen.getByText('上海市徐汇区滨江路 88 号')).toBeVisible();
    expect(screen.getByTestId('run-icon')).toHaveTextContent('运行');
    expect(screen.getByTestId('percent')).toHaveTextContent('100%');
    expect(screen.getByTestId('way')).toHaveTextContent('上行');
    expect(belt(page)).toHaveAttribute('data-belt', 'WW');
    const said = ['direction', 'speed', 'mode', 'control', 'drive', 'technician', 'warning', 'temperature', 'power'];
    expect([...said, 'brake', 'controller'].map((name) => row(page, name)?.children[1]?.textContent)).toEqual([
      '上行',
      '100 % · 0.50 m/s',
      '连续运行',
      '本地',
      '星三角',
      '无',
      '无',
      '31 °C',
      '4.5 kW',
      '320 mm',
      'F5',
    ]);
    expect(['up', 'down', 'readytostart', 'error', 'passup'].map((name) => counter(page, name)?.textContent)).toEqual([
      '2小时上行运行',
      '1小时下行运行',
      '0.5小时待机',
      '0.1小时故障',
      undefined,
    ]);
  });

  it('[SIDE-011] divides the speed by 10 for F6 alone', async () => {
    const page = await walkPage();
    await sayWalk(page, { ...WALKS, Speed: { StepSpeed: 400 } }, 'F6');
    expect(row(page, 'speed')).toHaveTextContent('50 % · 0.40 m/s');
    await sayWalk(page, { ...WALKS, Speed: { StepSpeed: 401 } }, 'F6');
    expect(screen.getByTestId('percent')).toHaveTextContent('100%');
    await sayWalk(page, { ...WALKS, Speed: { StepSpeed: 40 } }, 'F5');
    expect(row(page, 'speed')).toHaveTextContent('50 % · 0.40 m/s');
  });

  it('[SIDE-002] the overview links to the page of the unit', async () => {
    const page = await walkPage();
    await sayWalk(page, WALKS);
    expect(within(screen.getByTestId('overview')).getByRole('link')).toHaveAttribute(
      'href',
      '/detail/equipment?equipmentNo=10512345',
    );
  });

  it('[SIDE-004] hidden test buttons, and a footer of the page', async () => {
    const Footed = ((props) => <SidewalkPage {...props} footer={<a href="https://x.test">备案号</a>} />) as PageOf;
    const page = await walkPage({ Page: Footed });
    await sayWalk(page, WALKS);
    expect(screen.getByTestId('test-buttons')).not.toBeVisible();
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: '备案号' })).toBeVisible();
  });

  it('[SIDE-008] [SIDE-009] loading, no data, a fault by its mode', async () => {
    const page = await walkPage();
    expect(cover(page)).toBe('1');
    await sayWalk(page, {});
    expect(cover(page)).toBe('3');
    expect(screen.getByText('没有数据')).toBeVisible();
    await sayWalk(page, WALKS);
    expect(cover(page)).toBe('0');
    await sayWalk(page, { ...WALKS, OperationMode: ['Fault'] });
    expect(cover(page)).toBe('3');
    expect(page.container.querySelector('[data-cover="cover-3"]')).toHaveTextContent('故障');
  });

  it('[SIDE-010] an sms_error of refused access disconnects and shows cover 4 until the user retries', async () => {
    const page = await walkPage();
    await sayWalk(page, WALKS);
    const [socket] = page.sockets.slice(-1);
    if (!socket) throw new Error('no socket');
    const left = jest.spyOn(socket, 'disconnect');
    await page.emit('sms_error', {
      code: 511,
      message: 'no permission',
      checkResult: false,
      equipmentNoList: ['10512345'],
    });
    expect(left).toHaveBeenCalled();
    expect(cover(page)).toBe('4');
    const count = page.sockets.length;
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(page.sockets).toHaveLength(count);
    expect(cover(page)).toBe('4');
  });
});
