import { config, type GatewayRole } from '@/lib/config';
import { startGateway, type GatewayProcess } from '@/lib/programs/gateway/gateway';
import { freePorts } from '../../../support/ports';

/** A gateway in the process of its test file, and where it listens. */
export interface ListeningGateway extends GatewayProcess {
  url: string;
  /** Of the embedded broker. */
  mqttPort: number;
}

/** Opens a gateway on free ports. @param mqttUrl an outside broker; without it the gateway has its own */
export async function openGateway(roles: GatewayRole[] = ['ingest'], mqttUrl?: string): Promise<ListeningGateway> {
  const [port = 0, mqttPort = 0] = await freePorts(2);
  const settings = config();
  const gateway = await startGateway({
    ...settings,
    databaseUrl: settings.databaseUrl,
    internalSecret: settings.internalSecret,
    session: settings.session,
    gateway: { ...settings.gateway, port, roles: new Set(roles) },
    mqtt: { host: '127.0.0.1', port: mqttPort, ...(mqttUrl === undefined ? {} : { url: mqttUrl }) },
    video: { ...settings.video, rtmp: { host: '127.0.0.1', port: 0, isChosen: true } },
  });
  return { ...gateway, url: `http://127.0.0.1:${port}`, mqttPort };
}
