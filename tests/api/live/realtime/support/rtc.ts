import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { createSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import type { RealtimeError } from '@/lib/live/realtime/shared/events';
import { listenForChanges } from '@/lib/live/realtime/server/live-hints';
import type { LiveMessage, LiveStatus } from '@/lib/live/units/live-message';
import { openNotices } from '@/lib/features/notifications/notice-namespace';
import { attachRealtime } from '@/lib/live/realtime/server/server';
import type { RealtimeOptions } from '@/lib/live/realtime/server/server';

/** A gateway's realtime side on a real port, and real clients for it. */

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

export async function startGateway(options: RealtimeOptions = {}): Promise<Gateway> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const realtime = await attachRealtime(server, { openNotices, ...options });
  const stopListening = listenForChanges((changes) => realtime.tellHere(changes));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await stopListening();
      await realtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a client got, in the order it came. */
export class Client {
  readonly messages: (LiveMessage & { arrivedAt: number })[] = [];
  readonly errors: RealtimeError[] = [];
  readonly authorizeAnswers: { code: number; message: string }[] = [];
  readonly ended: string[][] = [];
  disconnectedBecause: string | null = null;

  constructor(readonly socket: Socket) {
    socket.on(
      'rtc',
      (message: LiveMessage) => 'equipmentNo' in message && this.messages.push({ ...message, arrivedAt: Date.now() }),
    );
    socket.on('sms_error', (error: RealtimeError) => this.errors.push(error));
    socket.on('authorize', (answer: { code: number; message: string }) => this.authorizeAnswers.push(answer));
    socket.on(
      'unsubscribe',
      (message: { equipmentNoList?: string[] }) => message.equipmentNoList && this.ended.push(message.equipmentNoList),
    );
    socket.on('disconnect', (reason: string) => (this.disconnectedBecause = reason));
  }

  async send<T = { code: number; message: string; data?: never }>(event: string, payload: unknown): Promise<T> {
    return (await this.socket.timeout(5000).emitWithAck(event, payload)) as T;
  }

  watch(...numbers: string[]): Promise<{ code: number; message: string; data?: { subscribed: number } }> {
    return this.send(
      'rtc',
      numbers.map((equipmentNo) => ({ equipmentNo })),
    );
  }

  of(equipmentNo: string): (LiveMessage & { arrivedAt: number })[] {
    return this.messages.filter((message) => message.equipmentNo === equipmentNo);
  }

  /** Values of a key in the order they came, snapshots included. */
  values(equipmentNo: string, key: string): unknown[] {
    return this.of(equipmentNo).flatMap(({ status }) => (status[key] ? [status[key].value] : []));
  }
}

const open = new Set<Socket>();

/** Connects; every client is closed by `closeClients`. @throws when the server refuses */
export async function connect(
  gateway: Pick<Gateway, 'url'>,
  { namespace = '/rtc', ...options }: Partial<ManagerOptions & SocketOptions> & { namespace?: string } = {},
): Promise<Client> {
  const socket = io(`${gateway.url}${namespace}`, {
    path: '/sms/socket.io',
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    ...options,
  });
  open.add(socket);
  const client = new Client(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return client;
}

export function closeClients(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Person {
  username: string;
  sessionId: string;
  accessToken: string;
  /** @param expiresInMs default 5 min */
  token(expiresInMs?: number): Promise<string>;
}

const TOKEN_LIFE_MS = 300_000;

/** A signed-in user with these authorities who sees these projects (customers) or branches (branch users). */
export async function signIn(
  username: string,
  authorities: readonly string[],
  mappings: { projects?: string[]; branches?: string[] } | 'everything' = 'everything',
): Promise<Person> {
  const prisma = db();
  const mapped =
    mappings === 'everything'
      ? []
      : [
          ...(mappings.projects ?? []).map((id) => [1, id] as const),
          ...(mappings.branches ?? []).map((id) => [2, id] as const),
        ];
  const userType = mappings === 'everything' ? 0 : mappings.branches ? 2 : 1;
  const role = `role-${username}`;
  await prisma.user.create({
    data: {
      username,
      usernameLower: username.toLowerCase(),
      nickName: username,
      passwordHash: 'x',
      passwordAt: new Date(),
      userType,
    },
  });
  await prisma.authority.createMany({ data: authorities.map((authority) => ({ authority })), skipDuplicates: true });
  await prisma.role.create({ data: { role, description: role } });
  await prisma.roleAuthority.createMany({ data: authorities.map((authority) => ({ role, authority })) });
  await prisma.userRole.create({ data: { username, role } });
  await prisma.userMapping.createMany({ data: mapped.map(([type, mappingId]) => ({ username, type, mappingId })) });
  return openSession(username);
}

export async function openSession(username: string): Promise<Person> {
  const { sessionId, access } = await db().$transaction((sql) =>
    createSession(sql, { username, ip: '127.0.0.1', userAgent: 'test' }),
  );
  return {
    username,
    sessionId,
    accessToken: access,
    async token(expiresInMs = TOKEN_LIFE_MS) {
      const { token } = await issueSocketToken({ sessionId, username }, Date.now() - TOKEN_LIFE_MS + expiresInMs);
      return token;
    },
  };
}

/** Branch SH with projects P1 and P2, and BJ: elevators E1, E2 (P1), E3 (P2), B1 (BJ); escalator S1 and walk W1 (P1); N1 (P1) never reported. */
export async function seedUnits(): Promise<void> {
  const prisma = db();
  await prisma.branch.createMany({
    data: ['SH', 'BJ'].map((code) => ({
      branchCode: code,
      branchId: `id-${code}`,
      branchName: code,
      branchFullName: code,
    })),
  });
  await prisma.project.createMany({
    data: ['P1', 'P2'].map((projectId) => ({ projectId, branchCode: 'SH', projectName: projectId })),
  });
  const unit = (equipmentNo: string, more: object = {}) => ({
    equipmentNo,
    equipmentName: equipmentNo,
    equipmentType: 'YAE_ELT',
    displayType: 'EV' as const,
    branchCode: 'SH',
    ...more,
  });
  await prisma.equipment.createMany({
    data: [
      unit('E1'),
      unit('E2'),
      unit('E3'),
      unit('N1'),
      unit('B1', { branchCode: 'BJ' }),
      unit('D1', { deletedAt: new Date() }),
      unit('S1', { equipmentType: 'YAE_ESC', displayType: 'ES' }),
      unit('W1', { equipmentType: 'YAE_ESC', displayType: 'WW' }),
    ],
  });
  await prisma.projectEquipment.createMany({
    data: [
      ['P1', 'E1'],
      ['P1', 'E2'],
      ['P1', 'N1'],
      ['P1', 'S1'],
      ['P1', 'W1'],
      ['P1', 'D1'],
      ['P2', 'E3'],
    ].map(([projectId = '', equipmentNo = '']) => ({ projectId, equipmentNo })),
  });
  const state = (equipmentNo: string, live: LiveStatus, counters: LiveStatus = {}) => ({
    equipmentNo,
    onlineStatus: 1,
    errorStatus: 0,
    connection: 'online' as const,
    lastDataAt: new Date(2000),
    live: live as object,
    counters: counters as object,
  });
  await prisma.equipmentStatus.createMany({
    data: [
      state(
        'E1',
        { door: { value: 'Closed', at: 1000 }, position: { value: 'B1', physicalvalue: 1, at: 1000 } },
        { trips: { value: 7, at: 900 } },
      ),
      state('E2', { door: { value: 'Opened', at: 1000 } }),
      state('E3', { door: { value: 'Opened', at: 1000 } }),
      state('B1', { door: { value: 'Opened', at: 1000 } }),
      state('S1', { stepspeed: { value: 500, at: 1000 } }, { up: { value: 60, at: 1000 } }),
      state('W1', { stepspeed: { value: 505, at: 1000 }, controllerversion: { value: 'F6', at: 1000 } }),
    ],
  });
}
