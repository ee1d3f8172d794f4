import net from 'node:net';
import { freePorts, requireFreePorts } from '../../scripts/lib/ports.mjs';

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => resolve(server));
  });

describe('ports', () => {
  it('that are taken are named with the setting that moves them', async () => {
    const [port] = await freePorts(1);
    const server = await listen(port, '127.0.0.1');
    try {
      await expect(requireFreePorts([{ name: 'MQTT_PORT', port, host: '127.0.0.1' }])).rejects.toThrow(
        `Port ${port} is taken by another program; set MQTT_PORT to a free one.`,
      );
      await expect(requireFreePorts([{ name: 'PORT', port, host: '0.0.0.0' }])).rejects.toThrow(
        'set PORT to a free one',
      );
    } finally {
      server.close();
    }
    await expect(requireFreePorts([{ name: 'PORT', port, host: '0.0.0.0' }])).resolves.toBeUndefined();
  });

  it('of two copies are all different', async () => {
    const ports = await freePorts(6);
    expect(new Set(ports).size).toBe(6);
  });
});
