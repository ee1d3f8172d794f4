/** Rendered for every request, as the portal's pages are. */
export const dynamic = 'force-dynamic';

export default function EmptyPage() {
  return null;
}
