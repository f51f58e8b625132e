import { existsSync, readdirSync } from 'node:fs';
import { isImageName, type ImageName, type ImageStore } from '../images/image-store.ts';
import { countMoved, type MoveCount } from './move-count.ts';

export type ImagesCopy = {
  readonly names: readonly ImageName[];
  readonly from: Pick<ImageStore, 'get'>;
  readonly to: ImageStore;
  readonly onCopied?: (count: MoveCount) => void;
};

/** The images in a folder, in the order of their names; none where there is no folder. */
export function imagesIn(folder: string): readonly ImageName[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { encoding: 'utf8' }).filter(isImageName).sort();
}

/**
 * Copies images one at a time, so that only one is in memory. Those that are there already are compared.
 * @throws DifferentImage, ImagesUnavailable
 */
export function copyImages({ names, from, to, onCopied }: ImagesCopy): Promise<MoveCount> {
  const copyOne = async (name: ImageName) => {
    const bytes = await from.get(name);
    if (!bytes) return 'already-there';
    const there = await to.get(name);
    if (there && !Buffer.from(bytes).equals(there)) throw new DifferentImage(name);
    if (there) return 'already-there';
    await to.save(name, bytes);
    return 'copied';
  };
  return countMoved(names, copyOne, onCopied);
}

/** One of two images of the same name is damaged, as names follow from contents. */
class DifferentImage extends Error {
  override readonly name = 'DifferentImage';

  constructor(name: ImageName) {
    super(`The image ${name} is there already with another content: one of the two is damaged.`);
  }
}
