'use client';

import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useId, useState, type CSSProperties } from 'react';
import { CloseIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import type { OpenedFrom } from '@/lib/features/cameras/value-sets';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { VideoDesk, type VideoDevices } from './video-desk';
import styles from './video-dialog.module.css';

interface Props {
  readonly unit: VideoUnit;
  /** Where it was opened; the audit log records it. */
  readonly openedFrom: OpenedFrom;
  readonly onClose: () => void;
  /** Player, microphone and recorder; default: the browser's own. */
  readonly devices?: VideoDevices;
}

/** The live picture of a unit (doc2 §4.6): 30 % wide, 40 % for the configured units; closes itself after 5 minutes. */
export function VideoDialog({ unit, openedFrom, onClose, devices }: Props) {
  const t = useTranslations('video');
  const common = useTranslations('common.action');
  const id = useId();
  const [isSpecial, setIsSpecial] = useState(false);
  const paper = { className: styles.paper, style: { '--share': isSpecial ? '40%' : '30%' } as CSSProperties };
  return (
    <Dialog open onClose={onClose} maxWidth={false} aria-labelledby={id} slotProps={{ paper }} data-testid="video">
      <DialogTitle id={id} className={styles.title}>
        <span className={styles.name}>
          <span className={styles.kind}>{t('title')}</span> {unit.equipmentName}
        </span>
        <span className={styles.number}>{unit.equipmentNo}</span>
        <IconButton aria-label={common('close')} size="small" onClick={onClose} autoFocus>
          <CloseIcon size={20} />
        </IconButton>
      </DialogTitle>
      <DialogContent className={styles.content}>
        <VideoDesk
          unit={unit}
          openedFrom={openedFrom}
          devices={devices}
          onSpecial={setIsSpecial}
          onTimeUp={() => {
            toast.info(t('timeUp'));
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
