/* The page without a network: which language and colours, since when nothing is known, and back when there is an answer. */
const TRY_AGAIN_MS = 5000;
const cookies = new Map(document.cookie.split('; ').map((pair) => pair.split('=')));
const language = cookies.get('language') === 'en' ? 'en' : 'zh-CN';
document.documentElement.lang = language;
document.documentElement.dataset.theme = cookies.get('theme') ?? 'nightTheme';
for (const words of document.querySelectorAll('main')) words.hidden = words.lang !== language;
document.title = document.querySelector('main:not([hidden]) h1').textContent;

/** Written by lib/platform/client/known-until.ts while the portal is open. */
const known = Number(localStorage.getItem('sms.known-until'));
if (known) {
  // The clock of the whole portal, year first.
  const time = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });
  for (const since of document.querySelectorAll('.since')) {
    since.querySelector('time').textContent = time.format(known);
    since.hidden = false;
  }
}

const tryAgain = () =>
  fetch('/sms/health/ready', { cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
addEventListener('online', tryAgain);
setInterval(tryAgain, TRY_AGAIN_MS);
