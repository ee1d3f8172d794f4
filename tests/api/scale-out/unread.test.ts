import { io } from 'socket.io-client';
import { db } from '@/lib/platform/db/client';
import { NoticeClient } from '@/lib/live/realtime/browser/notice-client';
import { bearer, callSms } from '../../support/sms-client';
import { until } from '../../support/until';
import { signIn, type Person } from '../live/realtime/support/rtc';
import { createBox } from '../live/telemetry/world';
import { useFreshDatabase } from '../support/database';
import { kill, startGateway, startServers, type GatewayProgram } from './support/installation';

/** Read in one tab is read in the others and on other machines (readings 91): two gateways of their own processes, an account at both. */

useFreshDatabase();

const WALL = ['CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ', 'CAMPUS_VIEW_CALLBACK_READ'];
const gateways: GatewayProgram[] = [];
const tabs: Tab[] = [];
let servers: Awaited<ReturnType<typeof startServers>>;
let person: Person;
let other: Person;

const ask = <T>(who: Person, method: string, path: string, body?: unknown) =>
  callSms<T>(method, path, { ...(body === undefined ? {} : { body }), headers: bearer(who.accessToken) });

/** A page with the bell's own channel: it asks for its count when it is told to, and at no other time. */
class Tab {
  shown: Record<string, number> | undefined;
  readonly #client: NoticeClient;

  constructor(
    readonly owner: Person,
    port: number,
  ) {
    const look = () => void this.#look();
    this.#client = new NoticeClient({
      getToken: async () => ({ token: await owner.token(), expiresIn: 299 }),
      openSocket: () =>
        io(`http://127.0.0.1:${port}/notification`, {
          path: '/sms/socket.io',
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          autoConnect: false,
        }),
      random: () => 0,
      types: ['instant'],
      onInstant: look,
      onUnread: look,
    });
    this.#client.open();
  }

  async #look(): Promise<void> {
    this.shown = (await ask<Record<string, number>>(this.owner, 'GET', 'notification/unreadCount')).data;
  }

  close(): void {
    this.#client.close();
  }
}

let count = 0;
const notice = (notificationType: string) => {
  count += 1;
  return db().notification.create({
    data: {
      notificationType,
      subType: notificationType,
      equipmentNo: 'U1',
      branchCode: 'B1',
      title: `n${count}`,
      message: '',
      guid: `g${count}`,
      objectStatus: notificationType === 'error' ? true : null,
      notificationDate: new Date(),
      payload: { gbCodeShowList: [{ gbCode: `c${count}` }] },
    },
  });
};
const own = () => tabs.filter(({ owner }) => owner === person);
/** Every tab of the account shows it. */
const agree = async (event: number, service: number) => {
  await until(() => own().every(({ shown }) => shown?.event === event && shown?.service === service), 15_000);
  expect(own().map(({ shown }) => [shown?.event, shown?.service])).toEqual(own().map(() => [event, service]));
};

beforeAll(async () => {
  servers = await startServers();
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  person = await signIn('anna', WALL, { branches: ['B1'] });
  other = await signIn('bert', WALL, { branches: ['B1'] });
  const env = { REDIS_URL: servers.redisUrl, MQTT_URL: servers.mqttUrl, GATEWAY_ROLES: 'realtime' };
  gateways.push(...(await Promise.all([startGateway(env), startGateway(env)])));
  for (const { port } of gateways) for (const who of [person, person, other]) tabs.push(new Tab(who, port));
  await agree(0, 0);
}, 120_000);

afterAll(async () => {
  for (const tab of tabs) tab.close();
  for (const { child } of gateways) await kill(child, 'SIGKILL');
  await servers?.stop();
});

it('news, one that is read, a kind that is read as a whole: two tabs at each of two gateways show the same, and another account its own', async () => {
  const notices = [];
  for (let index = 0; index < 3; index += 1) notices.push(await notice('error'));
  notices.push(await notice('maintenance'));
  await agree(3, 1);

  const [first] = notices;
  await ask(person, 'POST', 'notification/read', { notificationIds: [String(first?.notificationId)] });
  await agree(2, 1);

  await ask(person, 'POST', 'notification/read', { tab: 'service' });
  await agree(2, 0);

  await notice('error');
  await agree(3, 0);
  await ask(person, 'POST', 'notification/read', { notificationType: 'error' });
  await agree(0, 0);

  const others = tabs.filter(({ owner }) => owner === other);
  expect(others.map(({ shown }) => shown?.event)).toEqual([4, 4]);
}, 60_000);
