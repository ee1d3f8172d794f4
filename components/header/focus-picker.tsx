'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/kit/list/pager';
import { SearchBox } from '@/components/kit/ui/search-box';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listProjectsByUser, type ProjectLite } from '@/lib/features/projects/look-up-contract';
import type { FocusProject } from '@/lib/platform/focus/focus';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { FocusCards } from './focus-cards';
import { FOCUS_PAGE_SIZES } from './focus-draft';

/** Converts a project of the server to an entry of the focus lists. */
export const asFocusProject = (
  { projectId, projectName, count, branchName, address }: ProjectLite,
  checked: boolean,
): FocusProject => ({ projectId, projectName, count, branchName, address, checked });

interface Props {
  readonly isCollected: (projectId: string) => boolean;
  readonly onCheck: (project: FocusProject, checked: boolean) => void;
  readonly isFull: boolean;
}

/** All projects of the user, searched and paged by the server. Checking a project collects it. */
export function FocusPicker({ isCollected, onCheck, isFull }: Props) {
  const t = useTranslations('header.focus');
  const failureText = useFailureText();
  const [question, setQuestion] = useState({ searchKey: '', pageIndex: 1, pageSize: FOCUS_PAGE_SIZES[0] as number });
  const { data, error, isLoading, refresh } = useHeldSms(listProjectsByUser, {
    ...question,
    sortField: 'projectName',
    sortOrder: 'asc',
  });
  return (
    <>
      <SearchBox
        value={question.searchKey}
        label={t('search')}
        onSearch={(searchKey) => setQuestion({ ...question, searchKey, pageIndex: 1 })}
      />
      {error ? (
        <ErrorState text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />
      ) : !data ? (
        <LoadingState />
      ) : data.total === 0 ? (
        <EmptyState title={t(question.searchKey ? 'noMatch' : 'noProjects')} />
      ) : (
        <>
          <FocusCards
            projects={data.records.map((row) => asFocusProject(row, isCollected(row.projectId)))}
            onCheck={onCheck}
            isFull={isFull}
          />
          <Pager
            page={question.pageIndex}
            size={question.pageSize}
            total={data.total}
            sizes={FOCUS_PAGE_SIZES}
            onPage={(pageIndex) => setQuestion({ ...question, pageIndex })}
            onSize={(pageSize) => setQuestion({ ...question, pageSize, pageIndex: 1 })}
          />
        </>
      )}
    </>
  );
}
