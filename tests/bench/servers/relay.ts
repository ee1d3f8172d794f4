import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { Server } from 'socket.io';
import { memoryNow, serveOrders } from '../support/child';

/** The least that brings an MQTT message to a browser: a broker, JSON, a room. No logins, no checks, no database. */

async function main(): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(200).end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rtc = new Server(server, { path: '/sms/socket.io' }).of('/rtc');
  rtc.on('connection', (socket) => {
    socket.on('authorize', (_token: unknown, ack: (answer: object) => void) => ack({ code: 200, message: 'success' }));
    socket.on('rtc', (list: { equipmentNo: string }[], ack: (answer: object) => void) => {
      void socket.join(list.map(({ equipmentNo }) => equipmentNo));
      ack({ code: 200, message: 'success' });
    });
  });
  const aedes = await Aedes.createBroker();
  aedes.on('publish', ({ topic, payload }) => {
    if (!topic.endsWith('/status')) return;
    const message = JSON.parse(payload.toString()) as { equipmentNo: string };
    rtc.to(message.equipmentNo).emit('rtc', message);
  });
  net.createServer(aedes.handle).listen(Number(process.env.BENCH_RELAY_MQTT), '127.0.0.1');
  serveOrders((server.address() as AddressInfo).port, () => memoryNow());
}

void main();
