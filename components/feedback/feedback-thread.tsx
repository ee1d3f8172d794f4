'use client';

import { useTranslations } from 'next-intl';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getFeedback } from '@/lib/features/feedback/contract';
import { useSms } from '@/lib/platform/client/hooks';
import styles from './feedback-thread.module.css';

/** Pictures of a message; each opens in its own tab. */
function Images({ paths }: { readonly paths: readonly string[] }) {
  const t = useTranslations('feedback.dialog');
  if (paths.length === 0) return null;
  return (
    <div className={styles.images}>
      {paths.map((path, index) => (
        <a key={path} href={`/sms/file/view/${path}`} target="_blank" rel="noopener">
          {/* eslint-disable-next-line @next/next/no-img-element -- a private file, served with the caller's rights */}
          <img src={`/sms/file/view/${path}`} alt={t('image', { n: index + 1 })} loading="lazy" />
        </a>
      ))}
    </div>
  );
}

/** A feedback with all its messages, oldest first. */
export function FeedbackThread({ feedbackId }: { readonly feedbackId: string }) {
  const t = useTranslations('feedback');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(getFeedback, { feedbackId });
  if (error && !data)
    return <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />;
  if (!data) return <LoadingState size="row" />;
  const first = {
    username: data.username,
    nickName: data.nickName,
    isAuthor: true,
    text: data.content,
    images: data.images,
    createDate: data.createDate,
  };
  return (
    <>
      <p className={styles.meta}>
        {[t(`type.${data.type}`), t(`state.${data.state}`), data.phone, data.branchName, data.projectNames]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ol className={styles.thread} aria-label={t('dialog.thread')}>
        {[first, ...data.thread].map(({ nickName, isAuthor, text, images, createDate }, index) => (
          <li key={`${createDate}-${index}`} className={styles.message} data-author={isAuthor || undefined}>
            <div className={styles.head}>
              <strong>{nickName}</strong>
              {isAuthor && <span>{t('dialog.author')}</span>}
              <time>{createDate}</time>
            </div>
            <p className={styles.text}>{text}</p>
            <Images paths={images} />
          </li>
        ))}
      </ol>
      {data.thread.length === 0 && <p className={styles.meta}>{t('dialog.noThread')}</p>}
    </>
  );
}
