'use client';

import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useAccountDialog } from '@/components/kit/layout/account-dialog';
import { later } from '@/components/kit/layout/later';
import { AnnouncementIcon, AuditIcon } from '@/components/kit/ui/icons';
import { getUserProfile } from '@/lib/features/account/contract';
import { hrefOf } from '@/lib/routes';
import { useSms } from '@/lib/platform/client/hooks';

const FeedbackDialog = later(async () => (await import('./feedback-dialog')).FeedbackDialog, ['feedback']);

function Feedback({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useSms(getUserProfile, {});
  return <FeedbackDialog phone={data ? data.user.phone : error ? null : undefined} onClose={onClose} />;
}

interface Props {
  /**
   * `feedback.own.title` and `routes.locallog`: the only texts of those namespaces that a page needs before a dialog
   * opens.
   */
  readonly title: string;
  readonly logTitle: string;
}

/** Entries of the account menu: feedback (silent-screens B1) and this browser's log (B6). */
export function FeedbackEntry({ title, logTitle }: Props) {
  const show = useAccountDialog();
  return (
    <>
      <MenuItem onClick={() => show((close) => <Feedback onClose={close} />)}>
        <AnnouncementIcon size={18} />
        <ListItemText>{title}</ListItemText>
      </MenuItem>
      <MenuItem component="a" href={hrefOf('locallog')}>
        <AuditIcon size={18} />
        <ListItemText>{logTitle}</ListItemText>
      </MenuItem>
    </>
  );
}
