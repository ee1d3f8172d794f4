import { HomeButton, PreviousButton } from '@/components/layout/error-actions';
import { ErrorScreen } from '@/components/layout/error-screen';

/** Unknown path (silent-screens B11). */
export default function NotFound() {
  return <ErrorScreen kind="notFound" actions={<><HomeButton /><PreviousButton /></>} />;
}
