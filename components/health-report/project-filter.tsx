'use client';

import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFilterDraft, useFilterLabel } from '@/components/kit/list/filter-bar';
import styles from '@/components/kit/list/filter-bar.module.css';
import { listReportProjects } from '@/lib/features/health-report/project-list-contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';

/** So many of a customer's projects are read, on one page (doc3 §9). */
const ALL_PROJECTS = 1000;

interface Props {
  /** Of the list: the months that its reports have. */
  readonly months: { readonly startDate: string; readonly endDate: string };
}

/** A customer chooses one of their own projects; they are read when the field gets the focus (doc3 §6). */
export function ProjectFilter({ months }: Props) {
  const label = useFilterLabel('projectId');
  const t = useTranslations('common.field');
  const [draft, setDraft] = useFilterDraft('projectId');
  const chosen = String(draft);
  const [isAsked, setAsked] = useState(chosen !== '');
  const { data, isLoading } = useHeldSms(
    listReportProjects,
    isAsked ? { pageIndex: 1, pageSize: ALL_PROJECTS, ...months } : null,
  );
  const names = new Map(data?.records.map(({ projectId, projectName }) => [projectId, projectName]));
  return (
    <Autocomplete
      className={styles.lookUp}
      options={[...names.keys()]}
      value={chosen === '' ? null : chosen}
      loading={isLoading}
      loadingText={t('loading')}
      noOptionsText={t('noOptions')}
      openText={t('open')}
      closeText={t('close')}
      clearText={t('clear')}
      getOptionLabel={(projectId) => names.get(projectId) ?? projectId}
      isOptionEqualToValue={(option, value) => option === value}
      onFocus={() => setAsked(true)}
      onChange={(_, projectId) => setDraft(projectId ?? '')}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
