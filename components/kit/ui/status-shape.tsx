import { STATUS_LOOK, type StatusKind, type StatusShape } from './status';

const SHAPES: Readonly<Record<StatusShape, React.ReactNode>> = {
  dot: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  triangle: <path d="M6 1.2 11.2 10.5H.8z" fill="currentColor" />,
  person: (
    <>
      <circle cx="6" cy="3" r="2.2" fill="currentColor" />
      <path d="M2 11.5V9.7a4 4 0 0 1 8 0v1.8z" fill="currentColor" />
    </>
  ),
  dashed: (
    <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.2 1.78" />
  ),
  plug: (
    <>
      <path d="M2.2 5h7.6v1.2a3.8 3.8 0 0 1-7.6 0z" fill="currentColor" />
      <path d="M4 5V1.5M8 5V1.5" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  square: <rect x="1.8" y="1.8" width="8.4" height="8.4" rx="1.5" fill="currentColor" />,
  diamond: <path d="M6 .8 11.2 6 6 11.2.8 6z" fill="currentColor" />,
  none: <path d="M2.5 6h7" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
};

/** The mark of a state without its word, for places where the word stands elsewhere. 12 px by default. */
export function StatusShapeMark({ status, size = 12 }: { readonly status: StatusKind; readonly size?: number }) {
  const look = STATUS_LOOK[status];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
      style={{ color: look.colour, flex: 'none' }}
    >
      {SHAPES[look.shape]}
    </svg>
  );
}
