'use client';

import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useAccountDialog } from '@/components/kit/layout/account-dialog';
import { AnnouncementIcon, AuditIcon } from '@/components/kit/ui/icons';
import { getUserProfile } from '@/lib/features/account/contract';
import { hrefOf } from '@/lib/routes';
import { useSms } from '@/lib/platform/client/hooks';
import { FeedbackDialog } from './feedback-dialog';

function Feedback({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useSms(getUserProfile, {});
  return <FeedbackDialog phone={data ? data.user.phone : error ? null : undefined} onClose={onClose} />;
}

/** Entries of the account's menu: feedback (silent-screens B1) and the log of this browser (B6). */
export function FeedbackEntry() {
  const t = useTranslations();
  const show = useAccountDialog();
  return (
    <>
      <MenuItem onClick={() => show((close) => <Feedback onClose={close} />)}>
        <AnnouncementIcon size={18} />
        <ListItemText>{t('feedback.own.title')}</ListItemText>
      </MenuItem>
      <MenuItem component="a" href={hrefOf('locallog')}>
        <AuditIcon size={18} />
        <ListItemText>{t('routes.locallog')}</ListItemText>
      </MenuItem>
    </>
  );
}
