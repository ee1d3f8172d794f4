import { titleOf } from '@/components/kit/list/resource-page';
import { withTexts } from '@/components/kit/layout/texts';
import { LinkedFileScreen } from '@/components/mails/linked-file';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { findLinkedFile } from '@/lib/platform/mail/linked-files';

export const generateMetadata = titleOf('mailFile');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const megabytes = (size: number) => `${(size / 2 ** 20).toFixed(1)} MB`;

/** The file behind an e-mail's link, for signed-in users (readings 99, 200): `?token=`. */
async function MailFileRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  await requirePage('mailFile', params);
  const token = typeof params.token === 'string' ? params.token : '';
  const linked = await findLinkedFile(token);
  return (
    <LinkedFileScreen
      token={token}
      file={
        linked && {
          name: linked.name,
          size: megabytes(linked.file.size),
          validUntil: formatDateTime(linked.validUntil),
        }
      }
    />
  );
}

export default withTexts(['mailFile'], MailFileRoute);
