import type { Hub } from './hub';
import { RtcConnection } from './rtc-connection';
import type { ConnectionContext } from './rtc-connection';
import type { StreamOrder } from './socket-types';
import { listStreams, unsubscribeStreams } from './stream-admin';
import type { StreamAdmin } from './stream-admin';
import { wireSockets } from './wire-sockets';
import type { WiringOptions } from './wire-sockets';

export interface NamespaceOptions extends WiringOptions {
  hub: Hub;
  /** Sends an order to the other processes. */
  tellOthers(order: StreamOrder): void;
}

/**
 * Opens `/rtc` (api.md §3.2): live status, and who watches what.
 *
 * @returns what other parts need: orders from other processes, a new snapshot for all, and the end
 */
export function openRtc({ hub, tellOthers, ...wiring }: NamespaceOptions) {
  let shared: ConnectionContext | undefined;
  const carryOut = ({ end, refresh }: StreamOrder) => {
    for (const connection of connections) {
      if (end.length > 0) connection.endStreams(end);
      const own = refresh.filter((equipmentNo) => connection.subscriber.streams.has(equipmentNo));
      if (own.length > 0) void connection.enqueue('refresh', undefined, () => connection.refresh(own));
    }
  };
  const admin: StreamAdmin = {
    namespace: wiring.namespace,
    order(order) {
      carryOut(order);
      tellOthers(order);
    },
  };
  const { connections, stop } = wireSockets<RtcConnection>({
    ...wiring,
    make: (socket, context, language) => new RtcConnection(socket, (shared ??= { ...context, hub }), language),
    events: {
      rtc: (connection, payload, ack) => connection.subscribe(payload, ack),
      list: (connection, payload, ack) => listStreams(admin, connection, payload, ack),
      unsubscribe: (connection, payload, ack) => unsubscribeStreams(admin, connection, payload, ack),
    },
  });
  return {
    carryOut,
    /** Sends everything again to every socket of this process, because changes may have been missed. */
    refreshAll() {
      for (const connection of connections) {
        void connection.enqueue('refresh', undefined, () =>
          connection.refresh([...connection.subscriber.streams.keys()]),
        );
      }
    },
    get sockets() {
      return connections.size;
    },
    stop,
  };
}
