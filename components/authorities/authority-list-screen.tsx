'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import {
  addAuthority,
  deleteAuthority,
  searchAuthorities,
  updateAuthority,
  type AuthorityRow,
} from '@/lib/features/authorities/contract';
import { useAuthorityWords, type AuthorityWords } from '@/components/kit/ui/use-authority-words';
import { type SeedWords, useSeedWords } from '@/components/kit/ui/use-seed-words';
import { AuthorityDialog } from './authority-dialog';
import { authorityList } from './authority-list';
import { may } from '@/lib/platform/contract/access';

const TASKS = [
  { kind: 'update', operation: updateAuthority },
  { kind: 'delete', operation: deleteAuthority },
] as const;

const nameOf = ({ authority }: AuthorityRow) => authority;
const upper = (text: string) => text.toUpperCase();

function columnsOf(t: ListTexts, words: AuthorityWords, { ofAuthority }: SeedWords) {
  const { own, text, time } = columnKinds<AuthorityRow>(t);
  return [
    own('name', ({ authority: key, description }) => words.nameOf(key) ?? description ?? key, {
      minWidth: 180,
      flex: true,
    }),
    own('group', ({ authority }) => words.groupOf(authority), { onCard: 1 }),
    text('authority', { minWidth: 260, flex: true, onCard: 3 }),
    own('description', (row) => ofAuthority(row.authority, row.description), { minWidth: 220, flex: true }),
    text('scope', { onCard: 2 }),
    time('createDate'),
  ];
}

/** The authorities that roles consist of (doc1 §2). */
export function AuthorityListScreen({ first, holder }: ListScreenProps<typeof authorityList>) {
  const t = useTranslations('authorities');
  const words = useAuthorityWords();
  const seedWords = useSeedWords();
  const list = useResourceList(authorityList, first);
  const { start, close, on } = useRowTask<AuthorityRow>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () => [...columnsOf(t, words, seedWords), ...taskColumn(t, { holder, tasks: TASKS, nameOf, start })],
    [holder, seedWords, start, t, words],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      filters={<FilterText name="searchKey" format={upper} />}
      actions={
        may(holder, addAuthority) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      {isAdding && <AuthorityDialog onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {on('update', (row) => (
        <AuthorityDialog edited={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('delete', ({ authority }) => (
        <RowDeletion
          name={authority}
          operation={deleteAuthority}
          input={{ authority }}
          stale={[searchAuthorities]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
