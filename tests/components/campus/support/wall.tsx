import { act, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { UrlUpdateEvent } from 'nuqs/adapters/testing';
import { CampusScreen } from '@/components/campus/wall/campus-screen';
import type { WallLinks } from '@/components/campus/wall/campus-screen';
import type { WallData } from '@/components/campus/wall/use-wall';
import { drawBeat, messageBeat, orderBeat } from '@/components/campus/draw-beat';
import { AlarmPlayer } from '@/lib/platform/client/alarm-sound';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import type { StatusEntry } from '@/lib/features/equipment/contract';
import type { Language } from '@/lib/platform/i18n/languages';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { LiveTopicsContext } from '@/lib/live/realtime/browser/store';
import { FakeSocket } from '../../../unit/live/realtime/support/fake-socket';
import { renderApp } from '../../support/render';
import { holder } from '@/tests/support/holder';

const CODES: Record<WallDisplayType, string> = { EV: 'YAE_ELT', ES: 'YAE_ESC', WW: 'YAE_ESC' };

export function unit(equipmentNo: string, displayType: WallDisplayType = 'EV', position = 0): CampusEquipment {
  return {
    equipmentNo,
    equipmentNickName: `Unit ${equipmentNo}`,
    equipmentType: CODES[displayType],
    companyCode: '',
    isEquipOnline: 1,
    position,
    displayType,
    camera: 0,
    totalFloors: null,
    expressZones: [],
  };
}
export const statusOf = (equipmentNo: string, rest: Partial<StatusEntry> = {}): StatusEntry => ({
  equipmentNo,
  onlineStatus: 1,
  errorStatus: 0,
  entrapmentStatus: 0,
  ...rest,
});

export function wallData(units: readonly CampusEquipment[], rest: Partial<WallData> = {}): WallData {
  return {
    at: Date.UTC(2026, 10, 21, 6, 32, 7),
    pageIndex: 1,
    focus: null,
    source: 'chosen',
    group: 'none',
    order: 'position',
    projects: null,
    view: {
      basic: { title: '滨江国际中心', logo: null, background: null, mute: 0, campusViewSize: 40 },
      projectNames: '滨江一期',
      equipmentTotal: units.length,
    },
    page: {
      total: units.length,
      pages: Math.ceil(units.length / 40),
      size: 40,
      current: 1,
      records: units.slice(0, 40),
    },
    statuses: units.slice(0, 40).map(({ equipmentNo }) => statusOf(equipmentNo)),
    connections: { onlineCount: 150, offlineCount: 45, unregisteredCount: 5, allCount: 200 },
    faults: { elevatorNormal: 100, elevatorStop: 3, escalatorNormal: 40, escalatorStop: 1 },
    ...rest,
  };
}

export const ALL_LINKS: WallLinks = {
  live: { EV: 'elevator', ES: 'escalator', WW: 'sidewalk' },
  hasEquipmentList: true,
  messages: { CBK: 'callbackDetail', SYMPTOM: 'symptomDetail', JOB: 'maintenanceDetail' },
};

interface Options {
  links?: WallLinks;
  language?: Language;
  search?: string;
  variant?: 'main' | 'custom';
  username?: string;
  authorities?: readonly string[];
  context?: () => AudioContext | undefined;
}

/** A wall whose server is the test: it says what comes over the socket. */
export function renderWall(
  data: WallData,
  { links = ALL_LINKS, language, search = '', variant, username = 'anna', authorities = [], context }: Options = {},
) {
  const topics = new LiveTopics();
  const sockets: FakeSocket[] = [];
  const noticeSockets: FakeSocket[] = [];
  const urls: string[] = [];
  const rendered = renderApp(
    <NuqsTestingAdapter
      hasMemory
      searchParams={search}
      onUrlUpdate={(event: UrlUpdateEvent) => urls.push(event.queryString)}
    >
      <LiveTopicsContext value={topics}>
        <CampusScreen
          data={data}
          links={links}
          variant={variant}
          username={username}
          holder={holder(2, ...authorities)}
          makeAlarm={() => new AlarmPlayer(context ?? (() => undefined))}
          noticeConnection={{
            getToken: async () => 'token',
            random: () => 1,
            openSocket: (settings) => {
              const socket = new FakeSocket(settings);
              noticeSockets.push(socket);
              return socket;
            },
          }}
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
      </LiveTopicsContext>
    </NuqsTestingAdapter>,
    language,
  );
  const socket = () => {
    const last = sockets.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  };
  const notices = () => {
    const last = noticeSockets.at(-1);
    if (!last) throw new Error('no message socket was opened');
    return last;
  };
  const at = () => Date.now();
  return {
    ...rendered,
    topics,
    sockets,
    noticeSockets,
    urls,
    socket,
    notices,
    /** The message channel is open, and tells something. */
    openNotices: () =>
      act(async () => {
        notices().receive('connect');
        notices().receive('authorize', { code: 200, message: 'success' });
      }),
    tell: (event: 'notification' | 'instantMessage' | 'acknowledged' | 'unread', message: object) =>
      act(async () => {
        notices().receive(event, message);
        messageBeat.draw();
      }),
    wall: () => {
      const root = rendered.container.querySelector<HTMLElement>('[data-status]');
      if (!root) throw new Error('no wall');
      return root;
    },
    tile: (equipmentNo: string) => {
      const found = rendered.container.querySelector<HTMLElement>(`[data-unit="${equipmentNo}"]`);
      if (!found) throw new Error(`no tile ${equipmentNo}`);
      return found;
    },
    goLive: async () => {
      await waitFor(socket);
      await act(async () => {
        socket().receive('connect');
        socket().receive('authorize', { code: 200, message: 'success' });
        drawBeat.draw();
        orderBeat.draw();
      });
    },
    say: (equipmentNo: string, values: Record<string, unknown>, responseType: 'snapshot' | 'change' = 'change') =>
      act(async () => {
        const status = Object.fromEntries(
          Object.entries(values).map(([key, value]) => [
            key,
            typeof value === 'object' ? { at: at(), ...value } : { value, at: at() },
          ]),
        );
        socket().receive('rtc', { equipmentNo, equipmentType: 'YAE_ELT', responseType, Timestamp: at(), status });
        drawBeat.draw();
        orderBeat.draw();
      }),
    sayWalk: (equipmentNo: string, Controllerversion: string, Status: Record<string, unknown>) =>
      act(async () => {
        socket().receive('rtc', {
          equipmentNo,
          equipmentType: 'YAE_ESC',
          responseType: 'snapshot',
          Timestamp: at(),
          Controllerversion,
          Status,
        });
        drawBeat.draw();
        orderBeat.draw();
      }),
  };
}
