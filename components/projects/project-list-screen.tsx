'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { branchChoice } from '@/components/branches/branch-picker';
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
import { deleteProject, exportProjects, queryProjects, type ProjectRow } from '@/lib/features/projects/contract';
import { ImportDialog } from './import-dialog';
import { ProjectDialog } from './project-dialog';
import { projectList, PROJECT_CHOICES } from './project-list';
import { UnitsDialog } from './units-dialog';
import { useProjectColumns } from './use-project-columns';

interface Props {
  readonly first: FirstPage<ProjectRow>;
  readonly holder: {
    /** userType 0: filters by branch, adds projects, changes their units (doc1 §6). */
    readonly isHeadOffice: boolean;
    readonly canWrite: boolean;
  };
}

/** The project records (doc1 §2). */
export function ProjectListScreen({ first, holder }: Props) {
  const { isHeadOffice, canWrite } = holder;
  const t = useTranslations('projects');
  const list = useResourceList<ProjectRow, typeof projectList.operation, typeof projectList.filters>(
    projectList,
    first,
  );
  const error = useDeniedError(list.error);
  const [edited, setEdited] = useState<ProjectRow | 'new'>();
  const [deleted, setDeleted] = useState<ProjectRow>();
  const [opened, setOpened] = useState<ProjectRow>();
  const [isImporting, setIsImporting] = useState(false);
  const columns = useProjectColumns({ canWrite, onEdit: setEdited, onDelete: setDeleted, onUnits: setOpened });
  const canAdd = canWrite && isHeadOffice;

  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          {canAdd && <Button onClick={() => setIsImporting(true)}>{t('import.label')}</Button>}
          <ExportButton operation={exportProjects} input={exportInput(projectList, list)} />
          {canAdd && (
            <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
              {t('add')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar values={list.filters} onSearch={list.search}>
        {isHeadOffice && (
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
      <ResourceTable
        name="projects"
        label={t('table')}
        columns={columns}
        rowKey={({ projectId }) => projectId}
        list={{ ...list, error }}
      />
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
          isEditable={canAdd && opened.autoCreate === '0'}
          onChanged={list.refresh}
          onClose={() => setOpened(undefined)}
        />
      )}
      {isImporting && <ImportDialog onDone={list.refresh} onClose={() => setIsImporting(false)} />}
    </ListPage>
  );
}
