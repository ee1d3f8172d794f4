import { z } from 'zod';
import { operation, PUBLIC, SIGNED_IN } from '@/lib/sms/operation';
import { noInput, none, text } from '@/lib/sms/schemas';

/** Sign-in and session (api.md §2.1). */

/** In browser mode (`X-Session: cookie`) the two tokens are left out: pages never see them (readings 25). */
export const Tokens = z.object({
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
  /** Seconds until the access token expires. */
  expires_in: z.number().int(),
  username: z.string(),
  userType: z.number().int(),
  customerType: z.number().int().nullable(),
});
export type Tokens = z.infer<typeof Tokens>;

/** `data` of the 511 challenges of a sign-in; clients read the flags for 200 and 511 alike. */
export const SignInChallenge = z.union([
  z.object({ selectRequired: z.literal(true), selectableUsers: z.array(z.object({ username: z.string(), nickName: z.string() })) }),
  z.object({ needResetPassword: z.literal(true), username: z.string(), phone: z.string().nullable() }),
]);
export type SignInChallenge = z.infer<typeof SignInChallenge>;

const filled = (max: number) => z.string({ error: 'accountAndPassword' }).min(1, 'accountAndPassword').max(max, 'tooLong').refine((value) => !value.includes('\0'), 'badValue');

/** The input of the sign-in form; the form checks with the same schema. */
export const SignInInput = z.object({
  type: z.enum(['password'], { error: 'badValue' }),
  /** Username, in any case, or phone number. */
  username: filled(200),
  password: filled(200),
});

export const signIn = operation({
  name: 'signIn', method: 'POST', path: 'signToken', access: PUBLIC, scope: '-', input: SignInInput, output: Tokens,
  untrimmed: ['password'], audit: 'signIn', summary: 'Sign-in; 511 with a challenge when one more step is needed (api.md §2.1)',
});

export const refreshToken = operation({
  name: 'refreshToken', method: 'POST', path: 'refreshToken', access: PUBLIC, scope: '-',
  input: z.object({ refresh_token: text(512).nullish() }), output: Tokens.omit({ username: true, userType: true, customerType: true }),
  untrimmed: ['refresh_token'], summary: 'A new pair for a refresh token, or a longer session for the cookie (api.md §1.4 Rotation, §2.1)',
});

export const signOut = operation({
  name: 'signOut', method: 'POST', path: 'signOut', access: PUBLIC, scope: '-',
  input: z.object({ refresh_token: text(512).nullish() }), output: none,
  untrimmed: ['refresh_token'], audit: 'signOut', summary: 'Ends the session and clears the cookie; always succeeds (api.md §2.1)',
});

export const getSocketToken = operation({
  name: 'getSocketToken', method: 'GET', path: 'session/socketToken', access: SIGNED_IN, scope: 'self', input: noInput,
  output: z.object({ token: z.string(), expiresIn: z.number().int() }), summary: 'Short-lived token for the socket (api.md §2.1, §3.2)',
});

export const sessionOperations = [signIn, refreshToken, signOut, getSocketToken];
