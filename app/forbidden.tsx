import { NoPermissionActions } from '@/components/layout/error-actions';
import { ErrorScreen } from '@/components/layout/error-screen';

/** No permission, with status 403 (silent-screens B11). */
export default function Forbidden() {
  return <ErrorScreen kind="noPermission" actions={<NoPermissionActions />} />;
}
