'use client';

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState, type KeyboardEvent } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { LoadingState } from '@/components/kit/ui/states';
import { SearchIcon } from '@/components/kit/ui/icons';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { querySapProjects, SAP_LIMIT, type SapProject } from '@/lib/features/projects/look-up-contract';
import { displayNameOf, type PickedProject } from '@/lib/features/projects/shared/sap-selection';
import { callSms } from '@/lib/platform/client/client';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { SapRow } from '../sap-row';
import styles from '../sap-picker.module.css';

interface Props {
  /** Chosen functional locations, in the order of choosing. */
  readonly value: readonly PickedProject[];
  readonly onChange: (projects: readonly PickedProject[]) => void;
  /** Follows the name of the first chosen project until the user types one; absent: no such field. */
  readonly displayName?: { readonly label: string; readonly value: string; readonly onChange: (name: string) => void };
  /** Below the chosen projects, for example that one is required. */
  readonly error?: string;
}

/**
 * Search and choose one or several SAP projects (doc1 §2, §4). Chosen projects stay during another search. It is made
 * for use inside a form: Enter searches and does not submit the form.
 */
export function SapPicker({ value, onChange, displayName, error }: Props) {
  const t = useTranslations('projects.sap');
  const failureText = useFailureText();
  const [projectName, setProjectName] = useState('');
  const [equipmentNo, setEquipmentNo] = useState('');
  const [found, setFound] = useState<OutputOf<typeof querySapProjects>>();
  const [isSearching, setIsSearching] = useState(false);
  // A name that exists at the start was typed by a person.
  const [isWritten, setIsWritten] = useState(
    () =>
      displayName !== undefined && displayName.value !== '' && displayName.value !== displayNameOf(value, undefined),
  );

  const search = async () => {
    const [name, no] = [projectName.trim(), equipmentNo.trim()];
    if (name === '' && no === '') {
      toast.warning(t('searchRequired'));
      return;
    }
    setIsSearching(true);
    try {
      const answer = await callSms(querySapProjects, {
        pageIndex: 1,
        pageSize: SAP_LIMIT,
        ...(name ? { projectName: name } : {}),
        ...(no ? { equipmentNo: no } : {}),
      });
      setFound(answer);
      if (answer.total > SAP_LIMIT) toast.warning(t('tooMany'));
      if (answer.total === 0) toast.warning(t('none'));
    } catch (failure) {
      toast.error(failureText(failure));
    } finally {
      setIsSearching(false);
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void search();
  };
  const choose = (next: readonly PickedProject[]) => {
    onChange(next);
    if (!isWritten) displayName?.onChange(displayNameOf(next, undefined));
  };
  const hint = found && (found.total > SAP_LIMIT ? t('tooMany') : found.total === 0 ? t('none') : undefined);

  return (
    <div className={styles.picker}>
      <div className={styles.search} role="search" aria-label={t('label')}>
        <TextField
          label={t('projectName')}
          value={projectName}
          onChange={(event) => setProjectName(event.target.value)}
          onKeyDown={onKey}
          slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off', enterKeyHint: 'search' } }}
        />
        <TextField
          label={t('equipmentNo')}
          value={equipmentNo}
          onChange={(event) => setEquipmentNo(event.target.value)}
          onKeyDown={onKey}
          slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off', enterKeyHint: 'search' } }}
        />
        <Button
          className={styles.button}
          startIcon={<SearchIcon size={16} />}
          loading={isSearching}
          loadingPosition="start"
          onClick={() => void search()}
        >
          {t('search')}
        </Button>
      </div>
      {hint && (
        <p className={styles.hint} role="status">
          {hint}
        </p>
      )}
      {isSearching && !found && <LoadingState size="row" />}
      {found && found.records.length > 0 && (
        <ul className={styles.results} aria-label={t('results')} aria-busy={isSearching}>
          {found.records.map((row: SapProject) => (
            <SapRow key={row.projectId} row={row} chosen={value} onChange={choose} />
          ))}
        </ul>
      )}
      <div className={styles.chosen} role="group" aria-label={t('chosen', { count: value.length })}>
        <span className={styles.count}>{t('chosen', { count: value.length })}</span>
        {value.map((project) => (
          <Chip
            key={project.projectId}
            className={styles.chip}
            title={project.projectName}
            label={project.tplnr ? `${project.projectName} · ${project.tplnr}` : project.projectName}
            onDelete={() => choose(value.filter(({ projectId }) => projectId !== project.projectId))}
          />
        ))}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {displayName && (
        <TextField
          label={displayName.label}
          value={displayName.value}
          required
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={(event) => {
            setIsWritten(true);
            displayName.onChange(event.target.value);
          }}
        />
      )}
    </div>
  );
}
