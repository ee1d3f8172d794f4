// Leads to a port of this machine until it is stopped (SIGSTOP). Its queue of new connections is as short as can be, so that a few
// fill it, and the next one gets no answer: as if the machine were gone. Argument: the port. Prints its own.
import net from 'node:net';

const server = net.createServer((incoming) => {
  const outgoing = net.connect(Number(process.argv[2]), '127.0.0.1');
  for (const [one, other] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ]) {
    one.on('error', () => one.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
