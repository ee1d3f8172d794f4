import { createDoor } from './door';
import { WEB_SERVICES } from './services';

/** The door as the web process mounts it. One a process: Next loads modules more than once. */
const holder = globalThis as typeof globalThis & { portalDoor?: ReturnType<typeof createDoor> };

/** Answers one request below `/sms/` (see `door.ts`). */
export function handleSms(request: Request): Promise<Response> {
  holder.portalDoor ??= createDoor(WEB_SERVICES);
  return holder.portalDoor(request);
}
