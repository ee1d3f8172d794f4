/** Answers the same few bytes to everybody. */

export const dynamic = 'force-dynamic';

export function POST(): Response {
  return Response.json({ code: 200, message: 'success', data: null });
}
