import { act, render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ElevatorPage } from '@/components/live/elevator-page';
import type { LiveUnitData } from '@/components/live/frame/use-live-unit';
import type { EquipmentDetail, GbCode, StatusEntry } from '@/lib/features/equipment/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { Language } from '@/lib/platform/i18n/languages';
import enCommon from '@/messages/en/common.json';
import enIncidents from '@/messages/en/incidents.json';
import enLayout from '@/messages/en/layout.json';
import enLive from '@/messages/en/live.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zhIncidents from '@/messages/zh-CN/incidents.json';
import zhLayout from '@/messages/zh-CN/layout.json';
import zhLive from '@/messages/zh-CN/live.json';
import type { SocketLike } from '@/lib/live/realtime/browser/client-types';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { LiveTopicsContext } from '@/lib/live/realtime/browser/store';
import { holder as holderOf } from '@/tests/support/holder';

/** The elevator page with a socket and a server of the test's own: the network is all that is not real. */

export const NO = '10512345';
export const EQUIPMENT: EquipmentDetail = {
  equipmentNo: NO,
  cubeNo: 'C1',
  equipmentType: 'YAE_ELT',
  productLine: null,
  equipmentName: '滨江国际中心 3号客梯',
  buildingName: '滨江国际中心 A座',
  onlineStatus: 1,
  errorStatus: 0,
  floorMappingConfiged: 1,
  floorMatchingEditStatus: 1,
  totalFloors: 6,
  branchCode: 'SH',
  branchName: '上海',
  displayType: 'EV',
  video: '0',
  dhVideo: '0',
  buildingCode: null,
  floorMapping: '{"1":"B1","2":"1","3":"2","4":"3","5":"5","6":"6"}',
  constructionDate: null,
  governmentNo: null,
  postCode: null,
  country: null,
  province: '上海市',
  city: '上海市',
  district: '徐汇区',
  street: '滨江路',
  house_no: '88 号',
  address: '上海市徐汇区滨江路 88 号',
  longitude: null,
  lattitude: null,
  sapSystem: null,
  companyCode: '1000',
  originContractNo: null,
  frameContractNo: null,
  contractStartDate: '2024-03-01',
  contractEndDate: '2027-02-28',
  contractActualEndDate: null,
  plannedDate: null,
  ratedSpeed: 1.75,
  customerName: null,
  lastDataAt: '2026-01-15 14:00:00',
  serviceStopped: false,
  projects: [],
};
export const ONLINE: StatusEntry = { equipmentNo: NO, onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };

const MESSAGES = {
  'zh-CN': { live: zhLive, common: zhCommon, layout: zhLayout, incidents: zhIncidents },
  en: { live: enLive, common: enCommon, layout: enLayout, incidents: enIncidents },
};

/** What a socket of the portal's server would do: authorise at once, take the list, and say what the test says. */
class ServerSocket implements SocketLike {
  readonly sent: [string, ...unknown[]][] = [];
  readonly #listeners = new Map<string, ((...args: unknown[]) => void)[]>();
  on(event: string, listener: (...args: unknown[]) => void) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }
  emit(event: string, ...args: unknown[]) {
    this.sent.push([event, ...args]);
    if (event === 'authorize') this.say('authorize', { code: 200, message: 'success' });
    const ack = args.at(-1);
    if (event === 'rtc' && typeof ack === 'function') ack({ code: 200, message: 'success', data: { subscribed: 1 } });
    return this;
  }
  connect() {
    this.say('connect');
    return this;
  }
  disconnect() {
    return this;
  }
  say(event: string, ...args: unknown[]) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }
}

export type Entries = Record<string, unknown>;

export interface Options {
  language?: Language;
  equipment?: Partial<EquipmentDetail>;
  status?: Partial<StatusEntry> | null;
  /** null: the first call failed, and it goes on failing until the test gives an answer. */
  faults?: GbCode[] | null;
  /** Who looks; without it somebody who may see the page and nothing else. */
  holder?: Holder;
  /** What the server answers beside the status and the faults, by path. */
  known?: Record<string, unknown>;
  /** Another kind's page than the elevator's. */
  Page?: typeof ElevatorPage;
}

/** Wire entries from plain values; `[value, extra]` gives extra members. */
export function entriesOf(values: Entries, at = Date.now()): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) ? { value: value[0], at, ...(value[1] as object) } : { value, at },
    ]),
  );
}

export interface Page {
  readonly sockets: ServerSocket[];
  /** Calls the page has made, by path below /sms/. */
  readonly calls: string[];
  /** What they carried, by path; the last one of each. */
  readonly bodies: Record<string, unknown>;
  /** What the server answers, by path; set before the call. */
  readonly answers: Record<string, unknown>;
  /** A live message with these values, as measured now. */
  say(values: Entries, options?: { responseType?: string; at?: number }): Promise<void>;
  emit(event: string, payload: unknown): Promise<void>;
  readonly container: HTMLElement;
}

export async function openPage({
  language = 'zh-CN',
  equipment,
  status = {},
  faults = [],
  holder = holderOf(1, 'HOMEPAGE_READ'),
  known = {},
  Page = ElevatorPage,
}: Options = {}): Promise<Page> {
  const sockets: ServerSocket[] = [];
  const calls: string[] = [];
  const bodies: Record<string, unknown> = {};
  const answers: Record<string, unknown> = {
    'equipmentExtension/statusList': [{ ...ONLINE, ...status }],
    ...known,
    ...(faults ? { 'equipmentExtension/gbCodeShow': { gbCodeShowList: faults } } : {}),
  };
  global.fetch = jest.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const path = new URL(String(url), 'http://localhost').pathname.replace('/sms/', '');
    calls.push(path);
    if (typeof init?.body === 'string') bodies[path] = JSON.parse(init.body) as unknown;
    const data = answers[path];
    const isFailure = data === undefined;
    return new Response(
      JSON.stringify(
        isFailure
          ? { code: 503, message: 'unavailable', data: null, error: 'unavailable' }
          : { code: 200, message: 'success', data },
      ),
      {
        status: isFailure ? 503 : 200,
        headers: { 'content-type': 'application/json' },
      },
    );
  }) as typeof fetch;
  document.documentElement.lang = language;
  const data: LiveUnitData = {
    equipment: { ...EQUIPMENT, ...equipment },
    status: status === null ? null : { ...ONLINE, ...status },
    faults,
    holder,
  };
  const openSocket = () => {
    const socket = new ServerSocket();
    sockets.push(socket);
    return socket;
  };
  let container: HTMLElement | undefined;
  // Token, socket, authorisation and list follow each other within a few microtasks.
  await act(async () => {
    ({ container } = render(
      <NextIntlClientProvider locale={language} timeZone="Asia/Shanghai" messages={MESSAGES[language]}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <LiveTopicsContext value={new LiveTopics()}>
            <Page data={data} connection={{ getToken: async () => 'token', openSocket, random: () => 0 }} />
          </LiveTopicsContext>
        </SWRConfig>
      </NextIntlClientProvider>,
    ));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  });
  const emit = (event: string, payload: unknown) => act(async () => sockets.at(-1)?.say(event, payload));
  return {
    sockets,
    calls,
    bodies,
    answers,
    emit,
    container: container as HTMLElement,
    say: (values, { responseType = 'change', at = Date.now() } = {}) =>
      emit('rtc', {
        equipmentNo: NO,
        equipmentType: data.equipment.equipmentType,
        responseType,
        Timestamp: Date.now(),
        status: entriesOf(values, at),
      }),
  };
}

/** A healthy elevator standing at floor 2, as a first snapshot. */
export const STANDING: Entries = {
  onlinestatus: 1,
  connection: 'online',
  load: 'Empty',
  door: 'Closed',
  mode: 'N',
  position: ['2', { physicalvalue: 3 }],
  direction: 'Both',
  indoorzone: 'On Floor',
  technicianonsite: false,
  drive: 'Standing',
  speed: 0,
  controllerpower: true,
  entrapment: false,
  errorstate: false,
  alarm: 'Off',
  ard: false,
  health: 'Good',
  trips: 482196,
  openings: 961004,
  cumulativetriptime: 22370400,
  energy: 53014.2,
};
