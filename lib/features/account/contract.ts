import { z } from 'zod';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, noInput, none, text } from '@/lib/platform/contract/schemas';
import { DataStrategy } from '@/lib/platform/strategy/shapes';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** The caller's own account (api.md §2.2, shapes of §2.28). */

export const UserProfile = z.object({
  username: z.string(),
  nickName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  branchCode: z.string().nullable(),
  branchName: z.string().nullable(),
  customerType: codeOut([0, 1, 2]).nullable(),
  projectbranchType: codeOut([1, 2]).nullable(),
  userType: codeOut(USER_TYPES),
  createDate: dateTimeOut,
  /** Days of notice before annual inspections and before the end of contracts. */
  inspection: z.number().int(),
  contract: z.number().int(),
});

export const UserInfo = z.object({
  user: UserProfile,
  userType: codeOut(USER_TYPES),
  customerType: codeOut([0, 1, 2]).nullable(),
  authority: z.array(z.string()),
  /** The user's projects include the airport project (doc1 §2). */
  customCampus: z.boolean(),
  dataStrategy: DataStrategy,
  serverTime: dateTimeOut,
});
export type UserInfo = z.infer<typeof UserInfo>;

export const getUserProfile = operation({
  name: 'getUserProfile',
  method: 'GET',
  path: 'userInfo/getUserProfile',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: UserInfo,
  summary: 'The caller: profile, type, authorities (api.md §2.2)',
});

export const getUserInfo = operation({
  name: 'getUserInfo',
  method: 'GET',
  path: 'userInfo/getUserInfo',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: UserInfo,
  summary: 'The caller, as the home page asks for it (api.md §2.2)',
});

/** Whole days, 0 to 365; an empty field counts as missing. */
const reminderDays = (missing: string) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce.number({ error: missing }).int('badValue').min(0, 'badValue').max(365, 'badValue'),
  );

/** The profile form; username is accepted and ignored, the caller comes from the session (api.md §1.4 Identity). */
export const ProfileInput = z.object({
  user: z.object({
    username: text(64).nullish(),
    nickName: text()
      .min(1, 'required')
      .regex(/^[A-Za-z0-9_\u4e00-\u9fa5]+$/, 'nicknameRule'),
    email: z.email('badEmail').max(200, 'tooLong'),
    phone: z.string({ error: 'badPhone' }).regex(PHONE, 'badPhone'),
    inspection: reminderDays('inspectionRequired'),
    contract: reminderDays('contractRequired'),
  }),
  /** Six digits sent to the new number; required when the phone changes. */
  code: text(6).nullish(),
});

export const updateProfile = operation({
  name: 'updateProfile',
  method: 'POST',
  path: 'userInfo/updateProfile',
  access: SIGNED_IN,
  scope: 'self',
  input: ProfileInput,
  output: none,
  audit: 'update',
  summary: 'Saves the caller’s own profile (api.md §2.2)',
});

export const saveUser = operation({
  name: 'saveUser',
  method: 'POST',
  path: 'user/saveUser',
  access: SIGNED_IN,
  scope: 'self',
  input: ProfileInput,
  output: none,
  audit: 'update',
  summary: 'Saves the caller’s own profile, the older name of updateProfile (api.md §2.2)',
});

export const sendProfileCode = operation({
  name: 'sendProfileCode',
  method: 'POST',
  path: 'userInfo/sendPhoneCode',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ phone: z.string({ error: 'badPhone' }).regex(PHONE, 'badPhone') }),
  output: z.object({
    serialNo: z.string(),
    /** Masked. */
    phone: z.string().nullable(),
    /** Time until another code may be requested. */
    intervalSeconds: z.number().int(),
    expireSeconds: z.number().int(),
  }),
  summary: 'Sends six digits to the new phone number of the caller’s own profile (api.md §2.2)',
  audit: 'view',
});

export const SessionRow = z.object({
  sessionId: z.string(),
  /** The session of this call. */
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createDate: dateTimeOut,
  lastUsedDate: dateTimeOut,
  expireDate: dateTimeOut,
});
export type SessionRow = z.infer<typeof SessionRow>;

export const listSessions = operation({
  name: 'listSessions',
  method: 'GET',
  path: 'userInfo/sessions',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.array(SessionRow),
  isLocal: true,
  summary: 'Where the caller is signed in, this session first, then the last used (api.md §2.2)',
});

export const endSessions = operation({
  name: 'endSessions',
  method: 'POST',
  path: 'userInfo/endSessions',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({
    /** Another session of the caller; absent: all others. */
    sessionId: text(40).min(1, 'required').nullish(),
  }),
  output: z.object({ ended: z.number().int() }),
  isLocal: true,
  audit: 'signOut',
  summary: 'Ends one other session of the caller, or all others (api.md §2.2)',
});

/** Everybody may change their own password. Another account's password needs this right as well (api.md §2.2). */
export const CHANGE_OTHERS_PASSWORD = { access: anyOf('USER_WRITE') };

export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: 'user/updatePw',
  access: SIGNED_IN,
  scope: 'usr',
  input: z.object({
    user: z.object({
      username: text(64).min(1, 'required'),
      /** The old password, also for another account (readings 67). */
      password: z.string({ error: 'required' }).min(1, 'required').max(200, 'tooLong'),
    }),
    newPassword: z.string({ error: 'required' }).min(1, 'required').max(200, 'tooLong'),
  }),
  output: none,
  untrimmed: ['password', 'newPassword'],
  audit: 'update',
  summary:
    'New password for the caller’s own account, or with USER_WRITE for another one; other sessions end (api.md §2.2)',
});

export const accountOperations = [
  getUserProfile,
  getUserInfo,
  updateProfile,
  saveUser,
  sendProfileCode,
  listSessions,
  endSessions,
  changePassword,
];
