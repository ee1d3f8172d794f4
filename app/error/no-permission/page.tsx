import { forbidden } from 'next/navigation';

/** The middleware shows this in the place of a page that is forbidden: same screen, same status 403. */
export default function NoPermissionPage() {
  forbidden();
}
