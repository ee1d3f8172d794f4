import { getTranslations } from 'next-intl/server';
import { Footer } from '@/components/kit/layout/footer';
import { PublicHead } from '@/components/kit/layout/public-head';
import { MailForm } from './mail-form';
import styles from './mail-form.module.css';

interface Props {
  readonly token: string;
  readonly address: string | undefined;
  /** The user is signed in: the layout already has header and footer. */
  readonly isInLayout: boolean;
}

/** The page behind the link of a report e-mail. */
export async function MailScreen({ token, address, isInLayout }: Props) {
  const t = await getTranslations();
  const card = (
    <section className={styles.card}>
      <h1 className={styles.title}>{t('subscriptions.mail.title')}</h1>
      <MailForm token={token} address={address} />
    </section>
  );
  if (isInLayout) return <div className={styles.inside}>{card}</div>;
  return (
    <div className={styles.screen}>
      <PublicHead />
      <main className={styles.main}>{card}</main>
      <footer className={styles.footer}>
        <Footer />
      </footer>
    </div>
  );
}
