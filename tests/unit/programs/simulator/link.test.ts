import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { BoxLink } from '@/lib/programs/simulator/link';

const CONNACK = Buffer.from([0x20, 0x02, 0x00, 0x00]);
const DISCONNECT = Buffer.from([0xe0, 0x00]);

/** How a simulated box leaves its broker (api.md §4.1). */

it('a box that goes says so, though the broker has confirmed nothing: its will is not for that', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(CONNACK));
    socket.on('data', (data) => heard.push(data));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let up = () => undefined as void;
  const isUp = new Promise<void>((resolve) => (up = resolve));
  const link = new BoxLink({
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cubeNo: 'EC1',
    secret: 'x',
    firmware: '1',
    onUp: () => up(),
    onMessage: () => undefined,
  });
  link.start();
  await isUp;
  link.publish('status', { equipmentNo: '1' });
  await link.stop();
  await new Promise((resolve) => server.close(resolve));
  const said = Buffer.concat(heard);
  expect(said.includes('lift/v1/EC1/status')).toBe(true);
  expect(said.subarray(-2)).toEqual(DISCONNECT);
});
