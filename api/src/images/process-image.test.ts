import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { jpeg, photo, pngBomb, svg } from '../testing/images.ts';
import { maxImageBytes } from './image-problems.ts';
import { processImage } from './process-image.ts';

const megabyte = 1024 * 1024;

describe('what an image becomes', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes WebP', async (format) => {
    const { full } = await processImage(await photo(300, 200).toFormat(format).toBuffer());
    expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  });

  test('it fits into 1600 pixels, with copies 640 and 200 wide', async () => {
    const { full, copies } = await processImage(await jpeg(3000, 2000));
    expect(await sizeOf(full)).toEqual([1600, 1067]);
    expect(copies.map(({ width }) => width)).toEqual([640, 200]);
    for (const { width, bytes } of copies) expect((await sizeOf(bytes))[0]).toBe(width);
  });

  test('one that is high fits by its height', async () => {
    const { full } = await processImage(await jpeg(1000, 3200));
    expect(await sizeOf(full)).toEqual([500, 1600]);
  });

  test('a small one is never enlarged', async () => {
    const { full, copies } = await processImage(await jpeg(100, 80));
    for (const bytes of [full, ...copies.map((copy) => copy.bytes)])
      expect(await sizeOf(bytes)).toEqual([100, 80]);
  });

  test('it is turned as its orientation says', async () => {
    const lying = await photo(400, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { full, copies } = await processImage(lying);
    expect(await sizeOf(full)).toEqual([100, 400]);
    for (const { bytes } of copies) expect(await sizeOf(bytes)).toEqual([100, 400]);
    expect((await sharp(full).metadata()).orientation).toBeUndefined();
  });

  test('where it was taken and everything else about the camera is gone', async () => {
    const taken = await photo(300, 200)
      .withExif({
        IFD0: { Make: 'SpyCam', Copyright: 'Siti Aminah' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 4620/100' },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.includes('SpyCam')).toBe(true);
    const { full, copies } = await processImage(taken);
    for (const bytes of [full, ...copies.map((copy) => copy.bytes)]) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc }).toEqual({});
      expect(Buffer.from(bytes).includes('SpyCam')).toBe(false);
    }
  });

  test('transparency stays', async () => {
    const clear = { r: 255, g: 0, b: 0, alpha: 0.5 };
    const png = await sharp({ create: { width: 900, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { copies } = await processImage(png);
    const pixels = await sharp(copies[0]?.bytes).raw().toBuffer();
    expect(pixels[0]).toBeGreaterThan(245);
    expect(Math.abs((pixels[3] ?? 0) - 128)).toBeLessThan(3);
  });

  test('of an animation the first frame is kept', async () => {
    const frames = [photo(60, 40), photo(60, 40)].map((frame) => frame.png().toBuffer());
    const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { full } = await processImage(animation);
    const { width, height, pages } = await sharp(full).metadata();
    expect([width, height, pages ?? 1]).toEqual([60, 40, 1]);
  });

  test('the same picture gets the same name, another one another', async () => {
    const picture = await jpeg(100, 100);
    const { id } = await processImage(picture);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect((await processImage(picture)).id).toBe(id);
    expect((await processImage(await jpeg(101, 100))).id).not.toBe(id);
  });
});

describe('what is refused', () => {
  const wrongType = [415, 'The selected file must be a JPEG, PNG or WebP image.'] as const;
  const damaged = [400, 'The selected file is damaged and cannot be read.'] as const;
  const tooManyBytes = [413, 'The selected file must be smaller than 12 MB.'] as const;
  const tooManyPixels = [413, 'The selected file must have at most 40 megapixels.'] as const;
  const half = (image: Buffer) => image.subarray(0, image.length / 2);

  test.each([
    ['a text', async () => Buffer.from('hello'), wrongType],
    ['an SVG', async () => svg, wrongType],
    ['a page that calls itself an image', async () => Buffer.from('<html>'), wrongType],
    ['a GIF', async () => photo(9, 9).gif().toBuffer(), wrongType],
    ['a TIFF', async () => photo(9, 9).tiff().toBuffer(), wrongType],
    ['an AVIF', async () => photo(9, 9).avif().toBuffer(), wrongType],
    ['an SVG behind the signature of a JPEG', async () => behind('ffd8ff', svg), damaged],
    ['an SVG behind the signature of a PNG', async () => behind('89504e470d0a1a0a', svg), damaged],
    ['an empty file', async () => Buffer.alloc(0), [400, 'The selected file is empty.']],
    ['a truncated JPEG', async () => half(await jpeg()), damaged],
    ['a JPEG without its last hundredth', async () => cutEnd(await jpeg()), damaged],
    ['a truncated PNG', async () => half(await photo().png().toBuffer()), damaged],
    ['a truncated WebP', async () => half(await photo().webp().toBuffer()), damaged],
    ['over 12 MB', async () => behind('ffd8ff', Buffer.alloc(maxImageBytes)), tooManyBytes],
    ['100 megapixels in few bytes', async () => pngBomb(10_000, 10_000), tooManyPixels],
    ['a header that lies about its size', async () => lyingPng(), damaged],
  ] as const)('%s', async (_, make, [status, message]) => {
    const error: unknown = await processImage(await make()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status, message, errors: { imagePath: [message] } });
  });

  test('a bomb is refused without being unpacked', async () => {
    const bomb = pngBomb(30_000, 30_000);
    expect(bomb.length).toBeLessThan(megabyte);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 5; round += 1)
      await expect(processImage(bomb)).rejects.toMatchObject({ status: 413 });
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * megabyte);
  });

  test('just under 40 megapixels is taken', async () => {
    const { full } = await processImage(pngBomb(8000, 5000));
    expect(await sizeOf(full)).toEqual([1600, 1000]);
  });
});

async function sizeOf(image: Uint8Array) {
  const { width, height } = await sharp(image).metadata();
  return [width, height];
}

function behind(hex: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(hex, 'hex'), content]);
}

function cutEnd(image: Buffer): Buffer {
  return image.subarray(0, image.length * 0.99);
}

/** Says it is 5000 pixels wide, but holds 50. */
function lyingPng(): Buffer {
  const png = pngBomb(50, 50);
  png.writeUInt32BE(5000, 16);
  return png;
}
