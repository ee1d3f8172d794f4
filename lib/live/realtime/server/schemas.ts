import { z } from 'zod';
import { CHANNEL_TYPES } from '@/lib/live/realtime/shared/notices';
import { LIST_ROWS, MAX_SUBSCRIPTIONS } from '@/lib/live/realtime/shared/events';

/** What a client may send (api.md §3.2, §3.6). Unknown members are dropped; anything else is refused with 400. */

const equipmentNo = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,40}$/);
/** It is only a hint (api.md §3.2), so an unknown value is ignored, not refused. */
const hint = z
  .string()
  .max(40)
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

export const AuthorizePayload = z
  .union([z.string(), z.object({ token: z.string() }).transform(({ token }) => token)])
  .pipe(z.string().min(1).max(4096));

export const RtcPayload = z
  .array(z.object({ equipmentNo, equipmentType: hint, companyCode: hint }))
  .max(MAX_SUBSCRIPTIONS);

export const ListPayload = z.array(z.object({ equipmentNo })).max(LIST_ROWS);

export const UnsubscribePayload = z
  .array(
    z.object({
      equipmentNo,
      equipmentType: hint,
      refresh: z
        .boolean()
        .nullish()
        .transform((value) => value ?? false),
    }),
  )
  .max(LIST_ROWS);

/** `/notification`: no types, or an empty list, means everything the account may read (api.md §3.6). */
export const NoticePayload = z.object({
  types: z
    .array(z.enum(CHANNEL_TYPES))
    .max(CHANNEL_TYPES.length)
    .nullish()
    .transform((value) => value ?? []),
  since: z
    .number()
    .int()
    .min(0)
    .max(8.64e15)
    .nullish()
    .transform((value) => value ?? undefined),
});

/** Handshake `auth`: identifies the browser, for the limit of sockets per browser (api.md §3.1). */
export const HandshakeAuth = z.object({
  clientId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .catch(undefined),
  language: z.string().max(20).optional().catch(undefined),
});
