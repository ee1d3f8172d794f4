'use client';

import type { Editor } from '@tiptap/react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { LINK } from './editor-parts';

/** Asks for the address of a link. Without selected text the address itself is inserted. */
export function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const t = useTranslations('announcements.editor');
  const common = useTranslations('common.action');
  const id = useId();
  const before: unknown = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof before === 'string' ? before : '');
  const [isRefused, setIsRefused] = useState(false);
  const leave = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = address.trim();
    if (!LINK.test(href)) return setIsRefused(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && before === undefined)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog open onClose={leave} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          type="url"
          label={t('linkAddress')}
          value={address}
          error={isRefused}
          helperText={t(isRefused ? 'linkBad' : 'linkHint')}
          onChange={({ target }) => {
            setAddress(target.value);
            setIsRefused(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Stop here: otherwise the form around the editor is submitted too.
            event.preventDefault();
            apply();
          }}
        />
      </DialogContent>
      <DialogActions>
        {before !== undefined && <Button onClick={remove}>{t('unlink')}</Button>}
        <Button onClick={leave}>{common('cancel')}</Button>
        <Button variant="contained" color="primary" onClick={apply}>
          {common('ok')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
