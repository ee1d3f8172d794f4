'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { branchChoice } from '@/components/branches/shared/branch-picker';
import { ExportButton } from '@/components/kit/list/export-button';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ListPage } from '@/components/kit/list/list-page';
import { exportInput, type FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useDeniedError } from '@/components/kit/ui/use-denied-error';
import { searchBranches } from '@/lib/features/branches/contract';
import {
  ADD_PROJECT,
  deleteProject,
  exportProjects,
  queryProjects,
  saveProject,
  type ProjectRow,
} from '@/lib/features/projects/contract';
import { importProjectFile } from '@/lib/features/projects/import-contract';
import { addProjectEquipment } from '@/lib/features/projects/unit-contract';
import { ImportDialog } from './import-dialog';
import { ProjectDialog } from './project-dialog';
import { projectList, PROJECT_CHOICES } from './project-list';
import { UnitsDialog } from './units-dialog';
import { useProjectColumns } from './use-project-columns';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<ProjectRow>;
  readonly holder: Holder;
}

/** The project records (doc1 §2). */
export function ProjectListScreen({ first, holder }: Props) {
  const t = useTranslations('projects');
  const list = useResourceList(projectList, first);
  const error = useDeniedError(list.error);
  const [edited, setEdited] = useState<ProjectRow | 'new'>();
  const [deleted, setDeleted] = useState<ProjectRow>();
  const [opened, setOpened] = useState<ProjectRow>();
  const [isImporting, setIsImporting] = useState(false);
  const columns = useProjectColumns({
    onEdit: may(holder, saveProject) ? setEdited : undefined,
    onDelete: may(holder, deleteProject) ? setDeleted : undefined,
    onUnits: setOpened,
  });

  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          {may(holder, importProjectFile) && <Button onClick={() => setIsImporting(true)}>{t('import.label')}</Button>}
          <ExportButton operation={exportProjects} input={exportInput(projectList, list)} />
          {may(holder, ADD_PROJECT) && (
            <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
              {t('add')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar values={list.filters} onSearch={list.search}>
        {isHeadOffice(holder) && (
          <FilterLookUp
            name="branchCode"
            label={t('filter.branchCode')}
            operation={searchBranches}
            choiceOf={branchChoice}
          />
        )}
        <FilterSelect
          name="haveEquipment"
          label={t('filter.haveEquipment')}
          choices={PROJECT_CHOICES.haveEquipment.map((value) => ({ value, label: t(`haveEquipment.${value}`) }))}
        />
        <FilterSelect
          name="externalAccount"
          label={t('filter.externalAccount')}
          choices={PROJECT_CHOICES.externalAccount.map((value) => ({ value, label: t(`externalAccount.${value}`) }))}
        />
        <FilterText name="projectName" label={t('filter.projectName')} />
      </FilterBar>
      <ResourceTable label={t('table')} columns={columns} list={{ ...list, error }} />
      {edited && (
        <ProjectDialog
          edited={edited === 'new' ? undefined : edited}
          onSaved={list.refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RowDeletion
          name={deleted.projectName}
          operation={deleteProject}
          input={{ projectId: deleted.projectId }}
          stale={[queryProjects]}
          onDone={list.refresh}
          onClose={() => setDeleted(undefined)}
        />
      )}
      {opened && (
        <UnitsDialog
          project={opened}
          isEditable={may(holder, addProjectEquipment) && opened.autoCreate === '0'}
          onChanged={list.refresh}
          onClose={() => setOpened(undefined)}
        />
      )}
      {isImporting && <ImportDialog onDone={list.refresh} onClose={() => setIsImporting(false)} />}
    </ListPage>
  );
}
