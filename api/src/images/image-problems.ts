import { RequestProblem } from '../http/errors.ts';

export const maxImageBytes = 12 * 1024 * 1024;
export const maxImagePixels = 40_000_000;

export const imageTooLarge = () =>
  imageProblem(413, 'image-too-large', 'The selected file must be smaller than 12 MB.');

export const imageTooManyPixels = () =>
  imageProblem(413, 'image-too-large', 'The selected file must have at most 40 megapixels.');

export const notAnImage = () =>
  imageProblem(415, 'not-an-image', 'The selected file must be a JPEG, PNG or WebP image.');

export const imageEmpty = () => imageProblem(400, 'image-empty', 'The selected file is empty.');

export const imageDamaged = () =>
  imageProblem(400, 'image-damaged', 'The selected file is damaged and cannot be read.');

export const tooManyImages = () =>
  imageProblem(413, 'too-many-images', 'You can only select one file.');

export const imagesBusy = () =>
  imageProblem(
    503,
    'images-busy',
    'Too many photos are being uploaded. Please try again in a moment.',
  );

/** The form shows the message at its file field. */
function imageProblem(status: number, type: string, message: string): RequestProblem {
  return new RequestProblem({
    status,
    type,
    message,
    errors: { imagePath: [message] },
    ...(status === 503 && { headers: { 'Retry-After': '5' } }),
  });
}
