/*
 * Keeps the page of a screen in a car or at a landing with the files of its build, and nothing else: no answer of /sms/, no
 * other page. What the screen heard last lies in its local storage; with this page it is shown after a power cut, too, though
 * no network is there (decision 020). Written for browsers as it is.
 */
const CACHE = 'screen-page';
const PAGE = '/screen';
const PART = /\/_next\/static\/[\w.~/%-]+/g;
const PARTS = '/_next/static/';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const partsOf = (html) => new Set(html.match(PART));

async function fetchPart(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return [path, answer];
}

/*
 * The page as it is served now, with every part that it names, or nothing of it: a page without a part is a black screen.
 * The parts of the page before it stay until the next build, because that page may still be loading them.
 */
async function keepNow() {
  const answer = await fetch(PAGE, { cache: 'reload' });
  if (!answer.ok || answer.redirected) return;
  const parts = partsOf(await answer.clone().text());
  // What a network shows instead of the portal names none.
  if (parts.size === 0) return;
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...parts].filter((path) => !known.has(path));
  const before = partsOf((await (await cache.match(PAGE))?.text()) ?? '');
  const fetched = await Promise.all(missing.map(fetchPart));
  for (const [path, part] of fetched) await cache.put(path, part);
  await cache.put(PAGE, answer);
  if (missing.length === 0) return;
  for (const path of known) if (path !== PAGE && !parts.has(path) && !before.has(path)) await cache.delete(path);
}

let keeping;
/* One at a time; what fails leaves what is kept as it is. */
function keep() {
  keeping ??= keepNow()
    .catch(() => undefined)
    .finally(() => (keeping = undefined));
  return keeping;
}

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep());
});

/* The kept page is whole; what the network gives may be an error, or a page whose parts do not come. */
const page = async (request) => (await caches.match(PAGE)) ?? fetch(request);
const part = async (request) => (await caches.match(request)) ?? fetch(request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === PAGE) {
    event.respondWith(page(request));
    // For the next time: not left to the page, which may be broken.
    event.waitUntil(keep());
  } else if (pathname.startsWith(PARTS)) event.respondWith(part(request));
});
