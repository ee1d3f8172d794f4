import { act, screen } from '@testing-library/react';
import { AlarmWatch } from '@/components/incidents/alarm-watch';
import { ConnectionBanner } from '@/components/incidents/connection-banner';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { useSms } from '@/lib/platform/client/hooks';
import { KNOWN_UNTIL } from '@/lib/platform/client/known-until';
import { holder } from '@/tests/support/holder';
import { listening, signedInAs } from '../home/support/channel';
import { answerCalls, renderApp } from '../support/render';
import type { FakeSocket } from '../../unit/live/realtime/support/fake-socket';

/** What a page says and does while its connection is gone (readings 249), and how pages follow each other (readings 264). */

const refresh = jest.fn();
const router = { refresh };
jest.mock('next/navigation', () => ({ usePathname: () => '/callbacklist', useRouter: () => router }));

const TRAPPED = {
  equipmentNo: '1001',
  equipmentName: '海棠主塔楼客梯',
  equipmentType: 'YAE_ELT',
  displayType: 'EV' as const,
  projectName: null,
  buildingName: null,
  address: null,
  branchName: '上海',
  condition: 'trapped' as const,
  code: null,
  title: null,
  floor: null,
  since: '2026-11-23 14:30:04',
  callback: null,
  canCreate: false,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  told: [],
  acks: [],
  notificationId: null,
  canAcknowledge: false,
  callHelp: false,
  release: null,
  camera: 0 as const,
};
const PAGE = { total: 1, pages: 1, size: 20, current: 1, records: [TRAPPED] };

let sockets: FakeSocket[];
let bells: number;
let freeAnswer: (() => void) | undefined;
let isReady: boolean;
let served: string;
let turn = 0;

function Rows() {
  const { data } = useSms(queryIncidents, { pageIndex: 7 }, { fallbackData: PAGE, revalidateOnMount: false });
  useRowsBell('callback', () => (bells += 1), listening(sockets));
  return <main data-testid="rows">{data?.total}</main>;
}

const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

beforeEach(async () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 24, 6, 0, 0), doNotFake: ['queueMicrotask'] });
  sockets = [];
  bells = 0;
  isReady = true;
  served = 'one';
  document.documentElement.dataset.version = 'one';
  freeAnswer = undefined;
  document.title = '召修单';
  refresh.mockClear();
  turn += 1;
  signedInAs(`anna${turn}`);
});
afterEach(() => jest.useRealTimers());

async function open() {
  answerCalls(async ({ path, body }) => {
    if (path === 'health/ready')
      return isReady
        ? { code: 200, data: { status: 'up', database: true, realtime: true, version: served } }
        : { code: 503, message: path };
    if (path !== 'incident/query') return { code: 404, message: path };
    if (body?.pageIndex === 7) await new Promise<void>((resolve) => (freeAnswer = resolve));
    return { code: 200, data: body?.pageIndex === 7 ? { ...PAGE, total: 2 } : PAGE };
  });
  renderApp(
    <>
      <ConnectionBanner username={`anna${turn}`} connection={listening(sockets)} />
      <AlarmWatch
        username={`anna${turn}`}
        holder={holder(2, 'EQUIPMENT_READ')}
        settings={{ faults: false, sound: false }}
        first={PAGE}
        connection={listening(sockets)}
      />
      <Rows />
    </>,
  );
  await pass(100);
  await connect();
}

async function connect() {
  sockets.at(-1)?.receive('connect');
  sockets.at(-1)?.receive('authorize', { code: 200, message: 'success' });
  await pass(1500);
}

const isGrey = () => document.documentElement.hasAttribute('data-connection-lost');

it('after 10 s without a connection the page says so and since when, is grey, and shows no alarm; when it is back, it reads again first', async () => {
  await open();
  expect(screen.getByTestId('alarm-strip')).toBeVisible();
  sockets.at(-1)?.receive('disconnect', 'transport close');
  await pass(9500);
  expect([screen.queryByTestId('connection-lost'), isGrey()]).toEqual([null, false]);
  await pass(1000);
  expect(screen.getByTestId('connection-lost')).toHaveTextContent('与服务器的连接自 14:00:01 起中断');
  expect([isGrey(), screen.queryByTestId('alarm-strip')]).toEqual([true, null]);
  expect(document.title).toBe('召修单');

  await pass(60_000);
  await connect();
  // The page's own answer is still on its way: nothing is live yet.
  expect([screen.queryByTestId('connection-lost') !== null, isGrey()]).toEqual([true, true]);
  freeAnswer?.();
  await pass(100);
  expect([screen.queryByTestId('connection-lost'), isGrey()]).toEqual([null, false]);
  expect(screen.getByTestId('rows')).toHaveTextContent('2');
  expect(screen.getByTestId('alarm-strip')).toBeVisible();
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('what the server rendered is read again only when the server is ready: a refresh that fails would leave the page', async () => {
  await open();
  isReady = false;
  sockets.at(-1)?.receive('disconnect', 'transport close');
  await pass(20_000);
  await connect();
  freeAnswer?.();
  await pass(10_000);
  expect([screen.queryByTestId('connection-lost'), refresh.mock.calls.length]).toEqual([null, 0]);
  isReady = true;
  await pass(3000);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('a connection that is found to be silent has been gone for its 10 s, and that is said at once', async () => {
  await open();
  await pass(20_000);
  sockets.at(-1)?.receive('disconnect', 'ping timeout');
  await pass(100);
  expect(screen.getByTestId('connection-lost')).toHaveTextContent('自 14:00:11 起中断');
});

it('a shorter loss is not said', async () => {
  await open();
  sockets.at(-1)?.receive('disconnect', 'transport close');
  await pass(5000);
  await connect();
  await pass(20_000);
  expect([screen.queryByTestId('connection-lost'), isGrey()]).toEqual([null, false]);
  expect(refresh).not.toHaveBeenCalled();
});

it.each([5000, 20_000])(
  'a new build after a loss of %i ms is asked about, and nothing loads by itself',
  async (lostMs) => {
    await open();
    served = 'two';
    sockets.at(-1)?.receive('disconnect', 'transport close');
    await pass(lostMs);
    await connect();
    freeAnswer?.();
    await pass(3000);
    expect(refresh).not.toHaveBeenCalled();
    expect(screen.getByTestId('new-version')).toHaveTextContent('有新版本。');
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeInTheDocument();
  },
);

it('keeps in the browser until when something was heard', async () => {
  await open();
  await pass(20_000);
  expect(localStorage.getItem(KNOWN_UNTIL)).toBe(String(Date.UTC(2026, 10, 24, 6, 0, 20)));
  const heard = Date.now() + 1600;
  await pass(heard - Date.now());
  sockets.at(-1)?.receive('disconnect', 'transport close');
  await pass(60_000);
  expect(Number(localStorage.getItem(KNOWN_UNTIL))).toBe(heard);
});

it('rows of a kind are read anew when it rings, and after every connection', async () => {
  await open();
  const before = bells;
  expect(before).toBeGreaterThan(0);
  act(() => sockets.at(-1)?.receive('rows', { at: 1, kind: 'symptom' }));
  act(() => sockets.at(-1)?.receive('rows', { at: 1, kind: 'callback' }));
  act(() => sockets.at(-1)?.receive('rows', { at: 1 }));
  expect(bells).toBe(before + 1);
});
