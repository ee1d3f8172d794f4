import type { ScreenContent } from '@/lib/features/screens/contract';
import type { Picture } from '@/lib/features/screens/player/picture';
import type { BothLanguages } from '@/lib/features/screens/player/texts';
import { formatDate, formatTime } from '@/lib/platform/i18n/format';
import { BothWords } from './both-words';
import styles from './player.module.css';

interface Props {
  readonly picture: Picture;
  readonly comfortTexts: ScreenContent['comfortTexts'];
  /** Epoch ms by the server's clock. */
  readonly now: number;
  readonly urgent: BothLanguages;
}

/** Short words are read from afar, long ones have to have room. */
const sizeOf = ({ length }: string) => (length <= 16 ? 'large' : length <= 45 ? 'medium' : 'small');

export function PictureView({ picture, comfortTexts, now, urgent }: Props) {
  switch (picture.kind) {
    case 'comfort':
      return (
        <section className={styles.comfort} role="alert" data-picture="comfort">
          <p lang="zh-CN">{comfortTexts.zh}</p>
          <p lang="en">{comfortTexts.en}</p>
        </section>
      );
    case 'off':
      return <section className={styles.off} data-picture="off" />;
    case 'idle':
      return (
        <section className={styles.idle} data-picture="idle">
          <time className={styles.clock}>{formatTime(now).slice(0, 5)}</time>
          <time>{formatDate(now)}</time>
        </section>
      );
    case 'notice': {
      const { noticeId, text, priority } = picture.notice;
      return (
        <section key={noticeId} className={styles.notice} data-picture="notice" data-priority={priority}>
          {priority === 'urgent' && (
            <p className={styles.urgent}>
              <BothWords of={urgent} />
            </p>
          )}
          <p className={styles.words} data-size={sizeOf(text)}>
            {text}
          </p>
        </section>
      );
    }
  }
}
