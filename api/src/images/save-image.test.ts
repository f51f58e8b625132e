import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jpeg, photo, pngBomb, svg } from '../testing/images.ts';
import { openDiskImages } from './image-store.ts';
import { maxImageBytes, imageSaver, processImage } from './save-image.ts';

const megabyte = 1024 * 1024;

describe('processImage', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('converts %s to WebP', async (format) => {
    const { full } = await processImage(await photo(300, 200).toFormat(format).toBuffer());
    expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  });

  test('fits the image into 1600 pixels and makes copies 320, 750 and 1200 wide', async () => {
    const { full, copies } = await processImage(await jpeg(3000, 2000));
    expect(await sizeOf(full)).toEqual([1600, 1067]);
    expect(copies.map(({ width }) => width)).toEqual([320, 750, 1200]);
    for (const { width, bytes } of copies) expect((await sizeOf(bytes))[0]).toBe(width);
  });

  test('fits a portrait image by its height', async () => {
    const { full } = await processImage(await jpeg(1000, 3200));
    expect(await sizeOf(full)).toEqual([500, 1600]);
  });

  test('never enlarges a small image', async () => {
    const { full, copies } = await processImage(await jpeg(100, 80));
    for (const bytes of [full, ...copies.map((copy) => copy.bytes)])
      expect(await sizeOf(bytes)).toEqual([100, 80]);
  });

  test('applies the EXIF orientation', async () => {
    const rotated = await photo(400, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { full, copies } = await processImage(rotated);
    expect(await sizeOf(full)).toEqual([100, 400]);
    for (const { bytes } of copies) expect(await sizeOf(bytes)).toEqual([100, 400]);
    expect((await sharp(full).metadata()).orientation).toBeUndefined();
  });

  test('removes the location and all other metadata', async () => {
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

  test('preserves transparency', async () => {
    const clear = { r: 255, g: 0, b: 0, alpha: 0.5 };
    const png = await sharp({ create: { width: 900, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { copies } = await processImage(png);
    const pixels = await sharp(copies[0]?.bytes).raw().toBuffer();
    expect(pixels[0]).toBeGreaterThan(245);
    expect(Math.abs((pixels[3] ?? 0) - 128)).toBeLessThan(3);
  });

  test('takes the first frame of an animation', async () => {
    const frames = [photo(60, 40), photo(60, 40)].map((frame) => frame.png().toBuffer());
    const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { full } = await processImage(animation);
    const { width, height, pages } = await sharp(full).metadata();
    expect([width, height, pages ?? 1]).toEqual([60, 40, 1]);
  });

  test('gives the same image the same id, and another image another id', async () => {
    const picture = await jpeg(100, 100);
    const { id } = await processImage(picture);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect((await processImage(picture)).id).toBe(id);
    expect((await processImage(await jpeg(101, 100))).id).not.toBe(id);
  });
});

describe('processImage refuses', () => {
  const wrongType = [415, 'The selected file must be a JPEG, PNG or WebP image.'] as const;
  const damaged = [400, 'The selected file is damaged and cannot be read.'] as const;
  const tooManyBytes = [413, 'The selected file must be smaller than 12 MB.'] as const;
  const tooManyPixels = [413, 'The selected file must have at most 40 megapixels.'] as const;
  const half = (image: Buffer) => image.subarray(0, image.length / 2);

  test.each([
    ['a text', async () => Buffer.from('hello'), wrongType],
    ['an SVG', async () => svg, wrongType],
    ['an HTML page', async () => Buffer.from('<html>'), wrongType],
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
    ['a header with a wrong size', async () => pngWithWrongWidth(), damaged],
  ] as const)('%s', async (_, make, [status, message]) => {
    const error: unknown = await processImage(await make()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status, message, errors: { imagePath: [message] } });
  });

  test('a decompression bomb without unpacking it', async () => {
    const bomb = pngBomb(30_000, 30_000);
    expect(bomb.length).toBeLessThan(megabyte);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 5; round += 1)
      await expect(processImage(bomb)).rejects.toMatchObject({ status: 413 });
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * megabyte);
  });

  test('nothing at 40 megapixels', async () => {
    const { full } = await processImage(pngBomb(8000, 5000));
    expect(await sizeOf(full)).toEqual([1600, 1000]);
  });
});

describe('imageSaver', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'save-image-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('imageSaver saves an upload and its copies under one name', async () => {
    const name = await imageSaver(openDiskImages({ folder }))(await jpeg());
    const stem = name.replace('.webp', '');
    expect(readdirSync(folder).sort()).toEqual(
      [name, ...[320, 750, 1200].map((width) => `${stem}-${width}.webp`)].sort(),
    );
  });

  test('saving the same image again adds nothing', async () => {
    const save = imageSaver(openDiskImages({ folder }));
    const picture = await jpeg();
    expect(await save(picture)).toBe(await save(picture));
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test('a refused upload saves nothing', async () => {
    const save = imageSaver(openDiskImages({ folder }));
    await expect(save(svg)).rejects.toMatchObject({ status: 415 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of an account only one upload waits among those of others', async () => {
    const save = imageSaver(openDiskImages({ folder }), 1);
    const uploads = await Promise.all([80, 81, 82, 83, 84].map((width) => jpeg(width, 60)));
    const [one, two, three, four, other] = uploads.map((upload, index) =>
      save(upload, index < 4 ? 'siti' : 'ali'),
    );
    await expect(four).rejects.toMatchObject({ status: 503 });
    const saved = await Promise.all([one, two, three, other]);
    expect(new Set(saved).size).toBe(4);
  });

  test('an upload beyond maxWaiting is refused with 503 and Retry-After, those before it are saved', async () => {
    const save = imageSaver(openDiskImages({ folder }), 1);
    const [first, second, third] = await Promise.all([jpeg(90, 90), jpeg(91, 91), jpeg(92, 92)]);
    const results = await Promise.allSettled([save(first), save(second), save(third)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
    expect(await save(third)).toMatch(/\.webp$/);
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

/** The header states 5000 pixels of width, the data has 50. */
function pngWithWrongWidth(): Buffer {
  const png = pngBomb(50, 50);
  png.writeUInt32BE(5000, 16);
  return png;
}
