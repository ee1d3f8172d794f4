import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ElevatorReplayPage } from '@/components/live/replay/elevator-replay-page';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import type { Language } from '@/lib/platform/i18n/languages';
import enCommon from '@/messages/en/common.json';
import enIncidents from '@/messages/en/incidents.json';
import enLayout from '@/messages/en/layout.json';
import enLive from '@/messages/en/live.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zhIncidents from '@/messages/zh-CN/incidents.json';
import zhLayout from '@/messages/zh-CN/layout.json';
import zhLive from '@/messages/zh-CN/live.json';
import { EQUIPMENT } from '../support/elevator-harness';

/** The elevator page of a moment that is over: clock and visibility are all that is not real. */

const MESSAGES = {
  'zh-CN': { live: zhLive, common: zhCommon, layout: zhLayout, incidents: zhIncidents },
  en: { live: enLive, common: enCommon, layout: enLayout, incidents: enIncidents },
};
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** 2026-01-15 14:05:00 in Shanghai. */
const AT = Date.UTC(2026, 0, 15, 6, 5);
const FROM = AT - 10 * MINUTE;

const change = (seconds: number, key: string, value: unknown, rest: object = {}) => ({
  at: AT + seconds * SECOND,
  key,
  value,
  ...rest,
});
const REPLAY: EquipmentReplay = {
  equipmentNo: EQUIPMENT.equipmentNo,
  at: AT,
  from: FROM,
  until: AT + 10 * MINUTE,
  isCut: false,
  changes: [
    change(-700, 'onlinestatus', 1),
    change(-700, 'connection', 'online'),
    change(-700, 'door', 'Closed'),
    change(-700, 'mode', 'N'),
    change(-700, 'drive', 'Standing'),
    change(-700, 'direction', 'Both'),
    change(-700, 'position', '2', { physicalvalue: 3 }),
    change(-30, 'door', 'Opened'),
    change(-20, 'door', 'Closed'),
    change(-10, 'position', '3', { physicalvalue: 4 }),
    change(0, 'errorstate', true, { code: 12 }),
    change(20, 'entrapment', true),
    change(300, 'entrapment', false),
    change(420, 'errorstate', false),
  ],
  events: [
    { subType: 'error', gbCode: '12', text: '关门故障', error: true, startAt: AT, endAt: AT + 420 * SECOND },
    { subType: 'entrapment', gbCode: '', text: '', error: false, startAt: AT + 20 * SECOND, endAt: AT + 300 * SECOND },
  ],
  steps: [{ callbackId: 'C-1', status: 'INIT', at: AT + 60 * SECOND }],
};

function open(replay: Partial<EquipmentReplay> = {}, language: Language = 'zh-CN') {
  return render(
    <NextIntlClientProvider locale={language} timeZone="Asia/Shanghai" messages={MESSAGES[language]}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <ElevatorReplayPage equipment={EQUIPMENT} replay={{ ...REPLAY, ...replay }} />
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
const moment = () => screen.getByTestId('replay-moment').textContent;
const door = () => screen.getByTestId('door-indicator').getAttribute('data-value');
const floor = () => screen.getByTestId('floor').textContent;
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 20, 4) });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the page of a past moment', () => {
  it('says that this is the past, which moment it is, and how to return; it is paused until started', () => {
    open();
    const band = screen.getByTestId('replay');
    expect(band).toHaveTextContent('回放');
    expect(band).toHaveTextContent('这是过去的画面，不是当前状态');
    expect(within(band).getByRole('link', { name: '返回实时' })).toHaveAttribute(
      'href',
      `/monitor/elevator?equipmentNo=${EQUIPMENT.equipmentNo}`,
    );
    expect(moment()).toBe('2026-01-15 14:05:00');
    pass(5000);
    expect(moment()).toBe('2026-01-15 14:05:00');
    expect(screen.queryByText(/实时 ·/)).toBeNull();
  });

  it('shows the unit as it was then: door, floor, faults and trapped persons in step, ages of that moment', () => {
    const { container } = open();
    expect([door(), floor()]).toEqual(['Closed', '3']);
    expect(screen.getByTestId('faults')).toHaveTextContent('关门故障');
    expect(container.querySelector('[data-run-icon="fault"]')).not.toBeNull();
    // The door closed 20 s before.
    expect(container.querySelector('[data-row="door"]')).toHaveTextContent('20 秒');
    press('Home');
    expect([moment(), door(), floor()]).toEqual(['2026-01-15 13:55:00', 'Closed', '2']);
    expect(screen.getByTestId('faults')).not.toHaveTextContent('关门故障');
    press('End');
    expect(screen.getByTestId('faults')).not.toHaveTextContent('关门故障');
    expect(moment()).toBe('2026-01-15 14:15:00');
  });

  it('shows a past entrapment as past and raises no alarm', () => {
    open({ at: AT + 30 * SECOND });
    expect(screen.getByText('当时轿厢内有人被困')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/请立即联系救援/)).toBeNull();
  });

  it('says so when nothing was recorded', () => {
    open({ changes: [], events: [] });
    expect(screen.getByText('未保存过程记录')).toBeVisible();
    expect(screen.getByRole('link', { name: '返回实时' })).toBeVisible();
    expect(screen.queryByRole('slider')).toBeNull();
    // And calls nothing well.
    expect(screen.getByTestId('run-icon')).toHaveAttribute('data-icon', 'unknown');
    expect(screen.getByTestId('faults')).toHaveTextContent('未知');
  });

  it('speaks English', () => {
    open({}, 'en');
    expect(screen.getByTestId('replay')).toHaveTextContent('This is the past, not the present state');
    expect(screen.getByRole('slider', { name: 'Moment of the replay' })).toHaveAttribute(
      'aria-valuetext',
      '14:05:00, floor 3, door Closed',
    );
  });
});

describe('the player', () => {
  it('plays and pauses with the space bar and with its button', () => {
    open();
    press(' ');
    expect(screen.getByRole('button', { name: '暂停' })).toBeVisible();
    pass(3000);
    expect(moment()).toBe('2026-01-15 14:05:03');
    fireEvent.click(screen.getByRole('button', { name: '暂停' }));
    pass(3000);
    expect(moment()).toBe('2026-01-15 14:05:03');
  });

  it.each([1, 2, 4, 8, 16])('at ×%i that many seconds pass in one', (speed) => {
    open();
    fireEvent.click(screen.getByRole('radio', { name: `×${speed}` }));
    press(' ');
    pass(2000);
    expect(moment()).toBe(`2026-01-15 14:05:${String(2 * speed).padStart(2, '0')}`);
  });

  it('changes its speed with the arrows up and down while it plays, and loses no second', () => {
    open();
    press(' ');
    pass(1000);
    press('ArrowUp');
    pass(1000);
    press('ArrowUp');
    pass(1000);
    expect(moment()).toBe('2026-01-15 14:05:07');
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowDown');
    pass(1000);
    expect(moment()).toBe('2026-01-15 14:05:08');
  });

  it('goes by five seconds with the arrows, by one with shift, to both ends with home and end, never beyond', () => {
    open();
    press('ArrowLeft');
    expect(moment()).toBe('2026-01-15 14:04:55');
    press('ArrowRight', { shiftKey: true });
    expect(moment()).toBe('2026-01-15 14:04:56');
    press('End');
    press('ArrowRight');
    expect(moment()).toBe('2026-01-15 14:15:00');
    press('Home');
    press('ArrowLeft');
    expect(moment()).toBe('2026-01-15 13:55:00');
    // Keys with a modifier are the browser's.
    press('End', { ctrlKey: true });
    expect(moment()).toBe('2026-01-15 13:55:00');
  });

  it('moves to another moment with the slider', () => {
    open();
    fireEvent.change(screen.getByRole('slider'), { target: { value: String(AT - 25 * SECOND) } });
    expect([moment(), door(), floor()]).toEqual(['2026-01-15 14:04:35', 'Opened', '2']);
  });

  it('leads from mark to mark: faults, trapped persons and steps of the call-out', () => {
    open();
    const marks = within(screen.getByRole('group', { name: '事件标记' }));
    expect(marks.getAllByRole('button').map((mark) => mark.getAttribute('data-kind'))).toEqual([
      'fault',
      'trapped',
      'call',
      'trapped',
      'fault',
    ]);
    fireEvent.click(marks.getByRole('button', { name: '14:06:00 召修通知' }));
    expect(moment()).toBe('2026-01-15 14:06:00');
    fireEvent.click(screen.getByRole('button', { name: '下一事件' }));
    expect(moment()).toBe('2026-01-15 14:10:00');
    press('PageUp');
    expect(moment()).toBe('2026-01-15 14:06:00');
  });

  it('stops at the end; started there, it begins again', () => {
    open();
    press('End');
    press('ArrowLeft');
    press(' ');
    pass(6000);
    expect(moment()).toBe('2026-01-15 14:15:00');
    expect(screen.getByRole('button', { name: '播放' })).toBeVisible();
    expect(jest.getTimerCount()).toBeLessThanOrEqual(1);
    press(' ');
    pass(2000);
    expect(moment()).toBe('2026-01-15 13:55:02');
  });

  it('stands in a hidden tab, with no timer of its own, and goes on from there', () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const tell = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    open();
    press(' ');
    pass(1000);
    tell('hidden');
    pass(60_000);
    expect(moment()).toBe('2026-01-15 14:05:01');
    tell('visible');
    pass(1000);
    expect(moment()).toBe('2026-01-15 14:05:02');
  });

  it('for those who want less motion the picture is set, not moved', () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('reduce'),
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    const { container } = open();
    press(' ');
    pass(1000);
    expect(container.querySelector('[data-animated]')).toBeNull();
  });
});
