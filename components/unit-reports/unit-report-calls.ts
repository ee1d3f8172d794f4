import {
  downloadBiweeklyZip,
  getBiweeklyPdf,
  mailBiweekly as sendBiweekly,
} from '@/lib/features/unit-reports/biweekly-contract';
import { getMonthlyPdf, mailMonthly as sendMonthly } from '@/lib/features/unit-reports/monthly-contract';
import { callSms, downloadSms } from '@/lib/platform/client/client';
import { pageUser } from '@/lib/platform/client/page-user';

/** The calls of reports on a unit, as lists and pages make them. */

export interface BiweeklyKey {
  readonly equipmentNo: string;
  /** `yyyy-MM-dd` */
  readonly reportTime: string;
}

export const downloadBiweekly = (key: BiweeklyKey): Promise<void> => downloadSms(getBiweeklyPdf, { ...key });
export const mailBiweekly = (key: BiweeklyKey, emailAddress: string): Promise<null> =>
  callSms(sendBiweekly, { ...key, emailAddress });
export const mergeBiweekly = (
  list: readonly BiweeklyKey[],
  days: { readonly startDate: string; readonly endDate: string },
): Promise<void> => downloadSms(downloadBiweeklyZip, { list: [...list], ...days });

export interface MonthlyKey {
  readonly equipmentNo: string;
  /** `yyyy-MM-dd` */
  readonly startDate: string;
  readonly endDate: string;
}

const asker = () => ({ username: pageUser() ?? undefined });
/** Days as the documents of the contract write them. */
const slashed = (day: string) => day.replaceAll('-', '/');

export const downloadMonthly = ({ equipmentNo, startDate, endDate }: MonthlyKey): Promise<void> =>
  downloadSms(getMonthlyPdf, {
    equipmentNo,
    startDate: slashed(startDate),
    endDate: slashed(endDate),
    ...asker(),
  });
export const mailMonthly = (key: MonthlyKey, emailAddress: string): Promise<null> =>
  callSms(sendMonthly, { ...key, ...asker(), emailAddress });
