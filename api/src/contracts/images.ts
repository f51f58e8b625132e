/** The widths in pixels of the copies of each image, at `<name>-<width>.webp`. The image itself is at most 1600 wide. */
export const imageCopyWidths = [320, 750, 1200] as const;

export type ImageCopyWidths = typeof imageCopyWidths;
