'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Checkbox from '@mui/material/Checkbox';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Pager } from '@/components/kit/list/pager';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { ChevronLeftIcon, FocusIcon } from '@/components/kit/ui/icons';
import { SearchBox } from '@/components/kit/ui/search-box';
import { EmptyState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { MAX_FOCUS_PROJECTS, readFocusLists, saveFocusLists } from '@/lib/platform/focus/focus';
import { FocusCards } from './focus-cards';
import { check, checkedOf, collect, FOCUS_PAGE_SIZES, isFull, matching, type FocusDraft } from './focus-draft';
import { FocusPicker } from './focus-picker';
import styles from './focus-dialog.module.css';

/**
 * Chooses the focus projects (doc1 §4). It shows the collected projects; the checked ones narrow every list. "Select
 * projects" shows all projects of the user. Nothing changes before confirming.
 */
export function FocusDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('header.focus');
  const layout = useTranslations('layout.focus');
  const common = useTranslations('common');
  const id = useId();
  const [saved] = useState(readFocusLists);
  const [draft, setDraft] = useState<FocusDraft>(saved.collected);
  const [isPicking, setIsPicking] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const checked = checkedOf(draft);

  const finish = (collected: FocusDraft) => {
    saveFocusLists(collected);
    onClose();
  };
  const confirm = () => {
    if (checked.length === 0) toast.warning(t('noneChecked'));
    else finish(draft);
  };
  const leave = () => {
    if (draft === saved.collected) onClose();
    else setIsAsking(true);
  };

  return (
    <>
      <Dialog open onClose={leave} maxWidth="lg" fullWidth aria-labelledby={id}>
        <DialogTitle id={id} component="div" className={styles.head}>
          {isPicking && (
            <Button
              className={styles.back}
              size="small"
              startIcon={<ChevronLeftIcon size={16} />}
              onClick={() => setIsPicking(false)}
            >
              {common('action.back')}
            </Button>
          )}
          <h2 className={styles.title}>{isPicking ? t('select') : layout('title')}</h2>
          <span className={styles.sum} aria-live="polite">
            {t('sum', { checked: checked.length, collected: draft.length })}
          </span>
          {!isPicking && (
            <Button className={styles.select} color="primary" onClick={() => setIsPicking(true)}>
              {t('select')}
            </Button>
          )}
        </DialogTitle>
        <DialogContent>
          <div className={styles.body}>
            {isFull(draft) && (
              <p className={styles.note} role="status">
                {t('full', { max: MAX_FOCUS_PROJECTS })}
              </p>
            )}
            {isPicking ? (
              <FocusPicker
                isCollected={(projectId) => draft.some((project) => project.projectId === projectId)}
                isFull={isFull(draft)}
                onCheck={(project, isWanted) => setDraft(collect(draft, project, isWanted))}
              />
            ) : (
              <Collected draft={draft} onChange={setDraft} />
            )}
          </div>
        </DialogContent>
        <DialogActions>
          {saved.focus.length > 0 && (
            <Button
              className={styles.clear}
              onClick={() =>
                finish(
                  check(
                    draft,
                    draft.map(({ projectId }) => projectId),
                    false,
                  ),
                )
              }
            >
              {t('clear')}
            </Button>
          )}
          <Button onClick={leave}>{common('action.cancel')}</Button>
          {isPicking ? (
            <Button variant="contained" color="primary" onClick={() => setIsPicking(false)}>
              {t('done')}
            </Button>
          ) : (
            <Button variant="contained" color="primary" onClick={confirm}>
              {common('action.ok')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={common('confirm.discard')}
        text={common('confirm.discardText')}
        confirmLabel={common('confirm.discardYes')}
        cancelLabel={common('confirm.discardNo')}
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** The collection. Search and pages work here, because the browser keeps it. */
function Collected({
  draft,
  onChange,
}: {
  readonly draft: FocusDraft;
  readonly onChange: (draft: FocusDraft) => void;
}) {
  const t = useTranslations('header.focus');
  const [key, setKey] = useState('');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(FOCUS_PAGE_SIZES[0]);
  if (draft.length === 0) return <EmptyState icon={<FocusIcon />} title={t('empty')} />;

  const found = matching(draft, key);
  const current = Math.min(page, Math.max(1, Math.ceil(found.length / size)));
  const shown = found.slice((current - 1) * size, current * size);
  const ids = found.map(({ projectId }) => projectId);
  const checkedCount = checkedOf(found).length;
  return (
    <>
      <div className={styles.filters}>
        <SearchBox
          value={key}
          label={t('searchCollected')}
          onSearch={(next) => {
            setKey(next);
            setPage(1);
          }}
        />
        <FormControlLabel
          className={styles.all}
          label={t('all')}
          disabled={found.length === 0}
          control={
            <Checkbox
              size="small"
              checked={found.length > 0 && checkedCount === found.length}
              indeterminate={checkedCount > 0 && checkedCount < found.length}
              onChange={(_, isOn) => onChange(check(draft, ids, isOn))}
            />
          }
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title={t('noMatch')} />
      ) : (
        <>
          <FocusCards
            projects={shown}
            onCheck={({ projectId }, isOn) => onChange(check(draft, [projectId], isOn))}
            onRemove={(project) => onChange(collect(draft, project, false))}
          />
          <Pager
            page={current}
            size={size}
            total={found.length}
            sizes={FOCUS_PAGE_SIZES}
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(1);
            }}
          />
        </>
      )}
    </>
  );
}
