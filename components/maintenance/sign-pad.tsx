'use client';

import { useTranslations } from 'next-intl';
import { useRef, type PointerEvent } from 'react';
import { MAX_SIGN_POINTS, MAX_SIGN_STROKES, SIGN_HEIGHT, SIGN_WIDTH } from '@/lib/features/maintenance/value-sets';
import styles from './sign-pad.module.css';

/** [x, y, ms since the first point of the signature] */
export type SignPoint = [number, number, number];
export type SignStrokes = SignPoint[][];

/** A stroke as an SVG path; a single point is a dot. */
const pathOf = (stroke: readonly (readonly number[])[]): string =>
  stroke.map(([x = 0, y = 0], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('') +
  (stroke.length === 1 ? 'l0.1 0' : '');

/** A point closer than this to the last one is dropped, because a resting pen sends hundreds. In units of the field. */
const LEAST_STEP = 2;
const isStep = ([x, y]: SignPoint, last: SignPoint | undefined): boolean =>
  last === undefined || Math.hypot(x - last[0], y - last[1]) >= LEAST_STEP;
const pointsOf = (strokes: SignStrokes): number => strokes.reduce((sum, { length }) => sum + length, 0);

interface Props {
  readonly strokes: SignStrokes;
  readonly onChange: (strokes: SignStrokes) => void;
  readonly problem?: string;
}

/** The field for signing with a finger, a pen or the mouse. */
export function SignPad({ strokes, onChange, problem }: Props) {
  const t = useTranslations('maintenance.sign');
  const begun = useRef<number>(undefined);
  const drawing = useRef<{ pointer: number; strokes: SignStrokes } | null>(null);

  const pointOf = (event: { clientX: number; clientY: number }, field: DOMRect, now: number): SignPoint => {
    begun.current ??= now;
    const inside = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
    return [
      inside(((event.clientX - field.left) / field.width) * SIGN_WIDTH, SIGN_WIDTH),
      inside(((event.clientY - field.top) / field.height) * SIGN_HEIGHT, SIGN_HEIGHT),
      Math.min(3_600_000, Math.round(now - begun.current)),
    ];
  };
  const start = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current !== null || event.button > 0 || strokes.length >= MAX_SIGN_STROKES) return;
    if (pointsOf(strokes) >= MAX_SIGN_POINTS) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (strokes.length === 0) begun.current = undefined;
    const point = pointOf(event, event.currentTarget.getBoundingClientRect(), event.timeStamp);
    drawing.current = { pointer: event.pointerId, strokes: [...strokes, [point]] };
    onChange(drawing.current.strokes);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const current = drawing.current;
    if (current?.pointer !== event.pointerId) return;
    const field = event.currentTarget.getBoundingClientRect();
    const seen = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (seen.length > 0 ? seen : [event]).map((one) =>
      pointOf(one, field, one.timeStamp || event.timeStamp),
    );
    const before = current.strokes.slice(0, -1);
    const stroke = [...(current.strokes.at(-1) ?? [])];
    for (const point of points) if (isStep(point, stroke.at(-1))) stroke.push(point);
    current.strokes = [...before, stroke.slice(0, MAX_SIGN_POINTS - pointsOf(before))];
    onChange(current.strokes);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current?.pointer === event.pointerId) drawing.current = null;
  };

  return (
    <div className={styles.frame} data-problem={problem ? true : undefined}>
      <svg
        className={styles.field}
        viewBox={`0 0 ${SIGN_WIDTH} ${SIGN_HEIGHT}`}
        role="img"
        aria-label={t('field')}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line className={styles.base} x1="60" x2={SIGN_WIDTH - 60} y1={SIGN_HEIGHT - 120} y2={SIGN_HEIGHT - 120} />
        <StrokePaths strokes={strokes} />
      </svg>
      {strokes.length === 0 && <p className={styles.hint}>{t('hint')}</p>}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function StrokePaths({ strokes }: { readonly strokes: readonly (readonly (readonly number[])[])[] }) {
  // Strokes are only added at the end, so the position is the key.
  return strokes.map((stroke, index) => <path key={index} className={styles.stroke} d={pathOf(stroke)} />);
}

/** A stored signature. */
export function Signature({
  strokes,
  label,
}: {
  readonly strokes: readonly (readonly (readonly number[])[])[];
  readonly label: string;
}) {
  return (
    <svg className={styles.signature} viewBox={`0 0 ${SIGN_WIDTH} ${SIGN_HEIGHT}`} role="img" aria-label={label}>
      <StrokePaths strokes={strokes} />
    </svg>
  );
}
