import { z } from 'zod';
import { FORM_BYTES, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import { dateTimeOut, noInput, none } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** The settings of an installation: rows of Setting (api.md §2.23, §5.7). Never a secret. */

/** How a value is entered: a switch, a number, or words separated by commas. */
export const SETTING_KINDS = ['switch', 'seconds', 'number', 'words'] as const;

const Value = z.union([z.boolean(), z.number(), z.array(z.string().max(100)).max(20)]);
export type SettingValue = z.output<typeof Value>;

export const SettingField = z.object({
  /** Its place in the setting, `entrapment.response`; '' where the setting is one value. */
  path: z.string(),
  kind: z.enum(SETTING_KINDS),
  value: Value,
  /** Where nothing is stored. */
  standard: Value,
});
export type SettingField = z.output<typeof SettingField>;

export const SettingRow = z.object({
  key: z.string(),
  fields: z.array(SettingField),
  /** Somebody stored it; else all values are the standard ones. */
  isStored: z.boolean(),
  updateBy: z.string().nullable(),
  updateDate: dateTimeOut.nullable(),
});
export type SettingRow = z.output<typeof SettingRow>;

/** Only the head office's administrators: they hold for everybody. */
const ACCESS: Access = { kind: 'authority', anyOf: ['SUPER_MASTER'], userTypes: OFFICE_TYPES };
const key = z.string('badValue').max(60, 'tooLong');

export const listSettings = operation({
  name: 'listSettings',
  method: 'GET',
  path: 'setting/list',
  access: ACCESS,
  scope: '-',
  input: noInput,
  output: z.array(SettingRow),
  summary: 'Settings of the installation with their standard values (api.md §2.23)',
  isLocal: true,
});

/** Stores all values of one setting. Errors: validation_failed (a value out of bounds), not_found (an unknown key). */
export const saveSetting = operation({
  name: 'saveSetting',
  method: 'POST',
  path: 'setting/save',
  access: ACCESS,
  scope: '-',
  input: z.object({
    key,
    values: z.array(z.object({ path: z.string('badValue').max(100, 'tooLong'), value: Value })).max(100, 'tooMany'),
  }),
  output: none,
  maxBytes: FORM_BYTES,
  summary: 'Changes one setting of the installation (api.md §2.23)',
  isLocal: true,
  audit: 'update',
});

/** Takes the stored values away. Errors: not_found (an unknown key). */
export const resetSetting = operation({
  name: 'resetSetting',
  method: 'POST',
  path: 'setting/reset',
  access: ACCESS,
  scope: '-',
  input: z.object({ key }),
  output: none,
  summary: 'Returns one setting to its standard (api.md §2.23)',
  isLocal: true,
  audit: 'update',
});

export const settingOperations = [listSettings, saveSetting, resetSetting];
