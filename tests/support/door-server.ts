import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { config } from '@/lib/config';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';
import { answerSms } from '@/lib/platform/door/web-door';

/**
 * A portal without pages, as a program of its own: the upstream of the upstream tests. Prints its port. `GET /hang` paths
 * are not part of the contract, so a test asks for a time-out with the header that only this program knows.
 */
const server = createServer((incoming, outgoing) => {
  if (incoming.headers['x-request-id'] === 'hang-for-the-test') return;
  incoming.headers['x-forwarded-for'] = incoming.socket.remoteAddress ?? '';
  void answerSms(incomingOf(incoming, config().publicUrl)).then((answer) => sendAnswer(answer, outgoing));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
