/** Where the pictures of a place lie. The server keeps each in three widths, as the last part of the name says. */
export function imageSources(imagePath: string): { readonly src: string; readonly srcSet: string } {
  const name = encodeURIComponent(imagePath);
  const variant = (width: number) => `/uploads/${name.replace(/(\.\w+)$/, `-${width}$1`)}`;
  return {
    src: variant(640),
    srcSet: `${variant(200)} 200w, ${variant(640)} 640w, /uploads/${name} 1600w`,
  };
}
