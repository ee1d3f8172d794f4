'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useRef, useState, type ChangeEvent } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { acceptOf, fileFault } from '@/lib/platform/contract/received-file';
import { downloadSms, SmsError, uploadSms } from '@/lib/platform/client/client';
import { downloadInvoice, uploadInvoice } from '@/lib/features/users/invoice-contract';
import { type InvoiceCustomer } from '@/lib/features/users/account-contract';
import { INVOICE_UPLOAD, ROLE, USERNAME } from '@/lib/features/users/value-sets';
import type { UserFormValues } from './user-form';
import styles from './user-dialogs.module.css';

const FAULTS: Readonly<Record<string, 'tooLarge' | 'badType'>> = {
  [INVOICE_UPLOAD.tooLarge]: 'tooLarge',
  [INVOICE_UPLOAD.badType]: 'badType',
};

interface Props {
  readonly customers: readonly InvoiceCustomer[];
  /** The customers of the chosen projects are loaded. */
  readonly isKnown: boolean;
}

/** What the invoice role needs: an approval attachment and customers (doc1 §4, §5). */
export function InvoiceFields({ customers, isKnown }: Props) {
  const t = useTranslations('userList.invoice');
  const { getValues, setValue } = useFormContext<UserFormValues>();
  const [answered, setAnswered] = useState<readonly InvoiceCustomer[]>();
  const isAsking = isKnown && customers.length === 0 && answered !== customers;
  const close = () => setAnswered(customers);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('title')}</legend>
      <Attachment />
      <FormAutocomplete<UserFormValues>
        name="invoiceUserList"
        label={t('customers')}
        isMultiple
        isRequired
        isLoading={!isKnown}
        helperText={isKnown && customers.length === 0 ? t('none') : t('customersHint')}
        choices={customers.map(({ taxId, customerName, projectNames }) => ({
          value: taxId,
          label: customerName,
          hint: projectNames,
        }))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('dropTitle')}
        text={t('dropText')}
        confirmLabel={t('drop')}
        cancelLabel={t('keep')}
        onClose={close}
        onConfirm={() => {
          setValue(
            'roleNameList',
            getValues('roleNameList').filter((role) => role !== ROLE.invoice),
            { shouldDirty: true },
          );
          setValue('invoiceUserList', []);
          close();
        }}
      />
    </fieldset>
  );
}

function Attachment() {
  const t = useTranslations('userList.invoice');
  const { control, getValues, clearErrors } = useFormContext<UserFormValues>();
  const {
    field: { ref, value, onChange },
    fieldState: { error: problem },
  } = useController({ name: 'invoiceAttachmentPath', control });
  const input = useRef<HTMLInputElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  const [name, setName] = useState<string>();

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const fault = fileFault(INVOICE_UPLOAD, file);
    if (fault) {
      toast.error(t(FAULTS[fault] ?? 'badType'));
      return;
    }
    setIsUploading(true);
    try {
      const { path } = await uploadSms(uploadInvoice, file, { username: getValues('user.username').trim() });
      onChange(path);
      clearErrors('invoiceAttachmentPath');
      setName(file.name);
    } catch (error) {
      // The server's message when it refuses the file; otherwise the upload itself failed.
      const isRefusal = error instanceof SmsError && error.message !== '' && [403, 413, 415, 511].includes(error.code);
      toast.error(isRefusal ? error.message : t('failed'));
    } finally {
      setIsUploading(false);
    }
  };
  const open = async () => {
    try {
      await downloadSms(downloadInvoice, { path: value });
    } catch (error) {
      toast.error(error instanceof SmsError && error.message !== '' ? error.message : t('failed'));
    }
  };
  return (
    <div className={styles.file}>
      <Button
        ref={ref}
        loading={isUploading}
        aria-describedby="invoice-attachment"
        onClick={() => {
          if (USERNAME.test(getValues('user.username').trim())) input.current?.click();
          else toast.warning(t('usernameFirst'));
        }}
      >
        {t(isUploading ? 'uploading' : value ? 'replace' : 'choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(INVOICE_UPLOAD)}
        aria-label={t('attachment')}
        onChange={(event) => void choose(event)}
      />
      {value && (
        <Button variant="text" color="primary" onClick={() => void open()}>
          {name ?? t('download')}
        </Button>
      )}
      <p id="invoice-attachment" className={problem ? styles.error : styles.hint} role={problem ? 'alert' : undefined}>
        {problem?.message ?? t('attachmentHint')}
      </p>
    </div>
  );
}
