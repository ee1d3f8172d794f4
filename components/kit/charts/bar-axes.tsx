import { CartesianGrid, XAxis, YAxis } from 'recharts';
import styles from './charts.module.css';

/** Around bars: room for the figures above them. */
export const BARS_AROUND = {
  margin: { top: 28, right: 4, bottom: 0, left: 0 },
  accessibilityLayer: false,
  barCategoryGap: '20%',
} as const;

/** Grid and axes of bars over a row of names. @param thinned leaves names out where they have no room */
export function BarAxes({ thinned = false }: { readonly thinned?: boolean }) {
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="name"
        interval={thinned ? 'equidistantPreserveStart' : 0}
        minTickGap={4}
        tickLine={false}
        axisLine={{ stroke: 'var(--strong)' }}
        tick={{ className: styles.tick }}
      />
      <YAxis
        allowDecimals={false}
        width={44}
        tickLine={false}
        axisLine={false}
        domain={[0, 'auto']}
        tick={{ className: styles.tick }}
      />
    </>
  );
}
