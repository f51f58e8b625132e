/** A photo as it will be sent: resized in the browser, without EXIF data. */
export type Photo = { readonly blob: Blob; readonly name: string };

export type PhotoProblem = 'notImage' | 'heic' | 'tooLarge' | 'damaged';

const maxSide = 1600;
const maxFileBytes = 40 * 1024 * 1024;
const quality = 0.82;

/** Checks name, type and size without decoding; null if they are fine. */
export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): PhotoProblem | null {
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'heic';
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) return 'notImage';
  return file.size > maxFileBytes ? 'tooLarge' : null;
}

/** By its content, whatever its name: apps rename such photos to .jpg. False if it cannot be read, or is AVIF in the same container. */
export async function isHeic(file: Blob): Promise<boolean> {
  const brands = await file.slice(4, 40).text().catch(String);
  return /^ftyp(?!.*avi[fs])(he|mif1|msf1)/s.test(brands);
}

/** Scales a size down to the maximum side length; never enlarges. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Redraws the picture upright, which removes EXIF data such as the location. Rejects for a file that the browser cannot decode. */
export async function preparePhoto(file: File): Promise<Photo> {
  // An element is upright in all browsers; Safari before 17.2 turned no `ImageBitmap`.
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    // Chromium's elements decode a file of which only a part is there; its bitmaps do not.
    (await createImageBitmap(picture, 0, 0, 1, 1)).close();
    const blob = await redraw(picture);
    return { blob, name: `${file.name.replace(/\.\w+$/, '')}.jpg` };
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

function redraw(picture: HTMLImageElement): Promise<Blob> {
  const { width, height } = fitted(picture.naturalWidth, picture.naturalHeight);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser gives no canvas to draw on');
  // JPEG has no transparency and would show it as black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
