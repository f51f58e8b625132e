import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A part of a text, compressed so that parts can be joined into one gzip file without compressing any of them again. */
export type GzipBlock = {
  readonly deflated: Buffer;
  readonly crc: number;
  readonly length: number;
  /** x to the power of the number of its bits; the checksum of what comes before is multiplied by it. */
  readonly shift: number;
  readonly digest: Buffer;
};

const deflate = promisify(deflateRaw);

/** Compresses off the event loop. The block ends at a byte, refers to nothing before it, and is not the last one of its file. */
export async function gzipBlock(text: string): Promise<GzipBlock> {
  const bytes = Buffer.from(text);
  const deflated = await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  const digest = createHash('sha256').update(bytes).digest();
  return {
    deflated,
    crc: crc32(bytes),
    length: bytes.length,
    shift: shiftBy(bytes.length),
    digest,
  };
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const emptyLastBlock = Buffer.from([3, 0]);

/** One gzip file (RFC 1952) with one member, as browsers ignore what follows the first. */
export function joinGzip(blocks: readonly GzipBlock[]): Buffer {
  let crc = 0;
  let length = 0;
  for (const block of blocks) {
    crc = (multiply(block.shift, crc) ^ block.crc) >>> 0;
    length += block.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  const deflated = blocks.map((block) => block.deflated);
  return Buffer.concat([header, ...deflated, emptyLastBlock, trailer]);
}

/** The polynomial of CRC-32, and the polynomials 1 and x, with the lowest power in the highest bit. */
const polynomial = 0xed_b8_83_20;
const one = 0x80_00_00_00;
const x = 0x40_00_00_00;

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** x to the power of the number of bits in so many bytes. */
function shiftBy(bytes: number): number {
  let power = x;
  let shift = one;
  for (let bits = bytes * 8; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return shift;
}
