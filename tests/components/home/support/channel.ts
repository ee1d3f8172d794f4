import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { PAGE_USER_META } from '@/lib/platform/client/page-user';
import { FakeSocket } from '../../../unit/live/realtime/support/fake-socket';

/** How a page of a test hears the message channel. */

/** A page that has heard nothing yet. */
export const SILENT: IncidentConnection = { getToken: () => new Promise(() => undefined) };

/** A page whose sockets the test holds. */
export const listening = (sockets: FakeSocket[]): IncidentConnection => ({
  getToken: async () => 'token',
  openSocket: (settings) => {
    const socket = new FakeSocket(settings);
    sockets.push(socket);
    return socket;
  },
});

/** The page says who is signed in; another one each time, so that every test has a connection of its own. */
export function signedInAs(username: string): void {
  document.querySelector(`meta[name="${PAGE_USER_META}"]`)?.remove();
  const meta = document.createElement('meta');
  meta.name = PAGE_USER_META;
  meta.content = username;
  document.head.append(meta);
}
