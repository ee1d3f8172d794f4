import { handleSms } from '@/lib/platform/door/web-door';

/**
 * Mounts the door of the contract; everything is decided there. In production the server around Next asks the door itself
 * (`lib/programs/web/server.ts`), which spares Next these calls; here it is asked in development and behind `next start`.
 */

export const dynamic = 'force-dynamic';

export {
  handleSms as DELETE,
  handleSms as GET,
  handleSms as HEAD,
  handleSms as PATCH,
  handleSms as POST,
  handleSms as PUT,
};
