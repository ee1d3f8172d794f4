// `node scripts/check-health.mjs web|gateway|broker-hooks`: ends with 0 when the process of this container answers, for HEALTHCHECK.
import { request } from 'node:http';

const TIMEOUT_MS = 4000;
const PLACES = {
  web: { port: process.env.PORT || 3000, path: '/sms/health/live' },
  gateway: { port: process.env.GATEWAY_PORT || 3001, path: '/health' },
  'broker-hooks': { port: process.env.PORT || 3000, path: '/health' },
};

const place = PLACES[process.argv[2] ?? ''];
if (!place) {
  process.stderr.write('Name the process: node scripts/check-health.mjs web|gateway|broker-hooks\n');
  process.exit(2);
}
const call = request({ host: '127.0.0.1', timeout: TIMEOUT_MS, ...place }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1);
});
call.on('timeout', () => call.destroy(new Error('no answer')));
call.on('error', () => process.exit(1));
call.end();
