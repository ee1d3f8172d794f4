'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState, type ReactNode } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { CSV_MAX_BYTES } from '@/lib/platform/contract/csv-import';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { readTextFile } from './read-text-file';
import styles from './csv-dialog.module.css';

interface ChosenFile {
  readonly name: string;
  readonly text: string;
}
interface Answer {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failedTotal: number;
  readonly failed: readonly { readonly line: number; readonly message: string }[];
}

interface Props {
  readonly title: ReactNode;
  readonly hint: ReactNode;
  /** Columns of the template. */
  readonly columns: readonly string[];
  /** Name of the template's file. */
  readonly filename: string;
  /** Good lines are kept: the file is checked first and imported then. Otherwise it is all of it or nothing. */
  readonly isPartial?: boolean;
  readonly send: (csv: string, isDryRun: boolean) => Promise<Answer>;
  /** Something was stored. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Lines below the head that hold something. */
const rowsOf = (text: string) => Math.max(0, text.split(/\r?\n/).filter((line) => line.trim() !== '').length - 1);

const COUNTS = ['created', 'updated', 'unchanged', 'failedTotal'] as const;

function Counts({ answer }: { readonly answer: Answer }) {
  const t = useTranslations('list.csv.count');
  return (
    <dl className={styles.counts}>
      {COUNTS.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{answer[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Faults({ answer, title }: { readonly answer: Answer; readonly title: string }) {
  const t = useTranslations('list.csv');
  const { failed, failedTotal } = answer;
  return (
    <div className={styles.refused} role="alert">
      <p className={styles.failed}>{title}</p>
      <ul className={styles.faults}>
        {failed.map(({ line, message }, index) => (
          <li key={`${line}/${index}`}>
            <span className={styles.line}>{t('line', { line })}</span>
            {message}
          </li>
        ))}
      </ul>
      {failedTotal > failed.length && (
        <p className={styles.hint}>{t('more', { count: failedTotal - failed.length })}</p>
      )}
    </div>
  );
}

/** Rows from a CSV file: chosen, checked where good lines are kept, imported; the lines that are wrong are named. */
export function CsvDialog({ title, hint, columns, filename, isPartial = false, send, onDone, onClose }: Props) {
  const t = useTranslations('list.csv');
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [answer, setAnswer] = useState<Answer>();
  const [isStored, setIsStored] = useState(false);
  const [isSending, setIsSending] = useState(false);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setChosen(undefined);
    setAnswer(undefined);
    setIsStored(false);
    if (file.size > CSV_MAX_BYTES) {
      toast.error(t('tooLarge'));
      return;
    }
    const text = await readTextFile(file).catch(() => undefined);
    if (text === undefined) toast.error(t('unreadable'));
    else setChosen({ name: file.name, text });
  };
  const run = async (isDryRun: boolean) => {
    if (!chosen) {
      toast.warning(t('noFile'));
      return;
    }
    setIsSending(true);
    try {
      const result = await send(chosen.text, isDryRun);
      const { created, updated, unchanged, failedTotal } = result;
      if (!isDryRun && (isPartial || failedTotal === 0)) {
        toast.success(t('done', { created, updated, unchanged }));
        onDone();
      }
      if (!isDryRun && failedTotal === 0) onClose();
      setAnswer(result);
      setIsStored(!isDryRun);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsSending(false);
    }
  };
  const hasWork = answer !== undefined && answer.created + answer.updated > 0;
  const isChecking = isPartial && (!answer || isStored || !hasWork);

  return (
    <Dialog open onClose={() => !isSending && onClose()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.hint}>{hint}</p>
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
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${columns.join(',')}\r\n`)}`}
            download={filename}
          >
            {t('template')}
          </Button>
        </div>
        {chosen && (
          <p className={styles.chosen} role="status">
            {t('file', { name: chosen.name, count: rowsOf(chosen.text) })}
          </p>
        )}
        {answer && isPartial && (
          <section aria-label={t(isStored ? 'stored' : 'checked')}>
            <p className={styles.hint}>{t(isStored ? 'stored' : 'checked')}</p>
            <Counts answer={answer} />
          </section>
        )}
        {answer && answer.failedTotal > 0 && (
          <Faults answer={answer} title={t(isPartial ? 'refused' : 'failed', { count: answer.failedTotal })} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSending}>
          {common(isStored && isPartial ? 'close' : 'cancel')}
        </Button>
        {!(isPartial && isStored) && (
          <Button variant="contained" color="primary" loading={isSending} onClick={() => void run(isChecking)}>
            {t(isChecking ? 'check' : 'start')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
