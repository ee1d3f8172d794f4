import { z } from 'zod';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, int, none, text } from '@/lib/platform/contract/schemas';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Sign-in and session (api.md §2.1), and the password changed by a code (§2.2). */

/** In browser mode (`X-Session: cookie`) the two tokens are left out: pages never see them (readings 25). */
export const Tokens = z.object({
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
  /** Seconds until the access token expires. */
  expires_in: z.number().int(),
  username: z.string(),
  userType: codeOut(USER_TYPES),
  customerType: codeOut([0, 1, 2]).nullable(),
});
export type Tokens = z.infer<typeof Tokens>;

/** A code that was sent: its number, the masked phone (null when requested by user name), both times in seconds. */
export const CodeSent = z.object({
  serialNo: z.string(),
  phone: z.string().nullable(),
  intervalSeconds: z.number().int(),
  expireSeconds: z.number().int(),
});
export type CodeSent = z.infer<typeof CodeSent>;

/** `data` of the 511 challenges of a sign-in. Clients read the flags of 200 and 511 alike. */
export const SignInChallenge = z.union([
  CodeSent.extend({ needVerify: z.literal(true) }),
  z.object({
    selectRequired: z.literal(true),
    selectableUsers: z.array(z.object({ username: z.string(), nickName: z.string() })),
  }),
  z.object({ needResetPassword: z.literal(true), username: z.string(), phone: z.string().nullable() }),
]);
export type SignInChallenge = z.infer<typeof SignInChallenge>;

const CODE_LENGTH = 6;

const filled = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(max, 'tooLong')
    .refine((value) => !value.includes('\0'), 'badValue');
const phone = z.string({ error: 'badPhone' }).regex(PHONE, 'badPhone');
/** Six digits. A shorter input is not complete; a wrong code is refused by the server (readings 17). */
const code = z.string({ error: 'codeRequired' }).min(CODE_LENGTH, 'codeRequired').max(CODE_LENGTH, 'badCode');
const newPassword = z
  .string({ error: 'required' })
  .max(200, 'tooLong')
  .superRefine((value, context) => {
    const fault = passwordFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

export const PasswordSignIn = z.object({
  type: z.literal('password'),
  /** Username, in any case, or phone number. */
  username: filled(200, 'accountAndPassword'),
  password: filled(200, 'accountAndPassword'),
});

export const CodeSignIn = z.object({
  type: z.literal('code'),
  phoneNo: filled(200, 'phoneAndCode').regex(PHONE, 'badPhone'),
  code: filled(200, 'phoneAndCode').pipe(code),
  /** The chosen account when several have the phone. */
  username: text(64).nullish(),
  /** The number of the code's request: its attempts are counted alone, whatever others guess who know the phone. */
  serialNo: text(64).nullish(),
});

/** The input of the sign-in form, which validates with the same schema. */
export const SignInInput = z.discriminatedUnion('type', [PasswordSignIn, CodeSignIn], { error: 'badValue' });
export type SignInInput = z.infer<typeof SignInInput>;

export const signIn = operation({
  name: 'signIn',
  method: 'POST',
  path: 'signToken',
  access: PUBLIC,
  scope: '-',
  input: SignInInput,
  output: Tokens,
  untrimmed: ['password'],
  audit: 'signIn',
  summary: 'Sign-in by password or SMS code; 511 with a challenge when one more step is needed (api.md §2.1)',
});

export const signInVerify = operation({
  name: 'signInVerify',
  method: 'POST',
  path: 'signToken/verify',
  access: PUBLIC,
  scope: '-',
  input: z.object({ serialNo: filled(64, 'required'), verifyCode: code }),
  output: Tokens,
  audit: 'signIn',
  summary: 'Answers a needVerify challenge with the code sent to the phone (api.md §2.1)',
});

export const signInByLink = operation({
  name: 'signInByLink',
  method: 'POST',
  path: 'signToken/fwtoken',
  access: PUBLIC,
  scope: '-',
  input: z.object({ fwtoken: filled(512, 'required') }),
  output: Tokens,
  untrimmed: ['fwtoken'],
  audit: 'signIn',
  summary: 'Sign-in by a link; 511 needResetPassword leaves the link good (api.md §2.1)',
});

export const signInByThirdToken = operation({
  name: 'signInByThirdToken',
  method: 'POST',
  path: 'signToken/thirdParty',
  access: PUBLIC,
  scope: '-',
  input: z.object({ token: filled(128, 'required'), path: text(200).nullish() }),
  output: Tokens.extend({ path: z.string() }),
  untrimmed: ['token'],
  audit: 'signIn',
  summary: 'Sign-in by the one-time token of a partner system; `path` is where to continue (api.md §2.1)',
});

export const mintThirdToken = operation({
  name: 'mintThirdToken',
  method: 'POST',
  path: 'thirdParty/token',
  access: { kind: 'partner', scope: 'token' },
  scope: '-',
  input: z.object({ username: filled(64, 'required'), path: text(200).nullish(), ttl: int(30, 600).default(120) }),
  output: z.object({ token: z.string(), expiresIn: z.number().int(), url: z.string() }),
  audit: 'create',
  summary: 'A one-time token for an account that is granted to the partner (api.md §2.1)',
});

export const createLoginLink = operation({
  name: 'createLoginLink',
  method: 'POST',
  path: 'user/createLoginLink',
  access: { kind: 'authority', anyOf: ['SUPER_MASTER'], allOf: ['USER_WRITE'] },
  scope: 'usr',
  input: z.object({ username: filled(64, 'required'), validHours: int(1, 72).default(24) }),
  output: z.object({ fwtoken: z.string(), url: z.string(), expireAt: dateTimeOut }),
  audit: 'create',
  summary: 'A link that signs an account in once (api.md §2.1)',
});

export const requestSmsCode = operation({
  name: 'requestSmsCode',
  method: 'POST',
  path: 'verifyCode/send',
  access: PUBLIC,
  scope: '-',
  input: z.discriminatedUnion(
    'purpose',
    [
      z.object({ purpose: z.literal('sign_token'), phoneNo: phone }),
      z
        .object({ purpose: z.literal('reset_password'), phoneNo: phone.nullish(), username: text(64).nullish() })
        .refine(({ phoneNo, username }) => Boolean(phoneNo) || Boolean(username), {
          error: 'badPhone',
          path: ['phoneNo'],
        }),
    ],
    { error: 'badValue' },
  ),
  output: CodeSent,
  audit: 'create',
  summary: 'Sends a code; the answer is the same for accounts that do not exist (api.md §2.1, readings 27)',
});

export const resendVerify = operation({
  name: 'resendVerify',
  method: 'POST',
  path: 'verifyCode/resend',
  access: PUBLIC,
  scope: '-',
  input: z.object({ serialNo: filled(64, 'required') }),
  output: CodeSent,
  audit: 'create',
  summary: 'Sends the code of a needVerify challenge again (api.md §2.1)',
});

/** By code, or with the old password for an account without a phone, which no code can reach (docs/decisions/008). */
export const PasswordReset = z
  .object({
    username: text(64).nullish(),
    phoneNo: phone.nullish(),
    serialNo: text(64).nullish(),
    code: text(200).nullish(),
    password: text(200).nullish(),
    newPassword,
  })
  .superRefine((value, context) => {
    const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!value.username && !value.phoneNo)
      add(value.password ? 'username' : 'phoneNo', value.password ? 'required' : 'badPhone');
    if (value.password) return;
    const fault = code.safeParse(value.code ?? '').error?.issues[0]?.message;
    if (fault) add('code', fault);
    else if (!value.serialNo) add('serialNo', 'required');
  });

export const changePasswordByCode = operation({
  name: 'changePasswordByCode',
  method: 'POST',
  path: 'user/changePasswordByCode',
  access: PUBLIC,
  scope: '-',
  input: PasswordReset,
  output: none,
  untrimmed: ['newPassword', 'password'],
  audit: 'update',
  summary: 'New password by a code; 511 selectRequired when the phone has several accounts (api.md §2.2)',
});

export const refreshToken = operation({
  name: 'refreshToken',
  method: 'POST',
  path: 'refreshToken',
  access: PUBLIC,
  scope: '-',
  input: z.object({ refresh_token: text(512).nullish() }),
  output: Tokens.omit({ username: true, userType: true, customerType: true }),
  untrimmed: ['refresh_token'],
  summary: 'A new pair for a refresh token, or a longer session for the cookie (api.md §1.4 Rotation, §2.1)',
  audit: 'view',
});

export const signOut = operation({
  name: 'signOut',
  method: 'POST',
  path: 'signOut',
  access: PUBLIC,
  scope: '-',
  input: z.object({ refresh_token: text(512).nullish() }),
  output: none,
  untrimmed: ['refresh_token'],
  audit: 'signOut',
  summary: 'Ends the session and clears the cookie; always succeeds (api.md §2.1)',
});

export const sessionOperations = [
  signIn,
  signInVerify,
  signInByLink,
  signInByThirdToken,
  mintThirdToken,
  createLoginLink,
  requestSmsCode,
  resendVerify,
  changePasswordByCode,
  refreshToken,
  signOut,
];
