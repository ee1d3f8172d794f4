/** This browser's subscription at its maker's push service (RFC 8030). */

export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export const canReceive = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const keyOf = (key: ArrayBuffer | null) => (key ? toText(new Uint8Array(key)) : '');
const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const partsOf = (subscription: PushSubscription): BrowserSubscription => ({
  endpoint: subscription.endpoint,
  p256dh: keyOf(subscription.getKey('p256dh')),
  auth: keyOf(subscription.getKey('auth')),
});

/** Asks the user and the push service. @returns null: the user does not want it @throws when the service is away */
export async function subscribe(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key (another installation's, or an older secret) would be refused for ever.
  const before = await pushManager.getSubscription();
  const own = before && keyOf(before.options.applicationServerKey) === publicKey ? before : null;
  if (before && !own) await before.unsubscribe();
  return partsOf(own ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })));
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
