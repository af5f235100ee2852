import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const colorsKept = 16;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly colors: Uint8Array;
}

/**
 * Reduces a PNG to its sixteen most frequent colors, two pixels per byte. A screenshot of text then needs a quarter of
 * the bytes, so the package can contain it. Expects eight bits per channel without transparency, as Chromium writes it.
 */
export function reduceColors(png: Buffer): Buffer {
  const { width, height, colors } = read(png);
  const all = Array.from(
    { length: width * height },
    (_, pixel) =>
      (colors[pixel * 3] ?? 0) * 65_536 + (colors[pixel * 3 + 1] ?? 0) * 256 + (colors[pixel * 3 + 2] ?? 0),
  );
  const palette = frequent(all);
  const nearest = new Map<number, number>();
  const row = Math.ceil(width / 2) + 1;
  const packed = Buffer.alloc(row * height);
  for (const [pixel, color] of all.entries()) {
    const index = nearest.get(color) ?? nearestOf(color, palette);
    nearest.set(color, index);
    const x = pixel % width;
    const at = Math.floor(pixel / width) * row + 1 + (x >> 1);
    packed[at] = (packed[at] ?? 0) | (x % 2 === 0 ? index << 4 : index);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Each pixel has four bits, which are its index in the palette.
  header[8] = 4;
  header[9] = 3;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(packed, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function channels(color: number): [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function frequent(all: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const color of all) counts.set(color, (counts.get(color) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, colorsKept).map(([color]) => color);
}

function nearestOf(color: number, palette: readonly number[]): number {
  const wanted = channels(color);
  const distances = palette.map((other) =>
    channels(other).reduce((sum, channel, index) => sum + (channel - (wanted[index] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function read(png: Buffer): Pixels {
  const data: Buffer[] = [];
  for (let at = signature.length; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  if (png[24] !== 8 || png[25] !== 2)
    throw new Error('Expected a PNG with eight bits per channel and no transparency.');
  return { width, height, colors: unfilter(inflateSync(Buffer.concat(data)), width * 3, height) };
}

/** Reverses the filters of PNG: a filter number begins every line of pixels. */
function unfilter(filtered: Buffer, row: number, height: number): Uint8Array {
  const colors = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < 3 ? 0 : (colors[at - 3] ?? 0);
      const up = y === 0 ? 0 : (colors[at - row] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (colors[at - row - 3] ?? 0);
      colors[at] = (filtered[y * (row + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return colors;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter] ?? 0;
  const distances = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return [left, up, corner][distances.indexOf(Math.min(...distances))] ?? 0;
}
