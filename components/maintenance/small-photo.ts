/** A photo as it is sent: no side over 2,048 px, a JPEG without what the camera wrote beside the picture (readings 251). */

const LONGEST_PX = 2048;
const QUALITY = 0.85;

/** @throws what the browser says of a file that it cannot draw */
export async function smallPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    if (!blob) throw new Error('the picture could not be drawn');
    return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}
