import type { SVGProps } from 'react';

/**
 * The product's mark: a car between its two guide rails, with the call arrows as the gap of its doors. Drawn on a 24 px grid
 * with whole-pixel edges so that it stays crisp at 16 px; takes the colour of the text around it, the car the accent.
 */
export function Mark({ size = 28, ...rest }: Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false" {...rest}>
      <path d="M3.5 1.5v21M20.5 1.5v21" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity=".55" />
      <path
        fillRule="evenodd"
        clipRule="evenodd"
        fill="var(--accent)"
        d="M8.5 4h7A1.5 1.5 0 0 1 17 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 18.5v-13A1.5 1.5 0 0 1 8.5 4ZM12 7l-2.8 4h5.6L12 7Zm0 10 2.8-4H9.2L12 17Z"
      />
    </svg>
  );
}
