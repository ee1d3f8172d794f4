import type { ReactNode } from 'react';

/** Pages that stand alone, without sidebar: live pages, details, dashboards. Each brings its own header and guard. */
export default function StandaloneLayout({ children }: { readonly children: ReactNode }) {
  return <main>{children}</main>;
}
