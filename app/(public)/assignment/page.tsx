import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AssignmentFrame } from '@/components/assignments/assignment-frame';
import { AssignmentScreen } from '@/components/assignments/assignment-screen';
import { LinkEnded } from '@/components/assignments/link-ended';
import { LinkUnread } from '@/components/assignments/link-unread';
import { withTexts } from '@/components/kit/layout/texts';
import { getAssignment } from '@/lib/features/assignments/contract';
import { sms } from '@/lib/platform/door/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('routes'))('assignment'),
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  };
}

/**
 * The page behind the link in a technician's text message (readings 245): one call-out, without an account. Opening it
 * changes nothing, so that an app that only fetches a preview accepts nothing.
 */
async function AssignmentPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { k } = await searchParams;
  const token = typeof k === 'string' ? k : '';
  const { code, data } = await sms(getAssignment, { token });
  return (
    <AssignmentFrame>
      {data ? <AssignmentScreen token={token} first={data} /> : code === 400 ? <LinkEnded /> : <LinkUnread />}
    </AssignmentFrame>
  );
}

export default withTexts(['assignments', 'callbacks'], AssignmentPage);
