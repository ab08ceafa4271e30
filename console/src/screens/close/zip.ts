// A ZIP file of files as they are, without compressing them: what is put in is compressed already, or short.

/** A file to put in. */
export interface Packed {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of ZIP. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Date and time as ZIP writes them, in two words. */
function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return [time, ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()];
}

/** Words of two and four bytes, lowest byte first. */
function words(...parts: [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
const STORED = 0;

/** Packs the files into one. */
export function zip(files: readonly Packed[], at: Date): Blob {
  const [time, date] = dosTime(at);
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const size = file.bytes.length;
    const shared: [2 | 4, number][] = [
      [2, VERSION], [2, NAMES_ARE_UTF8], [2, STORED], [2, time], [2, date], [4, crc32(file.bytes)], [4, size], [4, size], [2, name.length], [2, 0],
    ]; // prettier-ignore
    const head = words([4, 0x04034b50], ...shared);
    directory.push(words([4, 0x02014b50], [2, VERSION], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    parts.push(head, name, file.bytes);
    offset += head.length + name.length + size;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  parts.push(...directory, words([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0]));
  return new Blob(parts, { type: "application/zip" });
}
