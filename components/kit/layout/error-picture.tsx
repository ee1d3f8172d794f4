import styles from './error-picture.module.css';

export type ErrorKind = 'noPermission' | 'notFound' | 'serverDown' | 'loginExpired';

/** A hoistway with three landings; the car illustrates what happened. Decoration. */
export function ErrorPicture({ kind }: { readonly kind: ErrorKind }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 196" width="160" height="196" aria-hidden="true" focusable="false">
      <rect className={styles.shaft} x="30" y="6" width="100" height="184" rx="10" />
      <path className={styles.rail} d="M42 14v168M118 14v168" />
      <path className={styles.slab} d="M31 67h98M31 128h98" />
      {kind !== 'notFound' && <path className={styles.rope} d={kind === 'serverDown' ? 'M80 6v86' : 'M80 6v64'} />}
      {PICTURES[kind]}
    </svg>
  );
}

const car = (y: number) => (
  <>
    <rect className={styles.car} x="50" y={y} width="60" height="55" rx="5" />
    <rect className={styles.door} x="54" y={y + 5} width="25" height="45" />
    <rect className={styles.door} x="81" y={y + 5} width="25" height="45" />
  </>
);

const PICTURES: Readonly<Record<ErrorKind, React.ReactNode>> = {
  // Doors stay shut, a lock on them.
  noPermission: (
    <>
      {car(70)}
      <circle className={styles.badge} cx="80" cy="97" r="17" />
      <path className={styles.sign} d="M73 96h14v10H73zM76 96v-4a4 4 0 0 1 8 0v4" />
    </>
  ),
  // A landing that no car answers.
  notFound: (
    <>
      <rect className={styles.missing} x="50" y="70" width="60" height="55" rx="5" />
      <path className={styles.question} d="M74 91a6.5 6.5 0 1 1 9.5 5.7c-2.3 1.2-3.5 2.6-3.5 5.3M80 109.5v.2" />
    </>
  ),
  // Stopped between two landings.
  serverDown: (
    <>
      {car(92)}
      <path className={styles.level} d="M22 67h16M122 67h16M22 128h16M122 128h16" />
      <circle className={styles.badge} data-tone="fault" cx="80" cy="119" r="17" />
      <path className={styles.sign} data-tone="fault" d="M80 110v11M80 126.5v.2" />
    </>
  ),
  // The time is over.
  loginExpired: (
    <>
      {car(70)}
      <circle className={styles.badge} cx="80" cy="97" r="17" />
      <path className={styles.sign} d="M80 88v9.5l6 4" />
    </>
  ),
};
