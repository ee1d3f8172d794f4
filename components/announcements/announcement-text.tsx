import styles from './announcement-text.module.css';
import rich from './rich-text.module.css';

/**
 * The text of an announcement. It is HTML that the server has cleaned for good when it was saved (api.md §1.7); nothing that
 * comes from elsewhere may be given here.
 */
export function AnnouncementText({ html, lang }: { readonly html: string; readonly lang?: string }) {
  return (
    <div
      className={`${rich.text} ${styles.text}`}
      lang={lang}
      data-testid="announcement-text"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
