import { CameraListScreen } from '@/components/cameras/camera-list-screen';
import { cameraList } from '@/components/cameras/camera-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('cameralist');

/** Cameras (silent-screens A7). */
export default withTexts(['cameras', 'escalator', 'list'], listPage('cameralist', cameraList, CameraListScreen));
