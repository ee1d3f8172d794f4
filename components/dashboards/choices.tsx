'use client';

import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import type { Dashboard } from './use-dashboard';
import styles from './dashboard.module.css';

interface Props {
  readonly dashboard: Dashboard;
}

/** All branches in scope, or one of them. */
export function BranchChoice({ dashboard: { choice, choose, choices } }: Props) {
  const t = useTranslations('dashboards');
  const branches = choices.data?.branches ?? [];
  if (branches.length < 2) return branches[0] ? <span className={styles.only}>{branches[0].branchName}</span> : null;
  return (
    <TextField
      select
      size="small"
      label={t('branch')}
      value={branches.some(({ branchCode }) => branchCode === choice.branchCode) ? choice.branchCode : ''}
      onChange={({ target }) => void choose({ branchCode: target.value || null })}
      className={styles.select}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('allBranches')}</MenuItem>
      {branches.map(({ branchCode, branchName }) => (
        <MenuItem key={branchCode} value={branchCode}>
          {branchName}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Cities of the projects. */
export function CityChoice({ dashboard: { choice, choose, choices } }: Props) {
  const t = useTranslations('dashboards');
  const cities = [...new Set((choices.data?.projects ?? []).flatMap(({ city }) => city ?? []))].sort();
  if (cities.length < 2) return null;
  return (
    <TextField
      select
      size="small"
      label={t('city')}
      value={cities.includes(choice.city) ? choice.city : ''}
      onChange={({ target }) => void choose({ city: target.value || null })}
      className={styles.select}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('allCities')}</MenuItem>
      {cities.map((city) => (
        <MenuItem key={city} value={city}>
          {city}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Some of the projects of a region. */
export function ProjectsChoice({ dashboard: { choice, choose, choices } }: Props) {
  const t = useTranslations('dashboards');
  const projects = choices.data?.projects ?? [];
  const chosen = projects.filter(({ projectId }) => choice.projectIds.includes(projectId));
  return (
    <Autocomplete
      multiple
      size="small"
      limitTags={2}
      options={projects}
      value={chosen}
      getOptionKey={({ projectId }) => projectId}
      getOptionLabel={({ projectName }) => projectName}
      onChange={(_, next) => void choose({ projectIds: next.length > 0 ? next.map((one) => one.projectId) : null })}
      className={styles.several}
      renderInput={(props) => (
        <TextField
          {...props}
          label={t('project')}
          placeholder={chosen.length === 0 ? t('allProjects') : undefined}
          slotProps={{ ...props.slotProps, inputLabel: { ...props.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

/** The one project of a project's own page. */
export function ProjectChoice({
  dashboard: { choices, choice },
  onChoose,
}: Props & { readonly onChoose: (projectId: string) => void }) {
  const t = useTranslations('dashboards');
  const projects = choices.data?.projects ?? [];
  const current = projects.find(({ projectId }) => projectId === choice.projectIds[0]);
  if (!current) return null;
  return (
    <Autocomplete
      disableClearable
      size="small"
      options={projects}
      value={current}
      getOptionKey={({ projectId }) => projectId}
      getOptionLabel={({ projectName }) => projectName}
      onChange={(_, next) => onChoose(next.projectId)}
      className={styles.several}
      renderInput={(props) => <TextField {...props} label={t('project')} />}
    />
  );
}
