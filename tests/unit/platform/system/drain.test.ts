import { createServer, request as httpRequest, Agent, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { followWork, type OpenWork } from '@/lib/platform/system/drain';

/** The end of a server that people use: real connections, in this process. */

let server: Server;
let port: number;
let work: OpenWork;
let finish: () => void = () => undefined;

beforeEach(async () => {
  server = createServer();
  work = followWork(server, (path) => path.startsWith('/stream'));
  server.on('request', (request, response) => {
    if (request.url === '/download') {
      response.write('first half, ');
      finish = () => void response.end('second half');
    } else if (request.url === '/stream') response.write('picture');
    else if (request.url !== '/never') response.end('answer');
  });
  server.on('upgrade', (_request, socket: Socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function get(path: string, agent?: Agent): Promise<IncomingMessage> {
  const asked = httpRequest({ port, path, agent }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}
async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}
async function socketOf(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

it('a download is finished; whoever asks meanwhile is answered, and sent to another process', async () => {
  const agent = new Agent({ keepAlive: true });
  await textOf(await get('/', agent));
  const download = await get('/download');
  const end = work.drain({ drainMs: 40, timeoutMs: 20_000 });
  const meanwhile = await get('/', agent);
  expect([meanwhile.headers.connection, await textOf(meanwhile)]).toEqual(['close', 'answer']);
  const text = textOf(download);
  while (server.listening) await new Promise((resolve) => setImmediate(resolve));
  finish();
  await end;
  expect(await text).toBe('first half, second half');
  agent.destroy();
});

it('sockets and streams, which have no end, are closed and keep nobody waiting', async () => {
  const sockets = await Promise.all([socketOf(), socketOf(), socketOf()]);
  const stream = await get('/stream');
  stream.on('error', () => undefined).resume();
  const closed = Promise.all(
    [...sockets, stream].map((open) => new Promise<void>((resolve) => open.once('close', () => resolve()))),
  );
  await work.drain({ drainMs: 0, timeoutMs: 20_000 });
  await closed;
});

it('sockets go one after the other, not all at once', async () => {
  const random = jest.spyOn(Math, 'random');
  [0, 0.5, 0.99].forEach((value) => random.mockReturnValueOnce(value));
  const gone: number[] = [];
  const sockets = [await socketOf(), await socketOf(), await socketOf()];
  sockets.forEach((socket, index) => socket.once('close', () => gone.push(index)));
  const end = work.drain({ drainMs: 600, timeoutMs: 20_000 });
  await once(sockets[0] as Socket, 'close');
  expect(gone).toEqual([0]);
  await end;
  await Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')));
  expect(gone).toEqual([0, 1, 2]);
  random.mockRestore();
});

it('what takes longer than the time-out is cut off', async () => {
  const arrived = once(server, 'request');
  const hanging = httpRequest({ port, path: '/never' }).end();
  const failed = once(hanging, 'error');
  await arrived;
  await work.drain({ drainMs: 0, timeoutMs: 50 });
  expect(((await failed) as [{ code: string }])[0].code).toBe('ECONNRESET');
});
