import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { smsLogList } from '@/components/sms-log/sms-log-list';
import { SmsLogScreen } from '@/components/sms-log/sms-log-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { querySmsLog } from '@/lib/sms-log/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('smsLogList') };
}

/** SMS log (silent-screens B7, readings 55). */
export default async function SmsLogListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('smsLogList', params);
  const input = listInput(smsLogList, readListState(smsLogList, params));
  const { data } = await smsEnvelope(querySmsLog, input);
  return <SmsLogScreen first={firstPage(input, data)} canWrite={actor.authorities.has('SIM_MESSAGE_WRITE')} canSeeEquipment={actor.authorities.has('EQUIPMENT_READ')} />;
}
