/*
 * Shows a page of our own where the network has gone (decision 020), and notices while no page is open (decision 021). It
 * keeps that page and nothing else: no answer of /sms/, no page with data, no build. Written for browsers as it is.
 */
const CACHE = 'offline-page';
/** Of the worker of screens (screen-worker.js). */
const FOREIGN = 'screen-page';
const PAGE = '/offline.html';
const KEPT = [PAGE, '/offline.js', '/icon.svg'];
/** What a proxy answers while the portal behind it is away. */
const AWAY = [502, 503, 504];
const POLICY = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'";

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const begin = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE && name !== FOREIGN).map((name) => caches.delete(name)));
    // The network is asked while this worker still starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

async function offlinePage() {
  const kept = await caches.match(PAGE);
  if (!kept) return Response.error();
  return new Response(await kept.text(), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  });
}

async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    return AWAY.includes(answer.status) && !isCall(event.request) ? await offlinePage() : answer;
  } catch {
    return offlinePage();
  }
}

const isCall = ({ url }) => new URL(url).pathname.startsWith('/sms/');
const part = (request) => fetch(request).catch(async () => (await caches.match(request)) ?? Response.error());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (KEPT.includes(new URL(request.url).pathname)) event.respondWith(part(request));
});

/* A notice while no page is open (decision 021): what happened, no names; the page that it opens says the rest. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const options = { body, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png', requireInteraction: true };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (!page) return self.clients.openWindow(path);
    await page.focus();
    return page.navigate(path);
  };
  event.waitUntil(open());
});

/* In the language of the portal, which the notices of this device keep. */
async function call(method, path, body) {
  const { value = navigator.language } = (await self.cookieStore?.get('language')) ?? {};
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': value };
  const answer = await fetch(`/sms/push/device/${path}`, { method, headers, body: body && JSON.stringify(body) });
  return (await answer.json()).data;
}

/* The push service has given this browser another address: the portal learns it, and forgets the one that is over. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event;
  const renew = async () => {
    const known = await call('GET', 'list');
    // Somebody who has signed out since receives nothing.
    const before = known?.devices.find(({ isThis }) => isThis);
    if (!before) return;
    const applicationServerKey = oldSubscription?.options.applicationServerKey ?? known.publicKey;
    const subscribe = () => self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint, keys } = (newSubscription ?? (await subscribe())).toJSON();
    const save = () => call('POST', 'save', { endpoint, ...keys, faults: before.faults });
    const saved = await save();
    if (saved?.deviceId !== before.deviceId) await call('DELETE', before.deviceId);
    // The old one took the last place that there was.
    if (!saved) await save();
  };
  event.waitUntil(renew());
});
