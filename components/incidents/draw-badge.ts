const SIZE_PX = 64;

function load(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = src;
  });
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** An icon with a number in its lower right corner, as a data URL; undefined when the browser cannot draw it. */
export async function drawBadge(icon: string, words: string): Promise<string | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE_PX;
  canvas.height = SIZE_PX;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  try {
    pen.drawImage(await load(icon), 0, 0, SIZE_PX, SIZE_PX);
  } catch {
    // Without the icon, the number alone is enough.
  }
  const radius = SIZE_PX * (words.length > 1 ? 0.34 : 0.3);
  const middle = SIZE_PX - radius;
  pen.beginPath();
  pen.arc(middle, middle, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour('--trapped');
  pen.fill();
  pen.fillStyle = colour('--on-state');
  pen.font = `700 ${words.length > 2 ? 22 : words.length > 1 ? 30 : 36}px sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(words, middle, middle + 2);
  return canvas.toDataURL('image/png');
}
