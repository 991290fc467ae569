const polynomial = 0xedb88320;
const tableCount = 8;
const tables = makeTables();

function makeTables() {
  const made = [];
  for (let index = 0; index < tableCount; index += 1) made.push(new Uint32Array(256));
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    }
    made[0][byte] = value;
  }
  for (let index = 1; index < tableCount; index += 1) {
    for (let byte = 0; byte < 256; byte += 1) {
      const before = made[index - 1][byte];
      made[index][byte] = (before >>> 8) ^ made[0][before & 0xff];
    }
  }
  return made;
}

/** Returns the CRC-32 (RFC 1952) of bytes, as an unsigned number. */
export function checksum(bytes) {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  let sum = 0xffffffff;
  let index = 0;
  // Eight bytes at a time, each with the table for its distance from the end.
  for (; index + 8 <= bytes.length; index += 8) {
    sum ^= bytes[index] | bytes[index + 1] << 8 | bytes[index + 2] << 16 | bytes[index + 3] << 24;
    sum = t7[sum & 0xff] ^ t6[sum >>> 8 & 0xff] ^ t5[sum >>> 16 & 0xff] ^ t4[sum >>> 24]
      ^ t3[bytes[index + 4]] ^ t2[bytes[index + 5]] ^ t1[bytes[index + 6]] ^ t0[bytes[index + 7]];
  }
  for (; index < bytes.length; index += 1) sum = (sum >>> 8) ^ t0[(sum ^ bytes[index]) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}
