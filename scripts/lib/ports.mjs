import net from 'node:net';
import { Problem } from './problem.mjs';

/**
 * Why no program can listen there now.
 * @param {number} port @param {string} host
 * @returns {Promise<string | undefined>} the system's code, e.g. EADDRINUSE; undefined when it is free
 */
export function portTrouble(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error) => resolve(error.code ?? 'unknown'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/**
 * @param {{ name: string, port: number, host: string }[]} wanted name: the environment variable
 * @throws {Problem} naming the first port that cannot be had
 */
export async function requireFreePorts(wanted) {
  for (const { name, port, host } of wanted) {
    // A listener on the other loopback address would receive half of the browsers that open "localhost".
    for (const address of new Set([host, '127.0.0.1', '::1'])) {
      const code = await portTrouble(port, address);
      if (
        code === undefined ||
        ((code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL') && address !== host)
      )
        continue;
      if (code === 'EADDRINUSE')
        throw new Problem(`Port ${port} is taken by another program; set ${name} to a free one.`);
      if (code === 'EACCES')
        throw new Problem(`Port ${port} needs rights this account does not have; set ${name} to a port above 1023.`);
      throw new Problem(`Port ${port} on ${address} cannot be used (${code}); set ${name} or HOST to something else.`);
    }
  }
}

/**
 * Ports that are free now, all different.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = net.createServer();
          server.once('error', reject);
          server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
