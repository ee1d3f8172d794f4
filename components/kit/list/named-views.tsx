'use client';

import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { CheckIcon, ChevronDownIcon, TrashIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { chooseListView, deleteListView, saveListView } from '@/lib/features/list-views/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { TableView } from './columns';
import { isSameContent } from './list-views';
import { RowDeletion } from './row-deletion';
import type { NamedViews } from './use-named-views';
import styles from './named-views.module.css';

interface Props {
  readonly named: NamedViews;
  /** The columns as they are seen. */
  readonly view: TableView;
  /** The layout of this browser gives way to the one of the view. */
  readonly onKept: () => void;
}

const SaveViewDialog = later(async () => (await import('./save-view-dialog')).SaveViewDialog, ['list']);

type Task = 'new' | 'edit' | 'delete';

/** The named views of a list: chooses one, keeps what is seen as one, and changes their own. */
export function NamedViewsMenu({ named, view, onKept }: Props) {
  const t = useTranslations('list.views');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useOnceTrue(anchor !== null);
  const [task, setTask] = useState<Task>();
  const { all, current, list, open } = named;
  const content = named.contentOf(view);
  const isChanged = current !== undefined && !isSameContent(current, content);
  const close = () => setAnchor(null);
  const begin = (next: Task) => {
    close();
    setTask(next);
  };
  const send = async (work: () => Promise<unknown>) => {
    close();
    try {
      await work();
      toast.success(common('success.operation'));
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  const keep = () =>
    send(async () => {
      if (!current) return;
      const { viewId, name, isShared } = current;
      await mutateSms(saveListView, { viewId, list, name, isShared, content });
      await named.refresh();
      onKept();
    });
  const choose = (viewId: string | null) =>
    send(async () => {
      await mutateSms(chooseListView, { list, viewId });
      await named.refresh();
    });
  const go = (next: (typeof all)[number] | undefined) => {
    close();
    open(next);
  };
  const choice = (one: (typeof all)[number]) => (
    <MenuItem
      key={one.viewId}
      role="menuitemradio"
      aria-checked={one === current}
      selected={one === current}
      onClick={() => go(one)}
    >
      <ListItemText
        primary={one.name}
        secondary={
          [
            one.isOwn ? (one.isShared ? t('shared') : '') : t('of', { owner: one.owner }),
            one.isDefault ? t('default') : '',
          ]
            .filter(Boolean)
            .join(' · ') || undefined
        }
      />
      {one === current && <CheckIcon size={16} />}
    </MenuItem>
  );

  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<ChevronDownIcon size={14} />}
      >
        <span className={styles.name}>
          {current ? (isChanged ? t('changed', { name: current.name }) : current.name) : t('label')}
        </span>
      </Button>
      {named.isGone && (
        <span className={styles.gone} role="status">
          {t('gone')}
        </span>
      )}
      {wasOpen && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { className: styles.paper }, list: { 'aria-label': t('label'), dense: true } }}
        >
          <MenuItem
            role="menuitemradio"
            aria-checked={current === undefined}
            selected={current === undefined}
            onClick={() => go(undefined)}
          >
            <ListItemText>{t('none')}</ListItemText>
            {current === undefined && <CheckIcon size={16} />}
          </MenuItem>
          {all.map(choice)}
          <Divider />
          <MenuItem onClick={() => begin('new')}>{t('saveAs')}</MenuItem>
          {current?.isOwn && isChanged && <MenuItem onClick={() => void keep()}>{t('keep')}</MenuItem>}
          {current?.isOwn && <MenuItem onClick={() => begin('edit')}>{t('edit')}</MenuItem>}
          {current && (
            <MenuItem onClick={() => void choose(current.isDefault ? null : current.viewId)}>
              {t(current.isDefault ? 'unsetDefault' : 'setDefault')}
            </MenuItem>
          )}
          {current?.isOwn && <Divider />}
          {current?.isOwn && (
            <MenuItem className={styles.delete} onClick={() => begin('delete')}>
              <TrashIcon size={16} />
              {t('delete')}
            </MenuItem>
          )}
        </Menu>
      )}
      {task === 'new' && (
        <SaveViewDialog
          named={named}
          content={content}
          onSaved={(viewId) => open({ viewId, ...content })}
          onClose={() => setTask(undefined)}
        />
      )}
      {task === 'edit' && current && (
        <SaveViewDialog named={named} edited={current} onClose={() => setTask(undefined)} />
      )}
      {task === 'delete' && current && (
        <RowDeletion
          name={current.name}
          operation={deleteListView}
          input={{ viewId: current.viewId }}
          onDone={() => {
            open(undefined);
            void named.refresh();
          }}
          onClose={() => setTask(undefined)}
        />
      )}
    </>
  );
}
