'use client';

import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useState, type KeyboardEvent } from 'react';
import { AnnouncementIcon, AuditIcon } from '@/components/ui/icons';
import { getUserProfile } from '@/lib/account/contract';
import { hrefOf } from '@/lib/routes';
import { useSms } from '@/lib/sms/hooks';
import { FeedbackDialog } from './feedback-dialog';

/** What is typed in the dialog is no choice in the menu that it was opened from. */
const keep = (event: KeyboardEvent) => event.stopPropagation();

/** Entries of the account's menu: feedback (silent-screens B1) and the log of this browser (B6). */
export function FeedbackEntry() {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useSms(getUserProfile, isOpen ? {} : null);
  return (
    <>
      <MenuItem onClick={() => setIsOpen(true)}><AnnouncementIcon size={18} /><ListItemText>{t('feedback.own.title')}</ListItemText></MenuItem>
      <MenuItem component="a" href={hrefOf('locallog')}><AuditIcon size={18} /><ListItemText>{t('routes.locallog')}</ListItemText></MenuItem>
      {isOpen && (data || error) && <div role="presentation" onKeyDown={keep}><FeedbackDialog phone={data?.user.phone ?? null} onClose={() => setIsOpen(false)} /></div>}
    </>
  );
}
