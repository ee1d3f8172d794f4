// `node scripts/broker-hooks.mjs`: stands between a broker and the portal's hooks, for brokers that want `{"result"}` itself
// and not our envelope around it (EMQX). It asks the gateway for boxes, and answers for the portal's own account. It adds
// the internal secret, so a broker need not know it: let nobody but the broker reach its port.
// Settings: PORT, GATEWAY_URL, INTERNAL_SECRET, MQTT_USERNAME, MQTT_PASSWORD, the secrets also as files.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { exitWith, Problem } from './lib/problem.mjs';
import { takeSecretFiles } from './lib/secret-files.mjs';

const TIMEOUT_MS = 5000;
const MOST_BYTES = 16 * 1024;
const DENY = { result: 'deny' };
const ALLOW = { result: 'allow' };

const digest = (/** @type {unknown} */ value) => createHash('sha256').update(String(value)).digest();
const isSame = (one, other) => timingSafeEqual(digest(one), digest(other));

/**
 * @param {{ gatewayUrl: string, secret: string, username: string, password: string }} settings
 * @returns {(path: string, body: Record<string, unknown>) => Promise<{ result: string } | undefined>} undefined: no such hook
 * @throws {Error} the gateway does not answer
 */
export function brokerHooks({ gatewayUrl, secret, username, password }) {
  const ask = async (hook, body) => {
    const answer = await fetch(`${gatewayUrl}/sms/mqtt/${hook}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Internal-Secret': secret },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A name that cannot be one of ours. Another refusal is not about the box: 403 says that the internal secret is wrong.
    if (answer.status === 400) return DENY;
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
    const { data } = await answer.json();
    return data?.result === 'allow' ? ALLOW : DENY;
  };
  return async (path, body) => {
    // The portal's account may use every topic below its own; boxes are told apart by the gateway.
    const isPortal = body.username === username;
    if (path === '/auth') return isPortal ? (isSame(body.password, password) ? ALLOW : DENY) : ask('auth', body);
    if (path === '/acl')
      return isPortal ? (/^(\$share\/[^/]+\/)?lift\/v1\//.test(String(body.topic)) ? ALLOW : DENY) : ask('acl', body);
    return undefined;
  };
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** @param {ReturnType<typeof brokerHooks>} hooks */
export function hookServer(hooks) {
  const send = (response, status, body) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  return createServer(async (request, response) => {
    try {
      if (request.url === '/health') return send(response, 200, { status: 'up' });
      const body = request.method === 'POST' ? await readBody(request) : undefined;
      const answer = body && (await hooks(request.url ?? '', body));
      return answer ? send(response, 200, answer) : send(response, 404, {});
    } catch (error) {
      // A broker denies where nobody answers; boxes try again.
      process.stderr.write(
        `${JSON.stringify({ level: 40, time: Date.now(), name: 'broker-hooks', msg: error.message })}\n`,
      );
      return send(response, 503, {});
    }
  });
}

function main() {
  takeSecretFiles(process.env);
  const needed = ['GATEWAY_URL', 'INTERNAL_SECRET', 'MQTT_USERNAME', 'MQTT_PASSWORD'];
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Problem(`${missing.join(', ')} must be set.`);
  const { GATEWAY_URL, INTERNAL_SECRET, MQTT_USERNAME, MQTT_PASSWORD, PORT = '3000' } = process.env;
  const hooks = brokerHooks({
    gatewayUrl: GATEWAY_URL.replace(/\/+$/, ''),
    secret: INTERNAL_SECRET,
    username: MQTT_USERNAME,
    password: MQTT_PASSWORD,
  });
  const server = hookServer(hooks);
  server.on('error', exitWith).listen(Number(PORT));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close(() => process.exit(0)));
}

if (process.argv[1] === import.meta.filename) {
  try {
    main();
  } catch (error) {
    exitWith(error);
  }
}
