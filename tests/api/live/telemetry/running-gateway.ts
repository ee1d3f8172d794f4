import { config, type GatewayRole } from '@/lib/config';
import { startGateway, type GatewayProcess } from '@/lib/programs/gateway/gateway';

/** The gateway of this test file, in this process, on ports of its own. */
export function gatewayOn(
  ports: { http: number; mqtt: number },
  roles: GatewayRole[] = ['ingest'],
  mqttUrl?: string,
): Promise<GatewayProcess> {
  const settings = config();
  return startGateway({
    ...settings,
    databaseUrl: settings.databaseUrl,
    internalSecret: settings.internalSecret,
    session: settings.session,
    gateway: { ...settings.gateway, port: ports.http, roles: new Set(roles) },
    mqtt: { host: '127.0.0.1', port: ports.mqtt, ...(mqttUrl === undefined ? {} : { url: mqttUrl }) },
  });
}
