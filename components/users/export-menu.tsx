'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { MenuButton } from '@/components/kit/ui/menu-button';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { downloadSms, SmsError } from '@/lib/platform/client/client';
import { exportUserEquipment, exportUsers } from '@/lib/features/users/contract';
import { CUSTOMER_FILTERS } from '@/lib/features/users/value-sets';

type Filters = Readonly<Record<string, string | number>>;
const KINDS = ['users', 'equipment'] as const;
type Kind = (typeof KINDS)[number];

const OPERATIONS = { users: exportUsers, equipment: exportUserEquipment } as const;

/** The two exports of the user list (doc1 §2), with the filters it shows. A refusal for too many rows opens the choice of a customer type. */
export function ExportMenu({ filters }: { readonly filters: Filters }) {
  const t = useTranslations('userList.export');
  const failureText = useFailureText();
  const [isRunning, setIsRunning] = useState(false);
  const [asked, setAsked] = useState<Kind>();

  const run = async (kind: Kind, customerType?: number) => {
    setIsRunning(true);
    try {
      await downloadSms(OPERATIONS[kind], { ...filters, ...(customerType === undefined ? {} : { customerType }) });
      setAsked(undefined);
      toast.success(t('done'));
    } catch (error) {
      toast.error(failureText(error));
      if (error instanceof SmsError && error.code === 511) setAsked(kind);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <>
      <MenuButton
        label={t('menu')}
        loadingLabel={t('running')}
        isLoading={isRunning}
        choices={KINDS.map((key) => ({ key, label: t(key) }))}
        onChoose={(kind) => void run(kind)}
      />
      {asked && (
        <CustomerTypeDialog
          isRunning={isRunning}
          onStart={(type) => void run(asked, type)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function CustomerTypeDialog({
  isRunning,
  onStart,
  onClose,
}: {
  readonly isRunning: boolean;
  readonly onStart: (type: number) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('userList');
  const common = useTranslations('common.action');
  const id = useId();
  const [type, setType] = useState<number>(CUSTOMER_FILTERS[0]);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('export.chooseType')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{t('export.chooseTypeText')}</DialogContentText>
        <TextField
          select
          fullWidth
          label={t('filter.customerType')}
          value={type}
          onChange={(event) => setType(Number(event.target.value))}
        >
          {CUSTOMER_FILTERS.map((value) => (
            <MenuItem key={value} value={value}>
              {t(`customerFilter.${value}`)}
            </MenuItem>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button variant="contained" color="primary" loading={isRunning} onClick={() => onStart(type)}>
          {t('export.start')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
