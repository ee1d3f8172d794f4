import { join } from 'node:path';
import { answers, start, untilUp, type Program } from './processes';

/** Gateways and web processes as production runs them, of the build that scripts/lib/chaos.mjs has made. */

export interface PortalProcess extends Program {
  readonly port: number;
}

type Env = Record<string, string>;

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this by npm run chaos`);
  return value;
};

interface Options {
  readonly port: number;
  readonly env: Env;
  /** Folder of the sources whose build it is; ours. */
  readonly root?: string;
  /** Loaded before the program. */
  readonly preload?: Env;
}

export async function startGateway({ port, env, root = process.cwd(), preload = {} }: Options): Promise<PortalProcess> {
  const program = startNode(
    join(root, setting('BUILD_DIR'), 'gateway.mjs'),
    [],
    {
      ...preload,
      ...env,
      GATEWAY_PORT: String(port),
    },
    root,
  );
  await untilUp('the gateway', program, () => answers(`http://127.0.0.1:${port}/health`));
  return { ...program, port };
}

export async function startWeb({ port, env, root = process.cwd(), preload = {} }: Options): Promise<PortalProcess> {
  const flags = setting('CHAOS_WEB_FLAGS').split(' ');
  const program = startNode(
    join(root, setting('BUILD_DIR'), 'web.mjs'),
    flags,
    {
      ...preload,
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    },
    root,
  );
  await untilUp('the web process', program, () => answers(`http://127.0.0.1:${port}/sms/health/live`));
  return { ...program, port };
}

function startNode(file: string, flags: readonly string[], env: Env, cwd?: string) {
  return start(process.execPath, [...flags, file], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000', ...env },
    log: process.env.DEBUG === '1',
    ...(cwd === undefined ? {} : { cwd }),
  });
}
