import { existsSync, readdirSync } from 'node:fs';
import { isImageName, type ImageName, type ImageStore } from '../images/image-store.ts';

export type ImagesCopy = {
  readonly names: readonly ImageName[];
  readonly from: Pick<ImageStore, 'get'>;
  readonly to: ImageStore;
  readonly onCopied?: (count: CopyCount) => void;
};

/** The images in a folder, sorted by name; none if there is no folder. */
export function imagesIn(folder: string): readonly ImageName[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { encoding: 'utf8' }).filter(isImageName).sort();
}

/**
 * Copies images one at a time, so that only one is in memory. Existing ones are compared.
 * @throws DifferentImage, ImagesUnavailable
 */
export function copyImages({ names, from, to, onCopied }: ImagesCopy): Promise<CopyCount> {
  const copyOne = async (name: ImageName) => {
    const bytes = await from.get(name);
    if (!bytes) return 'existing';
    const existing = await to.get(name);
    if (existing && !Buffer.from(bytes).equals(existing)) throw new DifferentImage(name);
    if (existing) return 'existing';
    await to.save(name, bytes);
    return 'copied';
  };
  return copyEach(names, copyOne, onCopied);
}

/** One of two images of the same name is damaged, as names are hashes of the content. */
class DifferentImage extends Error {
  override readonly name = 'DifferentImage';

  constructor(name: ImageName) {
    super(`The image ${name} exists already with another content: one of the two is damaged.`);
  }
}

/** How many were copied, and how many existed already. */
export type CopyCount = { readonly copied: number; readonly existing: number };

/** Copies items one after the other and counts them. */
export async function copyEach<Item>(
  items: Iterable<Item>,
  copyOne: (item: Item) => Promise<'copied' | 'existing'>,
  onDone: (count: CopyCount) => void = () => undefined,
): Promise<CopyCount> {
  let count: CopyCount = { copied: 0, existing: 0 };
  for (const item of items) {
    const { copied, existing } = count;
    count =
      (await copyOne(item)) === 'copied'
        ? { copied: copied + 1, existing }
        : { copied, existing: existing + 1 };
    onDone(count);
  }
  return count;
}
