/**
 * Mounts the door of the contract; everything is decided there. In production the server around Next asks the door itself
 * (`lib/programs/web/server.ts`), which spares Next these calls; here it is asked in development and behind `next start`.
 * It is loaded with the first call: Next loads every route at its start, and in production this one for nothing.
 */

export const dynamic = 'force-dynamic';

const answer = async (request: Request) => (await import('@/lib/platform/door/web-door')).handleSms(request);

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT };
