/*
 * Keeps the page of a screen in a car or at a landing with the files of its build, and nothing else: no answer of /sms/, no
 * other page. What the screen heard last lies in its local storage; with this page it is shown after a power cut, too, though
 * no network is there (decision 020). Written for browsers as it is.
 */
const CACHE = 'screen-page';
const PAGE = '/screen';
const PART = /\/_next\/static\/[\w.~/%-]+/g;
const PARTS = '/_next/static/';
/** What a proxy answers while the portal behind it is away. */
const AWAY = [502, 503, 504];
const WAIT_MS = 8000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/* The page as it is served now, with every part that it names; what an older one named goes. */
async function keep() {
  const answer = await fetch(PAGE, { cache: 'reload' });
  if (!answer.ok) return;
  const parts = new Set((await answer.clone().text()).match(PART));
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...parts].filter((path) => !known.has(path));
  await Promise.all(missing.map((path) => cache.add(path).catch(() => undefined)));
  await cache.put(PAGE, answer);
  for (const path of known) if (path !== PAGE && !parts.has(path)) await cache.delete(path);
}

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep().catch(() => undefined));
});

async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) });
    if (!AWAY.includes(answer.status)) return answer;
    return (await caches.match(PAGE)) ?? answer;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

const part = async (request) => (await caches.match(request)) ?? fetch(request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(page(request));
  else if (pathname.startsWith(PARTS)) event.respondWith(part(request));
});
