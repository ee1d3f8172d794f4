'use client';

import Button from '@mui/material/Button';
import { useEditorState, type Editor } from '@tiptap/react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  BoldIcon,
  BulletsIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  NumbersIcon,
  RedoIcon,
  TableIcon,
  UnderlineIcon,
  UndoIcon,
} from '@/components/kit/ui/icons';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { HEADINGS } from './editor-parts';
import { LinkDialog } from './link-dialog';
import styles from './editor-toolbar.module.css';

interface Props {
  readonly editor: Editor;
  /** The label of the field. */
  readonly label: string;
  readonly isSending: boolean;
  readonly onImage: () => void;
}

/** The tools for marks and lists, in the order of the bar. */
const TOOLS = {
  bold: BoldIcon,
  italic: ItalicIcon,
  underline: UnderlineIcon,
  bullets: BulletsIcon,
  numbers: NumbersIcon,
} as const;
type Tool = keyof typeof TOOLS;
const SIZE = 18;
const TABLE = { rows: 3, cols: 3, withHeaderRow: true };
const PARAGRAPH = 0;
const TABLE_TOOLS = {
  row: (editor: Editor) => editor.chain().focus().addRowAfter().run(),
  column: (editor: Editor) => editor.chain().focus().addColumnAfter().run(),
  removeRow: (editor: Editor) => editor.chain().focus().deleteRow().run(),
  removeColumn: (editor: Editor) => editor.chain().focus().deleteColumn().run(),
  removeTable: (editor: Editor) => editor.chain().focus().deleteTable().run(),
} as const;

/** The tools of the editor. A button is pressed while its format applies at the cursor. */
export function EditorToolbar({ editor, label, isSending, onImage }: Props) {
  const t = useTranslations('announcements.editor');
  const [isLinking, setIsLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
      table: now.isActive('table'),
      heading: HEADINGS.find((level) => now.isActive('heading', { level })) ?? PARAGRAPH,
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const apply: Readonly<Record<Tool, () => boolean>> = {
    bold: () => editor.chain().focus().toggleBold().run(),
    italic: () => editor.chain().focus().toggleItalic().run(),
    underline: () => editor.chain().focus().toggleUnderline().run(),
    bullets: () => editor.chain().focus().toggleBulletList().run(),
    numbers: () => editor.chain().focus().toggleOrderedList().run(),
  };
  const style = (level: number) => {
    const known = HEADINGS.find((one) => one === level);
    const chain = editor.chain().focus();
    return known ? chain.setHeading({ level: known }).run() : chain.setParagraph().run();
  };
  const tool = (name: Tool) => {
    const Icon = TOOLS[name];
    return (
      <ToolButton key={name} label={t(name)} hint={t(name)} aria-pressed={state[name]} onClick={() => apply[name]()}>
        <Icon size={SIZE} />
      </ToolButton>
    );
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('toolbar', { label })}>
      <select
        className={styles.style}
        aria-label={t('style')}
        value={state.heading}
        onChange={({ target }) => style(Number(target.value))}
      >
        <option value={PARAGRAPH}>{t('paragraph')}</option>
        {HEADINGS.map((level, index) => (
          <option key={level} value={level}>
            {t('heading', { n: index + 1 })}
          </option>
        ))}
      </select>
      {(Object.keys(TOOLS) as Tool[]).map(tool)}
      <ToolButton
        label={t('table')}
        hint={t('table')}
        disabled={state.table}
        onClick={() => editor.chain().focus().insertTable(TABLE).run()}
      >
        <TableIcon size={SIZE} />
      </ToolButton>
      <ToolButton label={t('link')} hint={t('link')} aria-pressed={state.link} onClick={() => setIsLinking(true)}>
        <LinkIcon size={SIZE} />
      </ToolButton>
      <ToolButton label={t('image')} hint={t('image')} disabled={isSending} onClick={onImage}>
        <ImageIcon size={SIZE} />
      </ToolButton>
      <ToolButton
        label={t('undo')}
        hint={t('undo')}
        disabled={!state.canUndo}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <UndoIcon size={SIZE} />
      </ToolButton>
      <ToolButton
        label={t('redo')}
        hint={t('redo')}
        disabled={!state.canRedo}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <RedoIcon size={SIZE} />
      </ToolButton>
      {isSending && (
        <span className={styles.note} role="status">
          {t('uploading')}
        </span>
      )}
      {state.table && (
        <div className={styles.table}>
          {(Object.keys(TABLE_TOOLS) as (keyof typeof TABLE_TOOLS)[]).map((name) => (
            <Button key={name} size="small" color="inherit" onClick={() => TABLE_TOOLS[name](editor)}>
              {t(name)}
            </Button>
          ))}
        </div>
      )}
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </div>
  );
}
