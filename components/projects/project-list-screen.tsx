'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { branchChoice } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ListScreen } from '@/components/kit/list/list-screen';
import type { FirstPage } from '@/components/kit/list/list-query';
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
    <ListScreen
      t={t}
      columns={columns}
      list={{ ...list, error }}
      file={{ operation: exportProjects, holder }}
      actions={
        <>
          {may(holder, importProjectFile) && <Button onClick={() => setIsImporting(true)}>{t('import.label')}</Button>}

          {may(holder, ADD_PROJECT) && (
            <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
              {t('add')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          {isHeadOffice(holder) && (
            <FilterLookUp name="branchCode" operation={searchBranches} choiceOf={branchChoice} />
          )}
          <FilterSelect name="haveEquipment" values={PROJECT_CHOICES.haveEquipment} />
          <FilterSelect name="externalAccount" values={PROJECT_CHOICES.externalAccount} />
          <FilterText name="projectName" />
        </>
      }
    >
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
    </ListScreen>
  );
}
