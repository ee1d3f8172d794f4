'use client';

import FormHelperText from '@mui/material/FormHelperText';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldMessage } from '@/components/kit/form/use-field-message';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { uploadAnnouncementImage } from '@/lib/features/announcements/contract';
import { ANNOUNCEMENT_UPLOAD, MAX_MESSAGE, PICTURE_PATH } from '@/lib/features/announcements/value-sets';
import { uploadSms } from '@/lib/platform/client/client';
import { acceptOf, fileFault } from '@/lib/platform/contract/received-file';
import { EXTENSIONS } from './editor-parts';
import { EditorToolbar } from './editor-toolbar';
import rich from './rich-text.module.css';
import styles from './rich-text-field.module.css';

interface Props<T extends FieldValues> {
  readonly name: FieldPath<T>;
  readonly label: string;
  readonly isRequired?: boolean;
}

/** HTML of the editor; '' when it is empty. */
const valueOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());
const imageOf = (files: FileList | undefined) => [...(files ?? [])].find(({ type }) => type.startsWith('image/'));

/** A text field with bold, lists, headings, tables, links and pictures, bound to the form around it (readings 104). */
export function RichTextField<T extends FieldValues>({ name, label, isRequired = false }: Props<T>) {
  const t = useTranslations('announcements.editor');
  const errors = useTranslations('announcements.dialog');
  const id = useId();
  const { control } = useFormContext<T>();
  const { field, fieldState } = useController<T>({ name, control });
  const message = useFieldMessage(fieldState.error);
  const { isSending, send } = useUpload();
  const picker = useRef<HTMLInputElement>(null);
  const written = typeof field.value === 'string' ? field.value : '';
  const insert = (editor: Editor, file: File) =>
    void send(file).then((path) => {
      if (path)
        editor
          .chain()
          .focus()
          .setImage({ src: `${PICTURE_PATH}${path}`, alt: t('imageAlt') })
          .run();
    });
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: written,
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-help`,
        class: `${rich.text} ${styles.text}`,
      },
      handlePaste: (_view, { clipboardData }) => take(imageOf(clipboardData?.files)),
      handleDrop: (_view, { dataTransfer }) => take(imageOf(dataTransfer?.files)),
    },
    onUpdate: ({ editor: changed }) => field.onChange(valueOf(changed)),
    onBlur: field.onBlur,
  });
  /** A picture that is pasted or dropped is uploaded like a chosen one; the editor handles everything else. */
  function take(file: File | undefined): boolean {
    if (!file || !editor) return false;
    insert(editor, file);
    return true;
  }
  const isTooLong = written.length > MAX_MESSAGE;
  return (
    <div className={styles.field} data-error={fieldState.invalid || isTooLong || undefined}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </span>
      {/* The form focuses this when the field is invalid. */}
      <input ref={(input) => field.ref(input && { focus: () => editor?.commands.focus() })} type="hidden" />
      <div className={styles.frame}>
        {editor && (
          <EditorToolbar editor={editor} label={label} isSending={isSending} onImage={() => picker.current?.click()} />
        )}
        <EditorContent editor={editor} />
      </div>
      <FormHelperText id={`${id}-help`} error={fieldState.invalid || isTooLong} className={styles.help}>
        <span>{message ?? (isTooLong ? errors('messageTooLong', { max: MAX_MESSAGE }) : '')}</span>
        <span className={styles.count}>{t('count', { n: written.length, max: MAX_MESSAGE })}</span>
      </FormHelperText>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptOf(ANNOUNCEMENT_UPLOAD)}
        aria-label={`${label}: ${t('image')}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file && editor) insert(editor, file);
        }}
      />
    </div>
  );
}

/** Uploads a picture. `send` returns its path, or undefined after it has shown the error. */
function useUpload() {
  const failureText = useFailureText();
  const t = useTranslations('announcements.dialog');
  const [isSending, setIsSending] = useState(false);
  const send = async (file: File): Promise<string | undefined> => {
    if (fileFault(ANNOUNCEMENT_UPLOAD, file)) {
      toast.error(t('badImage'));
      return undefined;
    }
    setIsSending(true);
    try {
      return (await uploadSms(uploadAnnouncementImage, file, {})).path;
    } catch (error) {
      toast.error(failureText(error));
      return undefined;
    } finally {
      setIsSending(false);
    }
  };
  return { isSending, send };
}
