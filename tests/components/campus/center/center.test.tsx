import { act, screen, waitFor, within } from '@testing-library/react';
import { CenterScreen } from '@/components/campus/center/center-screen';
import type { CenterData } from '@/components/campus/center/use-center';
import { drawBeat } from '@/components/campus/draw-beat';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { LiveTopicsContext } from '@/lib/live/realtime/browser/store';
import { FakeSocket } from '../../../unit/live/realtime/support/fake-socket';
import { answerCalls, renderApp } from '../../support/render';
import { statusOf, unit } from '../support/wall';

/** The screen of the Shanghai center with a server of the test's own. */

const NAMES = ['L10 4F', 'L9 3F', 'L8 2F', 'L5 1F', 'L4 1F', 'B1 1F', '东侧扶梯'];
const units: CampusEquipment[] = NAMES.map((equipmentNickName, position) => ({
  ...unit(`E${position}`, 'ES', position),
  equipmentNickName,
}));
const dataOf = (of: readonly CampusEquipment[], more: Partial<CenterData> = {}): CenterData => ({
  at: Date.UTC(2026, 10, 21, 6, 32, 7),
  focus: null,
  units: of,
  total: of.length,
  statuses: of.map(({ equipmentNo }) => statusOf(equipmentNo)),
  ...more,
});

interface Options {
  /** null: none. */
  page?: string | null;
  settingsHref?: string | null;
  data?: CenterData;
}

function open(
  of = units,
  { page = 'escalator', settingsHref = '/campus?settings=true', data = dataOf(of) }: Options = {},
) {
  const sockets: FakeSocket[] = [];
  answerCalls((call) => {
    if (call.path.startsWith('campusview/equipmentPage'))
      return {
        code: 200,
        data: { source: 'chosen', equipmentList: { total: of.length, pages: 1, size: 200, current: 1, records: of } },
      };
    if (call.path.startsWith('equipmentExtension/statusList'))
      return { code: 200, data: (call.body.equipmentNoList as string[]).map((no) => statusOf(no)) };
    return { code: 200, data: null };
  });
  const rendered = renderApp(
    <LiveTopicsContext value={new LiveTopics()}>
      <CenterScreen
        data={data}
        page={page ?? undefined}
        settingsHref={settingsHref ?? undefined}
        mayChooseLanguage={false}
        connection={{
          getToken: async () => 'token',
          random: () => 1,
          openSocket: (settings) => {
            const socket = new FakeSocket(settings);
            sockets.push(socket);
            return socket;
          },
        }}
      />
    </LiveTopicsContext>,
  );
  const receive = (event: string, ...args: unknown[]) =>
    act(async () => {
      sockets.at(-1)?.receive(event, ...args);
      drawBeat.draw();
    });
  return {
    ...rendered,
    sockets,
    goLive: async () => {
      await waitFor(() => expect(sockets.length).toBeGreaterThan(0));
      await receive('connect');
      await receive('authorize', { code: 200, message: 'success' });
    },
    say: (equipmentNo: string, values: Record<string, unknown>) =>
      receive('rtc', {
        equipmentNo,
        equipmentType: 'YAE_ESC',
        responseType: 'snapshot',
        Timestamp: Date.now(),
        status: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at: Date.now() }])),
      }),
    item: (equipmentNo: string) => {
      const found = rendered.container.querySelector<HTMLElement>(`[data-unit="${equipmentNo}"]`);
      if (!found) throw new Error(`no ${equipmentNo}`);
      return found;
    },
    numbers: (half: string) =>
      [...rendered.container.querySelectorAll<HTMLElement>(`[data-half="${half}"] [data-unit]`)].map(
        ({ dataset }) => dataset.unit,
      ),
  };
}
const RUNS = { onlinestatus: 1, connection: 'online', stepspeed: 500, direction: 'Up', operationmode: 'Continuous' };

it('[SHC-001] shows the escalators by position in a left and a right half, and a logo that leads home', () => {
  const { numbers } = open();
  expect(numbers('left')).toEqual(['E0', 'E1', 'E2', 'E3']);
  expect(numbers('right')).toEqual(['E4', 'E5', 'E6']);
  expect(within(screen.getByRole('banner')).getByRole('link')).toHaveAttribute('href', '/');
  expect(screen.getByText('7 台扶梯')).toBeVisible();
});

it('[SHC-002] [SHC-003] each with its name and layer, in the look of its level', () => {
  const { item } = open();
  expect(item('E1')).toHaveTextContent(/^L93F/);
  expect(units.map(({ equipmentNo }) => item(equipmentNo).dataset.level)).toEqual([
    'Level0',
    'Level0',
    'Level1',
    'Level2',
    'Level3',
    'Level4',
    'Level4',
  ]);
  expect(item('E0').className).toContain('Level0');
});

it('[SHC-004] opens the live page of the escalator in a new tab, and none for those who may see none', () => {
  const { item, unmount } = open();
  expect(item('E1')).toHaveAttribute('href', '/monitor/escalator?equipmentNo=E1');
  expect(item('E1')).toHaveAttribute('target', '_blank');
  unmount();
  const none = open(units, { page: null });
  expect(none.item('E1').tagName).toBe('DIV');
});

it('shows the state of each escalator as it is reported, and counts the states in total and by level', async () => {
  const { goLive, say, item, container } = open();
  await goLive();
  const sum = (state: string) => container.querySelector(`[data-sum="${state}"] dd`)?.textContent;
  await say('E0', RUNS);
  await say('E1', { ...RUNS, stepspeed: 200, direction: 'Down', operationmode: 'Crawling' });
  await say('E2', { ...RUNS, errorstate: true, stepspeed: 0 });
  await say('E3', { ...RUNS, onlinestatus: 3 });
  expect(item('E0')).toHaveTextContent('100%');
  expect(item('E0').querySelector('[data-arrow="up"]')).not.toBeNull();
  expect(item('E1')).toHaveTextContent('50%');
  expect(item('E2')).toHaveTextContent('故障');
  expect(item('E3')).toHaveTextContent('控制柜断开');
  expect([sum('running'), sum('saving'), sum('fault'), sum('disconnected')]).toEqual(['1', '1', '1', '1']);
  const level = container.querySelector('ol [data-level="Level0"]');
  expect(level).toHaveTextContent('L9 · L10');
  expect(level).toHaveTextContent('运行 2 / 2');
});

it('[SHC-001] an empty wall links to its settings for users who may change them', async () => {
  const { unmount } = open([]);
  expect(await screen.findByRole('link', { name: '打开大屏设置' })).toHaveAttribute('href', '/campus?settings=true');
  unmount();
  open([], { settingsHref: null });
  expect(screen.queryByRole('link', { name: '打开大屏设置' })).toBeNull();
});

it('loads in the browser what the server could not render, and says how many escalators have no place', async () => {
  const { numbers, unmount } = open(units, { data: dataOf(units, { units: null, statuses: null, total: 0 }) });
  await waitFor(() => expect(numbers('left')).toHaveLength(4));
  unmount();
  open(units, { data: dataOf(units, { total: 230 }) });
  expect(screen.getByText('另有 223 台未显示')).toBeVisible();
});
