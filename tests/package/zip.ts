import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const ENTRY = Buffer.from('PK\x01\x02', 'latin1');

/** The files of a zip by name, as listed in its central directory. */
export function readZip(file: string): Map<string, Buffer> {
  const zip = readFileSync(file);
  const files = new Map<string, Buffer>();
  // The end record (22 bytes without a comment) has the offset of the directory.
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  while (zip.subarray(at, at + 4).equals(ENTRY)) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, nameEnd);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20))));
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
