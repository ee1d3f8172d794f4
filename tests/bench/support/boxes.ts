import { connectAsync, type MqttClient } from 'mqtt';
import { boxNo } from './world';

/** The boxes of the first so many units, connected to the broker at the port. */
export const connectBoxes = (
  count: number,
  secret: string,
  port = Number(process.env.MQTT_PORT),
): Promise<MqttClient[]> =>
  Promise.all(
    Array.from({ length: count }, (_, unit) =>
      connectAsync(`mqtt://127.0.0.1:${port}`, {
        protocolVersion: 4,
        clientId: boxNo(unit),
        username: boxNo(unit),
        password: secret,
      }),
    ),
  );
