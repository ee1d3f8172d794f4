import styles from './announcement-text.module.css';
import rich from './rich-text.module.css';

/**
 * The text of an announcement. The server cleaned its HTML when it was saved (api.md §1.7); never pass HTML from
 * another source.
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
