/** A photo as it will be sent: resized in the browser, without EXIF data. */
export type Photo = { readonly blob: Blob; readonly name: string };

export type PhotoProblem = 'notImage' | 'heic' | 'tooLarge' | 'damaged';

export class PhotoRefused extends Error {
  override readonly name = 'PhotoRefused';
  readonly problem: PhotoProblem;

  constructor(problem: PhotoProblem) {
    super(problem);
    this.problem = problem;
  }
}

const maxSide = 1600;
const maxFileBytes = 40 * 1024 * 1024;
const quality = 0.82;

/** Checks name, type and size without decoding; null if they are fine. */
export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): PhotoProblem | null {
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'heic';
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) return 'notImage';
  return file.size > maxFileBytes ? 'tooLarge' : null;
}

/** Scales a size down to the maximum side length; never enlarges. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * Redraws the picture upright, which removes EXIF data such as the location.
 * @throws PhotoRefused
 */
export async function preparePhoto(file: File): Promise<Photo> {
  const problem = problemOf(file);
  if (problem) throw new PhotoRefused(problem);
  const picture = await decode(file);
  const blob = await redraw(picture);
  picture.close();
  return { blob, name: `${file.name.replace(/\.\w+$/, '')}.jpg` };
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoRefused('damaged');
  }
}

function redraw(picture: ImageBitmap): Promise<Blob> {
  const { width, height } = fitted(picture.width, picture.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoRefused('damaged');
  // JPEG has no transparency and would show it as black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
