import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { drawBeat } from '@/components/campus/draw-beat';
import { UnitTile } from '@/components/campus/tiles/unit-tile';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { LiveTopicsContext } from '@/lib/live/realtime/browser/store';
import { answerCalls, renderApp } from '../../support/render';
import type { Call } from '../../support/render';
import { ALL_LINKS, renderWall, statusOf, unit, wallData } from '../support/wall';

const FIRST = {
  onlinestatus: 1,
  door: 'Closed',
  mode: 'N',
  position: { value: '3', physicalvalue: 4 },
  drive: 'Standing',
  load: 'Empty',
};
const of = (call: Call) => call.path.split('?')[0];
/** Answers every call of the wall from one list of units. */
function serveWall(units = [unit('A')], statuses = new Map<string, object>()) {
  return answerCalls((call) => {
    const query = new URLSearchParams(call.path.split('?')[1]);
    const [index, size] = [Number(query.get('pageIndex') ?? 1), Number(query.get('pageSize') ?? 40)];
    switch (of(call)) {
      case 'campusview/equipmentPage':
        return {
          code: 200,
          data: {
            source: 'chosen',
            equipmentList: {
              total: units.length,
              pages: Math.ceil(units.length / size),
              size,
              current: index,
              records: units.slice((index - 1) * size, index * size),
            },
          },
        };
      case 'equipmentExtension/statusList':
        return {
          code: 200,
          data: (call.body.equipmentNoList as string[]).map((equipmentNo) => ({
            ...statusOf(equipmentNo),
            ...statuses.get(equipmentNo),
          })),
        };
      case 'equipmentExtension/error':
        return { code: 200, data: wallData([]).faults };
      case 'equipmentExtension/connectedStatus/stats':
        return { code: 200, data: wallData([]).connections };
      case 'campusview':
        return { code: 200, data: wallData(units).view };
      default:
        return { code: 200, data: null };
    }
  });
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('[RTC-006] units that the live channel refuses are logged; the wall is not covered, now or later', async () => {
  jest.useFakeTimers();
  const log = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  serveWall([unit('A'), unit('B')]);
  const { goLive, socket, wall } = renderWall(wallData([unit('A'), unit('B')]));
  await act(() => jest.advanceTimersByTimeAsync(10));
  await goLive();
  await act(async () =>
    socket().receive('sms_error', {
      code: 511,
      message: 'no permission',
      checkResult: false,
      equipmentNoList: ['A', 'B'],
    }),
  );
  await act(() => jest.advanceTimersByTimeAsync(130_000));
  expect(wall()).toHaveAttribute('data-status', '0');
  expect(log).toHaveBeenCalledWith('sms_error 511: no permission');
});

describe('tiles', () => {
  it('[CAMP-001] [CAMP-006] [CAMP-008] [NAV-044] show the nickname and a picture by kind, and open the live page of the kind in a new tab', async () => {
    serveWall();
    const { tile } = renderWall(wallData([unit('A', 'EV'), unit('B', 'ES'), unit('C', 'WW')]));
    expect(['A', 'B', 'C'].map((no) => tile(no).dataset.kind)).toEqual(['EV', 'ES', 'WW']);
    expect(tile('A')).toHaveTextContent('Unit A');
    expect(tile('A').querySelector('[data-door]')).not.toBeNull();
    expect(tile('B').querySelector('[data-pace]')).not.toBeNull();
    expect(['A', 'B', 'C'].map((no) => tile(no).getAttribute('href'))).toEqual([
      '/monitor/elevator?equipmentNo=A',
      '/monitor/escalator?equipmentNo=B',
      '/monitor/sidewalk?equipmentNo=C',
    ]);
    for (const no of ['A', 'B', 'C']) expect(tile(no)).toHaveAttribute('target', '_blank');
  });

  it('[CAMP-001] the wall has tiles, a summary panel and a list of messages', async () => {
    serveWall();
    renderWall(wallData([unit('A')]), { authorities: ['CAMPUS_VIEW_EQUIPMENT_READ'] });
    expect(screen.getByRole('list', { name: '设备' })).toBeVisible();
    expect(screen.getByRole('complementary', { name: '设备汇总' })).toBeVisible();
    expect(screen.getByRole('tab', { name: '设备事件' })).toBeVisible();
  });

  it('[CAMP-028] logo and background of the wall are loaded from below the base path of files', () => {
    serveWall();
    const data = wallData([unit('A')]);
    const basic = data.view && { ...data.view.basic, logo: 'campus/logo.png', background: 'campus/back.png' };
    const { container } = renderWall({ ...data, view: data.view && basic && { ...data.view, basic } });
    expect(container.querySelector('img')).toHaveAttribute('src', '/sms/file/view/campus/logo.png');
    expect(container.querySelector('[style*="background-image"]')?.getAttribute('style')).toContain(
      '/sms/file/view/campus/back.png',
    );
  });

  it('are no links where there is no live page for this user', () => {
    serveWall();
    const { tile } = renderWall(wallData([unit('A')]), { links: { live: {}, hasEquipmentList: false, messages: {} } });
    expect(tile('A').tagName).toBe('DIV');
    expect(document.querySelectorAll('a')).toHaveLength(0);
  });

  it('[CAMP-007] an elevator shows door, arrow, load, floor and mode with its tooltip', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('A')]));
    await goLive();
    await say(
      'A',
      { ...FIRST, door: 'Opening', load: 'Full Load', mode: 'INS', drive: 'Moving', direction: 'Up' },
      'snapshot',
    );
    expect(tile('A').querySelector('[data-floor="3"]')).toHaveTextContent('3');
    expect(tile('A').querySelector('[data-arrow="up"]')).not.toBeNull();
    expect(tile('A').querySelector('[data-door-word="Opening"]')).toHaveTextContent('开门中');
    expect(tile('A').querySelector('[data-door="Opening"][data-load="Full Load"]')).not.toBeNull();
    expect(tile('A').querySelector('[data-mark="mode"]')).toHaveAttribute('title', '运行模式：检修 INS');
    await say('A', { drive: 'Standing', door: 'Locked', mode: 'N' });
    expect(tile('A').querySelector('[data-arrow]')).toBeNull();
    expect(tile('A').querySelector('[data-mark="mode"]')).toBeNull();
    expect(tile('A').querySelector('[data-door-word="Closed"]')).toHaveTextContent('门关');
  });

  it('[CAMP-054] an elevator that goes offline shows no values and says that it is offline', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('A')]));
    await goLive();
    await say('A', FIRST, 'snapshot');
    await say('A', { onlinestatus: 0 });
    expect(tile('A')).toHaveAttribute('data-state', 'offline');
    expect(tile('A')).toHaveTextContent('--');
    expect(tile('A')).toHaveTextContent('离线');
    expect(tile('A').querySelector('[data-door-word], [data-load-word]')).toBeNull();
    await say('A', { onlinestatus: 3 });
    expect(tile('A')).toHaveTextContent('控制柜断开');
  });

  it('an elevator that has been silent for 16 days is shown as offline, whenever the check runs', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('A')]));
    await goLive();
    const old = (value: unknown, days: number) => ({ value, at: Date.now() - days * 24 * 3_600_000 });
    await say(
      'A',
      { onlinestatus: 1, connection: 'online', door: old('Closed', 16.5), mode: old('N', 17.5) },
      'snapshot',
    );
    await say('A', { onlinestatus: 0, connection: 'offline' });
    expect(tile('A')).toHaveTextContent(/离线16 天前/);
  });

  it('shows JAB, JRV and SAB by their code and the other modes by their word', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('A')]));
    await goLive();
    await say('A', FIRST, 'snapshot');
    const seen: (string | null | undefined)[][] = [];
    for (const mode of ['JAB', 'JRV', 'SAB', 'UNV', 'RNO']) {
      await say('A', { mode });
      const mark = tile('A').querySelector('[data-mark="mode"]');
      seen.push([mark?.textContent, mark?.getAttribute('title')]);
    }
    expect(seen).toEqual([
      ['JAB', '运行模式：JAB'],
      ['JRV', '运行模式：JRV'],
      ['SAB', '运行模式：SAB'],
      ['不可用', '运行模式：不可用 UNV'],
      ['应急电源运行', '运行模式：应急电源运行 RNO'],
    ]);
  });

  it('the car is drawn at the height of its landing, and an express zone is drawn as a gap', async () => {
    serveWall();
    const tower = { ...unit('A'), totalFloors: 41 };
    const express = { ...unit('B'), totalFloors: 5, expressZones: [{ above: 2, storeys: 27 }] };
    const { goLive, say, tile } = renderWall(wallData([tower, express]));
    await goLive();
    const height = (no: string) => Number(tile(no).querySelector<HTMLElement>('[data-height]')?.dataset.height);
    await say('A', { ...FIRST, position: { value: '6', physicalvalue: 6 } }, 'snapshot');
    expect(height('A')).toBeCloseTo(0.125);
    await say('A', { position: { value: '41', physicalvalue: 41 } });
    expect(height('A')).toBe(1);
    expect(tile('A').querySelector('[data-express]')).toBeNull();
    await say('B', { ...FIRST, position: { value: '30', physicalvalue: 3 } }, 'snapshot');
    expect(height('B')).toBeCloseTo(29 / 31, 3);
    expect(tile('B').querySelectorAll('[data-express]')).toHaveLength(1);
  });

  it('the steps of an escalator are drawn every 40 ms above 40 cm/s and every 80 ms otherwise, 17 pictures long', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('B', 'ES')]));
    await goLive();
    const belt = () => {
      const style = tile('B').querySelector<HTMLElement>('[data-belt]')?.style;
      return [style?.animationDuration, style?.animationTimingFunction];
    };
    await say('B', { onlinestatus: 1, direction: 'Up', operationmode: 'Continuous', stepspeed: 500 }, 'snapshot');
    expect(belt()).toEqual(['680ms', 'steps(17)']);
    await say('B', { stepspeed: 400 });
    expect(belt()).toEqual(['1360ms', 'steps(17)']);
  });

  it('[CAMP-049] [CAMP-051] marks a trapped person, loaded, beside a fault and the technician', async () => {
    serveWall();
    const { goLive, say, tile } = renderWall(wallData([unit('A')]));
    await goLive();
    await say('A', { ...FIRST, entrapment: true, errorstate: true, technicianonsite: true }, 'snapshot');
    expect(tile('A')).toHaveAttribute('data-state', 'trapped');
    expect([...tile('A').querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'))).toEqual([
      'trapped',
      'error',
      'technician',
    ]);
    expect(tile('A').querySelector('[data-load-word="Loaded"]')).not.toBeNull();
  });

  it.each([0, 1, 3, 4])(
    'marks a trapped person whom somebody reported, on every kind of unit with online status %s (readings 284)',
    async (onlineStatus) => {
      serveWall();
      const kinds = ['EV', 'ES', 'WW'] as const;
      const statuses = kinds.map((kind) => statusOf(kind, { onlineStatus, entrapmentStatus: 1 }));
      const { goLive, tile } = renderWall(
        wallData(
          kinds.map((kind) => unit(kind, kind)),
          { statuses },
        ),
      );
      await goLive();
      for (const kind of kinds) {
        expect(tile(kind)).toHaveAttribute('data-state', 'trapped');
        expect(tile(kind).querySelector('[data-mark="trapped"]')).toHaveTextContent('困人');
      }
    },
  );

  it('[CAMP-046] [CAMP-047] [CAMP-048] an escalator shows direction, energy saving at 40 cm/s, and a rider after the speed rose', async () => {
    serveWall();
    const { goLive, say, sayWalk, tile } = renderWall(wallData([unit('B', 'ES'), unit('C', 'WW')]));
    await goLive();
    await say('B', { onlinestatus: 1, direction: 'Up', operationmode: 'Intermittent', stepspeed: 400 }, 'snapshot');
    expect(tile('B')).toHaveAttribute('data-state', 'up');
    expect(tile('B').querySelector('[data-mark="saving"]')).toHaveTextContent('节能');
    expect(tile('B').querySelector('[data-speed="40"]')).toHaveTextContent('0.40');
    await say('B', { stepspeed: 500 });
    expect(tile('B').querySelector('[data-mark="saving"]')).toBeNull();
    expect(tile('B').querySelector('[data-mark="person"]')).not.toBeNull();
    await sayWalk('C', 'F5', { OnlineStatus: 1, Direction: 'Down', Speed: { StepSpeed: 50 } });
    expect(tile('C').querySelector('[data-speed="50"]')).toHaveTextContent('0.50');
    await sayWalk('C', 'F6', { OnlineStatus: 1, Direction: 'Down', Speed: { StepSpeed: 300 } });
    expect(tile('C').querySelector('[data-speed="30"]')).toHaveTextContent('0.30');
  });

  it('a tile renders for new values of its own unit only, and not for repeated ones', async () => {
    const topics = new LiveTopics();
    const drawn = new Map<string, number>();
    const numbers = Array.from({ length: 100 }, (_, index) => `N${index}`);
    renderApp(
      <LiveTopicsContext value={topics}>
        {numbers.map((no, index) => (
          <Profiler key={no} id={no} onRender={(id) => drawn.set(id, (drawn.get(id) ?? 0) + 1)}>
            <UnitTile
              equipmentNo={no}
              name={no}
              displayType={index % 5 === 4 ? 'ES' : 'EV'}
              place={1}
              href={undefined}
              onlineStatus={1}
              errorStatus={0}
              entrapmentStatus={0}
            />
          </Profiler>
        ))}
      </LiveTopicsContext>,
    );
    act(() => {
      topics.setState(0);
      drawBeat.draw();
    });
    const say = (equipmentNo: string, values: Record<string, unknown>, at: number) =>
      act(() => {
        topics.apply({
          equipmentNo,
          equipmentType: 'YAE_ELT',
          responseType: 'change',
          timestamp: at,
          status: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at }])),
        });
        drawBeat.draw();
      });
    for (const no of numbers)
      say(
        no,
        { onlinestatus: 1, door: 'Closed', position: '3', drive: 'Standing', direction: 'Up', stepspeed: 500 },
        1000,
      );
    drawn.clear();
    say('N7', { door: 'Opening' }, 2000);
    expect([...drawn]).toEqual([['N7', 1]]);
    // The same values measured again, counters, and a change that no tile shows.
    say('N7', { door: 'Opening', position: '3' }, 3000);
    say('N7', { trips: 812, energy: 3.2, indoorzone: 'On Floor', direction: 'Down' }, 3000);
    say('N9', { counters: { up: 3 }, stepspeed: 500 }, 3000);
    expect([...drawn]).toEqual([['N7', 1]]);
    say('N9', { stepspeed: 300 }, 4000);
    expect([...drawn]).toEqual([
      ['N7', 1],
      ['N9', 1],
    ]);
  });

  it('a message touches nothing on the wall but its own tile', async () => {
    serveWall();
    const { goLive, say, tile, container } = renderWall(
      wallData(Array.from({ length: 40 }, (_, index) => unit(`N${index}`, index % 4 === 3 ? 'ES' : 'EV', index))),
    );
    await goLive();
    for (const no of ['N5', 'N6']) await say(no, FIRST, 'snapshot');
    const touched = new Set<Node>();
    const watcher = new MutationObserver((records) => records.forEach((record) => touched.add(record.target)));
    watcher.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    await say('N5', { position: { value: '4', physicalvalue: 5 }, drive: 'Moving', direction: 'Up' });
    await act(async () => undefined);
    watcher.disconnect();
    expect(touched.size).toBeGreaterThan(0);
    const outside = [...touched].filter(
      (node) =>
        !tile('N5').contains(node) &&
        !(node instanceof Element && node.closest('header')) &&
        !node.parentElement?.closest('header'),
    );
    expect(outside).toEqual([]);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 95 }, (_, index) => unit(`N${index}`, 'EV', index));

  it('[CAMP-003] [CAMP-039] [CAMP-040] turning the page fetches it and subscribes to its units instead', async () => {
    const calls = serveWall(many);
    const { goLive, socket, container, urls } = renderWall(wallData(many));
    await goLive();
    expect((socket().events('rtc')[0] as unknown[]).length).toBe(40);
    expect(calls.map(of)).not.toContain('campusview/equipmentPage');
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(container.querySelector('[data-unit="N40"]')).not.toBeNull());
    expect(container.querySelector('[data-unit="N0"]')).toBeNull();
    await waitFor(() =>
      expect(
        (socket().events('rtc').at(-1) as { equipmentNo: string }[]).map(({ equipmentNo }) => equipmentNo).sort(),
      ).toEqual(
        many
          .slice(40, 80)
          .map(({ equipmentNo }) => equipmentNo)
          .sort(),
      ),
    );
    expect(
      calls.filter((call) => of(call) === 'equipmentExtension/statusList').at(-1)?.body.equipmentNoList,
    ).toHaveLength(40);
    expect(urls.at(-1)).toBe('?page=2');
    expect(
      within(container.querySelector<HTMLElement>('[data-unit="N40"]') ?? container).getByTitle('第 1 位'),
    ).toBeInTheDocument();
    await act(async () => {
      fireEvent.keyDown(window, { key: 'ArrowLeft' });
    });
    await waitFor(() => expect(container.querySelector('[data-unit="N0"]')).not.toBeNull());
  });

  it('a finger turns the page, a mouse does not', async () => {
    serveWall(many);
    const { container } = renderWall(wallData(many));
    const grid = container.querySelector('ul[data-size]') ?? container;
    const swipe = async (pointerType: string) =>
      act(async () => {
        const at = (type: string, clientX: number) =>
          grid.dispatchEvent(
            Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY: 5 }), { pointerType }),
          );
        at('pointerdown', 300);
        at('pointerup', 120);
      });
    await swipe('mouse');
    expect(container.querySelector('[data-unit="N0"]')).not.toBeNull();
    await swipe('touch');
    await waitFor(() => expect(container.querySelector('[data-unit="N40"]')).not.toBeNull());
  });

  it('[CAMP-004] [CAMP-005] [CAMP-013] the size menu offers 40, 80 and 100, is kept for the user and starts at the first page', async () => {
    const calls = serveWall(many);
    const { container, urls } = renderWall(
      wallData(many, {
        pageIndex: 2,
        page: { total: 95, pages: 3, size: 40, current: 2, records: many.slice(40, 80) },
        statuses: many.slice(40, 80).map(({ equipmentNo }) => statusOf(equipmentNo)),
      }),
      { search: '?page=2' },
    );
    expect(container.querySelector('[data-unit="N40"]')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '每页 40 台' }));
    expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
      '每页 40 台',
      '每页 80 台',
      '每页 100 台',
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: '每页 80 台' }));
    await waitFor(() => expect(container.querySelectorAll('[data-unit]')).toHaveLength(80));
    expect(container.querySelector('[data-unit="N0"]')).not.toBeNull();
    expect(calls.find((call) => of(call) === 'campusview/saveOrUpdateForSize')?.body).toEqual({ campusViewSize: 80 });
    expect(urls.at(-1)).toBe('');
  });
});

describe('covers', () => {
  it('[CAMP-009] says that no equipment is monitored, and opens no connection', () => {
    serveWall([]);
    const { wall, sockets } = renderWall(wallData([], { statuses: null }));
    expect(wall()).toHaveAttribute('data-status', '3');
    expect(screen.getByText('没有监控设备')).toBeInTheDocument();
    expect(sockets).toHaveLength(0);
  });

  it('[CAMP-009] [CAMP-037] a branch without chosen units sees the units that need care, is told so and may choose', async () => {
    serveWall();
    const { wall, tile } = renderWall(
      wallData([unit('A'), unit('B')], {
        source: 'care',
        statuses: [statusOf('A', { entrapmentStatus: 1 }), statusOf('B', { errorStatus: 1 })],
      }),
      { authorities: ['CAMPUS_VIEW_READ', 'CAMPUS_VIEW_WRITE'] },
    );
    expect(wall()).toHaveAttribute('data-status', '0');
    expect([tile('A').dataset.state, tile('B').dataset.state]).toEqual(['trapped', 'error']);
    const strip = screen.getByTestId('care-strip');
    expect(strip).toHaveTextContent('尚未选择设备，显示您范围内需要关注的设备，最紧急的在前');
    expect(within(strip).getByRole('button', { name: '选择设备' })).toBeInTheDocument();
  });

  it('[CAMP-009] [CAMP-037] without the right to choose it offers no choice, and a chosen wall has no strip', () => {
    serveWall();
    const { unmount } = renderWall(wallData([unit('A')], { source: 'care' }), { authorities: ['CAMPUS_VIEW_READ'] });
    expect(within(screen.getByTestId('care-strip')).queryByRole('button')).toBeNull();
    unmount();
    renderWall(wallData([unit('A')]));
    expect(screen.queryByTestId('care-strip')).toBeNull();
  });

  it('[CAMP-037] when no connected unit needs care, the wall says so without cover 3', () => {
    serveWall([]);
    const { wall, sockets, unmount } = renderWall(
      wallData([], {
        source: 'care',
        statuses: null,
        connections: { onlineCount: 12, offlineCount: 0, unregisteredCount: 3, allCount: 15 },
      }),
    );
    expect(wall()).toHaveAttribute('data-status', '0');
    expect(screen.getByText('目前没有需要关注的设备')).toBeInTheDocument();
    expect(screen.getByText('12 台在线设备均无故障，3 台未安装设备状态未知。')).toBeInTheDocument();
    expect(sockets).toHaveLength(0);
    unmount();
    renderWall(
      wallData([], {
        source: 'care',
        statuses: null,
        connections: { onlineCount: 0, offlineCount: 0, unregisteredCount: 3, allCount: 3 },
      }),
    );
    expect(screen.queryByText('目前没有需要关注的设备')).toBeNull();
    expect(screen.getByText('设备状态未知')).toBeInTheDocument();
  });

  it('the order of units in need is updated every five minutes, and tiles do not jump in between', async () => {
    jest.useFakeTimers();
    const calls = serveWall([unit('B'), unit('A')]);
    const { goLive, say, container } = renderWall(wallData([unit('A'), unit('B')], { source: 'care' }));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    const order = () => [...container.querySelectorAll<HTMLElement>('[data-unit]')].map(({ dataset }) => dataset.unit);
    await say('A', FIRST, 'snapshot');
    await say('B', { ...FIRST, entrapment: true }, 'snapshot');
    for (let part = 0; part < 9; part += 1) {
      await act(async () => {
        await jest.advanceTimersByTimeAsync(32_000);
      });
      await say('A', { onlinestatus: part % 2 });
    }
    expect(order()).toEqual(['A', 'B']);
    expect(calls.map(of)).not.toContain('campusview/equipmentPage');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(15_000);
    });
    expect(calls.map(of)).toContain('campusview/equipmentPage');
    expect(order()).toEqual(['B', 'A']);
  });

  it('[CAMP-009] loads until the states are read', async () => {
    answerCalls(() => new Promise(() => undefined));
    const { wall } = renderWall(wallData([], { page: null, statuses: null }));
    expect(wall()).toHaveAttribute('data-status', '1');
  });

  it('[CAMP-009] after three connect errors it is disconnected, with a refresh that brings it back', async () => {
    jest.useFakeTimers();
    serveWall();
    const { wall, sockets, socket } = renderWall(wallData([unit('A')]));
    for (let error = 0; error < 3; error += 1) {
      await act(async () => {
        await jest.advanceTimersByTimeAsync(5000);
      });
      expect(sockets.length).toBe(error + 1);
      await act(async () => socket().receive('connect_error', new Error('refused')));
    }
    expect(wall()).toHaveAttribute('data-status', '2');
    expect(wall()).toHaveAttribute('data-paused');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '刷新' }));
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(wall()).toHaveAttribute('data-status', '0');
  });

  it('60 s without data is disconnected', async () => {
    jest.useFakeTimers();
    serveWall();
    const { wall, goLive, say } = renderWall(wallData([unit('A')]));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    await say('A', FIRST, 'snapshot');
    expect(wall()).not.toHaveAttribute('data-paused');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(59_900);
    });
    expect(wall()).toHaveAttribute('data-status', '0');
    expect(screen.getByRole('img', { name: '正常占比 97.2%' })).toBeInTheDocument();
    expect(screen.getByText('本页设备全部在线且无故障')).toBeInTheDocument();
    await act(async () => {
      await jest.advanceTimersByTimeAsync(200);
    });
    expect(wall()).toHaveAttribute('data-status', '2');
    // What the panel last knew is no statement of now.
    expect(document.querySelector('aside')).toHaveAttribute('data-stale');
    expect(screen.getByRole('img', { name: '正常占比 未知' })).toBeInTheDocument();
    expect(screen.queryByText('本页设备全部在线且无故障')).toBeNull();
  });

  it('[CAMP-038] a wall of which all units are offline stays visible', () => {
    serveWall();
    const { wall, tile } = renderWall(
      wallData([unit('A'), unit('B', 'ES')], { statuses: ['A', 'B'].map((no) => statusOf(no, { onlineStatus: 0 })) }),
    );
    expect(wall()).toHaveAttribute('data-status', '0');
    expect([tile('A').dataset.state, tile('B').dataset.state]).toEqual(['offline', 'offline']);
  });
});

describe('the panel', () => {
  it('never calls a page without units normal', () => {
    serveWall([]);
    renderWall(wallData([], { statuses: null }));
    expect(screen.queryByText('本页设备全部在线且无故障')).toBeNull();
  });

  it('calls a page normal only while all of its units report', async () => {
    serveWall();
    const { goLive, say } = renderWall(wallData([unit('A'), unit('B')]));
    await goLive();
    await say('A', FIRST, 'snapshot');
    expect(screen.getByText('本页设备全部在线且无故障')).toBeInTheDocument();
    await say('A', { connection: 'offline' });
    expect(screen.queryByText('本页设备全部在线且无故障')).toBeNull();
    expect(screen.getByText('本页需关注').parentElement).toHaveTextContent('Unit A通信中断');
  });

  it('says how many units are unknown when no other unit needs care', () => {
    serveWall();
    renderWall(
      wallData([unit('A'), unit('B')], {
        statuses: [statusOf('A'), statusOf('B', { onlineStatus: 4, errorStatus: 2 })],
      }),
    );
    expect(screen.getByText('1 台设备状态未知')).toBeInTheDocument();
  });

  it('[CAMP-016] shows the projects, the total and bars of at most 150 px by their share of it', () => {
    serveWall();
    const { container } = renderWall(wallData([unit('A')]));
    expect(screen.getByText('滨江一期')).toBeInTheDocument();
    expect(container.querySelector('[data-count="all"]')).toHaveTextContent('200');
    const width = (name: string) => container.querySelector<HTMLElement>(`[data-bar="${name}"] [style]`)?.style.width;
    expect(['online', 'offline', 'unregistered'].map(width)).toEqual(['112.5px', '33.8px', '3.8px']);
  });

  it('[CAMP-015] shows the projects and the messages in tabs; date and clock stand in the head and remain when it is closed', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 6, 32, 7) });
    serveWall();
    const { container } = renderWall(wallData([unit('A')]), {
      authorities: ['CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ'],
    });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(1000);
    });
    const panel = within(container.querySelector<HTMLElement>('aside') ?? container);
    expect(panel.getByText('滨江一期')).toBeInTheDocument();
    expect(panel.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['设备事件', '服务提醒']);
    const head = () => within(container.querySelector<HTMLElement>('header') ?? document.createElement('div'));
    expect(panel.queryByText(/星期/)).toBeNull();
    expect(head().getByText('2026-11-21 星期六')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: '收起汇总' }));
    expect(container.querySelector('aside')).toBeNull();
    expect(head().getByText('2026-11-21 星期六')).toBeInTheDocument();
    await act(async () => {
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(head().getByTestId('clock')).toHaveTextContent('14:32:09');
  });

  it('[CAMP-017] [CAMP-018] [NAV-045] offline, not installed, normal and faulty counts open the equipment list in a new tab', () => {
    serveWall();
    const { container } = renderWall(wallData([unit('A')]));
    const link = (name: string) => container.querySelector(`[data-count="${name}"] a`);
    expect(
      ['offline', 'unregistered', 'elevatorNormal', 'escalatorNormal', 'elevatorStop', 'escalatorStop'].map((name) =>
        link(name)?.getAttribute('href'),
      ),
    ).toEqual([
      '/equipmentlist?type=1',
      '/equipmentlist?type=2',
      '/equipmentlist?type=3&equipmentType=1',
      '/equipmentlist?type=3&equipmentType=2',
      '/equipmentlist?type=4&equipmentType=1',
      '/equipmentlist?type=4&equipmentType=2',
    ]);
    expect(link('offline')).toHaveAttribute('target', '_blank');
    expect(link('online')).toBeNull();
  });

  it('[CAMP-019] shows normal and faulty units by kind and a half ring of both, never rounded up to 100 %', () => {
    serveWall();
    const { container, unmount } = renderWall(wallData([unit('A')]));
    const count = (name: string) => container.querySelector(`[data-count="${name}"]`)?.textContent;
    expect(['elevatorNormal', 'elevatorStop', 'escalatorNormal', 'escalatorStop'].map(count)).toEqual([
      '100',
      '3',
      '40',
      '1',
    ]);
    expect(screen.getByRole('img', { name: '正常占比 97.2%' })).toBeInTheDocument();
    unmount();
    renderWall(
      wallData([unit('A')], {
        faults: { elevatorNormal: 99_999, elevatorStop: 1, escalatorNormal: 0, escalatorStop: 0 },
      }),
    );
    expect(screen.getByRole('img', { name: '正常占比 99.9%' })).toBeInTheDocument();
  });

  it('[CAMP-080] shows -- for counts that failed', async () => {
    answerCalls((call) =>
      of(call)?.startsWith('equipmentExtension') ? { code: 500, error: 'server_error' } : { code: 200, data: null },
    );
    const { container } = renderWall(wallData([unit('A')], { connections: null, faults: null }));
    await waitFor(() => expect(container.querySelector('[data-count="all"]')).toHaveTextContent('--'));
    expect(container.querySelector('[data-count="offline"]')).toHaveTextContent('--');
    await waitFor(() => expect(container.querySelector('[data-count="elevatorStop"]')).toHaveTextContent('--'));
    expect(screen.getByRole('img', { name: '正常占比 --' })).toBeInTheDocument();
  });

  it('[CAMP-014] is to the right of the tiles, 375 px wide, and can be folded', async () => {
    serveWall();
    const { container, wall } = renderWall(wallData([unit('A')]));
    expect(wall()).toHaveAttribute('data-panel');
    expect(readFileSync('components/campus/wall/summary-panel.module.css', 'utf8')).toMatch(
      /^\.panel \{[^}]*\bwidth: 375px;/m,
    );
    expect(readFileSync('components/campus/wall/campus-screen.module.css', 'utf8')).toMatch(
      /^\.wall\[data-panel\] \{\s*grid-template: [^;]* \/ minmax\(0, 1fr\) 375px;\s*grid-template-areas: [^;]*'stage panel';\s*\}/m,
    );
    await userEvent.click(screen.getByRole('button', { name: '收起汇总' }));
    expect(container.querySelector('aside')).toBeNull();
    expect(wall()).not.toHaveAttribute('data-panel');
    await userEvent.click(screen.getByRole('button', { name: '显示汇总' }));
    expect(container.querySelector('aside')).not.toBeNull();
  });

  it('[CAMP-083] [CAMP-082] after a fault the wall reads that unit again after 2 s, updates tile and list, and counts again', async () => {
    jest.useFakeTimers();
    const calls = serveWall([unit('A'), unit('B')], new Map([['A', { errorStatus: 1 }]]));
    const { goLive, say, tile } = renderWall(wallData([unit('A'), unit('B')]));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    await say('A', { ...FIRST, health: 'Good' }, 'snapshot');
    await say('A', { health: 'Bad' });
    expect(tile('A').dataset.state).toBe('standing');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(2100);
    });
    expect(
      calls.filter((call) => of(call) === 'equipmentExtension/statusList').map(({ body }) => body.equipmentNoList),
    ).toEqual([['A']]);
    expect(tile('A').dataset.state).toBe('error');
    expect(tile('B').dataset.state).toBe('standing');
    expect(screen.getByText('本页需关注').parentElement).toHaveTextContent('Unit A故障');
    expect(calls.map(of)).toEqual(
      expect.arrayContaining(['equipmentExtension/error', 'equipmentExtension/connectedStatus/stats']),
    );
  });
});

describe('the header', () => {
  it('[CAMP-023] has a clock that goes every second', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 6, 32, 7) });
    serveWall();
    renderWall(wallData([unit('A')]));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(screen.getByTestId('clock')).toHaveTextContent('14:32:08');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(screen.getByTestId('clock')).toHaveTextContent('14:32:09');
  });

  it('says how fresh the wall is', async () => {
    jest.useFakeTimers();
    serveWall();
    const { goLive, say } = renderWall(wallData([unit('A')]));
    expect(screen.getByTestId('freshness')).toHaveTextContent('正在连接');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    await goLive();
    await say('A', FIRST, 'snapshot');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(3000);
    });
    expect(screen.getByTestId('freshness')).toHaveTextContent(/实时\d 秒前更新/);
    await act(async () => {
      await jest.advanceTimersByTimeAsync(26_000);
    });
    expect(screen.getByTestId('freshness')).toHaveTextContent('暂无新数据');
  });

  it('has the title of the wall, or a word for it', () => {
    serveWall();
    const { unmount } = renderWall(wallData([unit('A')]));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('滨江国际中心');
    unmount();
    const data = wallData([unit('A')]);
    renderWall(
      { ...data, view: data.view && { ...data.view, basic: { ...data.view.basic, title: '' } } },
      { language: 'en', links: ALL_LINKS },
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Monitoring wall');
  });
});

describe('live video', () => {
  const withCamera = () => wallData([{ ...unit('A'), camera: 1 }, unit('B')]);

  it('opens from the tile of a unit with a camera, beside its link', async () => {
    renderWall(withCamera(), { authorities: ['CAMPUS_VIEW_READ'] });
    expect(screen.getAllByRole('button', { name: /^实时视频/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '实时视频：Unit A' }));
    expect(await screen.findByRole('dialog', { name: /Unit A/ })).toBeInTheDocument();
  });

  it('is not offered to users who may not see it', () => {
    serveWall();
    renderWall(withCamera());
    expect(screen.queryByRole('button', { name: /^实时视频/ })).toBeNull();
  });
});
