'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryProjects } from '@/lib/features/projects/contract';
import { CSV_COLUMNS, CSV_MAX_BYTES, CSV_REQUIRED, importProjectFile } from '@/lib/features/projects/import-contract';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { readTextFile } from './read-text-file';
import styles from './import-dialog.module.css';

interface Chosen {
  readonly name: string;
  readonly text: string;
}

/** Lines below the head that hold something. */
const rowsOf = (text: string) => Math.max(0, text.split(/\r?\n/).filter((line) => line.trim() !== '').length - 1);

/** SAP projects from a CSV file: all of it or nothing, with the lines that are wrong. */
export function ImportDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTranslations('projects.import');
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [refused, setRefused] = useState<OutputOf<typeof importProjectFile>>();
  const [isSending, setIsSending] = useState(false);
  const optional = CSV_COLUMNS.filter((name) => !(CSV_REQUIRED as readonly string[]).includes(name));

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setRefused(undefined);
    if (file.size > CSV_MAX_BYTES) {
      toast.error(t('tooLarge'));
      return;
    }
    const text = await readTextFile(file).catch(() => undefined);
    if (text === undefined) toast.error(t('unreadable'));
    else setChosen({ name: file.name, text });
  };
  const send = async () => {
    if (!chosen) {
      toast.warning(t('noFile'));
      return;
    }
    setIsSending(true);
    try {
      const answer = await mutateSms(importProjectFile, { csv: chosen.text }, [queryProjects, searchProjects]);
      if (answer.failedTotal > 0) setRefused(answer);
      else {
        toast.success(t('done', { created: answer.created, updated: answer.updated, unchanged: answer.unchanged }));
        onDone();
        onClose();
      }
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <Dialog open onClose={() => !isSending && onClose()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('title')}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.hint}>{t('hint', { required: CSV_REQUIRED.join(', '), optional: optional.join(', ') })}</p>
        <div className={styles.tools}>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            className={styles.file}
            aria-label={t('choose')}
            tabIndex={-1}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // The same file, corrected, may be chosen again.
              event.target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()} disabled={isSending}>
            {t('choose')}
          </Button>
          <Button
            variant="text"
            color="primary"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${CSV_COLUMNS.join(',')}\r\n`)}`}
            download="projects.csv"
          >
            {t('template')}
          </Button>
        </div>
        {chosen && (
          <p className={styles.chosen} role="status">
            {t('file', { name: chosen.name, count: rowsOf(chosen.text) })}
          </p>
        )}
        {refused && (
          <div className={styles.refused} role="alert">
            <p className={styles.failed}>{t('failed', { count: refused.failedTotal })}</p>
            <ul className={styles.faults}>
              {refused.failed.map(({ line, message }, index) => (
                <li key={`${line}/${index}`}>
                  <span className={styles.line}>{t('line', { line })}</span>
                  {message}
                </li>
              ))}
            </ul>
            {refused.failedTotal > refused.failed.length && (
              <p className={styles.hint}>{t('more', { count: refused.failedTotal - refused.failed.length })}</p>
            )}
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSending}>
          {common('cancel')}
        </Button>
        <Button variant="contained" color="primary" loading={isSending} onClick={() => void send()}>
          {t('start')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
