/**
 * The port to the images that listings show. An image is named for its content, so a name stands for the same bytes for ever.
 * Every adapter keeps each promise below; `contract.suite.ts` holds them to it.
 *
 * Every method throws ImagesUnavailable when the store cannot be reached or has no room.
 */
export interface ImageStore {
  /** Resolves once the image is on disk, whole. An image that is there already is left as it is. */
  save(name: ImageName, bytes: Uint8Array): Promise<void>;
  get(name: ImageName): Promise<Uint8Array | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type ImageName = string & { readonly brand: 'ImageName' };

/** 128 bits of a hash, and for the smaller copies their width in pixels. */
export function isImageName(text: string): text is ImageName {
  return /^[0-9a-f]{32}(-(640|200))?\.webp$/.test(text);
}

export class ImagesUnavailable extends Error {
  override readonly name = 'ImagesUnavailable';
}
