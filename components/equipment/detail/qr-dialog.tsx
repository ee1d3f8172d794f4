'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PrintIcon, QrIcon } from '@/components/kit/ui/icons';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import type { QrCode } from '@/lib/platform/qr/qr-code';
import styles from './qr-dialog.module.css';

interface Props {
  readonly equipment: Pick<EquipmentDetail, 'equipmentNo' | 'equipmentName' | 'governmentNo' | 'buildingName'>;
  readonly qr: QrCode;
}

/** The address of this page as a code to be put up, in the size of a plate for the machine room and of labels for the car. */
export function QrButton(props: Props) {
  const t = useTranslations('equipmentDetail.qr');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button startIcon={<QrIcon size={18} />} onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <DetailDialog
          title={t('title')}
          onClose={() => setIsOpen(false)}
          actions={
            <Button
              variant="contained"
              color="primary"
              startIcon={<PrintIcon size={18} />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          }
        >
          <p className={styles.hint}>{t('hint')}</p>
          {/* Reachable without a pointer where it has to be scrolled. */}
          <div className={styles.sheet} data-print-sheet role="group" aria-label={t('title')} tabIndex={0}>
            <Plate {...props} place="machineRoom" />
            <div className={styles.labels}>
              <Plate {...props} place="car" />
              <Plate {...props} place="car" isCopy />
            </div>
          </div>
        </DetailDialog>
      )}
    </>
  );
}

/** Black on white whatever the theme: it is paper. */
function Plate({
  equipment,
  qr,
  place,
  isCopy = false,
}: Props & { readonly place: 'machineRoom' | 'car'; readonly isCopy?: boolean }) {
  const t = useTranslations('equipmentDetail.qr');
  const { equipmentNo, equipmentName, governmentNo, buildingName } = equipment;
  return (
    <section
      className={styles.plate}
      data-place={place}
      aria-label={t(`place.${place}`)}
      aria-hidden={isCopy || undefined}
    >
      <svg
        className={styles.code}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('codeOf', { no: equipmentNo })}
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div className={styles.words}>
        <p className={styles.name}>{equipmentName || equipmentNo}</p>
        {buildingName && <p className={styles.line}>{buildingName}</p>}
        <p className={styles.line}>{t('number', { no: equipmentNo })}</p>
        {governmentNo && <p className={styles.line}>{t('governmentNo', { no: governmentNo })}</p>}
        <p className={styles.call}>{t('call')}</p>
      </div>
    </section>
  );
}
