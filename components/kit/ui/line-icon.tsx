import { createElement, type SVGProps } from 'react';

/** `size`: width and height in px, 20 where nothing is said. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly size?: number };

/** A drawing on a square grid: its elements with their attributes. */
export type IconNodes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[];

/** Strokes are 1.5 px wide at 20 px, on whichever grid they are drawn. */
const STROKE = 1.5 / 20;

/**
 * A line icon in the colour of the text around it. Decorative by default: the words beside it carry the meaning.
 * @param grid the side of the drawing's grid
 */
export function LineIcon({
  nodes,
  grid = 24,
  size = 20,
  ...rest
}: IconProps & { readonly nodes: IconNodes; readonly grid?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${grid} ${grid}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={grid * STROKE}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {nodes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
