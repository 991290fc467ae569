// The lowest parts of the page's reader: numbers, texts, checksums and compressed bytes.
import assert from 'node:assert/strict';
import test from 'node:test';
import zlib from 'node:zlib';

import { ByteReader } from '../../Tools/SessionPage/Reader/bytes.js';
import { checksum } from '../../Tools/SessionPage/Reader/checksum.js';
import { inflate } from '../../Tools/SessionPage/Reader/inflate.js';
import { quoted, textPrefix } from '../../Tools/SessionPage/Reader/text.js';
import { shellWord, shown } from '../../Tools/SessionPage/Reader/wording.js';
import { varint } from './writer.mjs';

function reader(bytes) {
  return new ByteReader(Uint8Array.from(bytes));
}

test('Whole numbers are exact up to 64 bits', () => {
  const numbers = [
    0n, 1n, 127n, 128n, 2n ** 32n, 2n ** 49n - 1n, 2n ** 49n, 2n ** 53n - 1n, 2n ** 53n,
    2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n,
  ];
  for (const number of numbers) {
    const read = reader(varint(number)).varint();
    assert.equal(BigInt(read), number);
    assert.equal(typeof read, number < 2n ** 53n ? 'number' : 'bigint');
  }
  const signed = [
    [0, 0], [1, -1], [2, 1], [2n ** 64n - 1n, -(2n ** 63n)], [2n ** 64n - 2n, 2n ** 63n - 1n],
    [2n ** 53n, 2 ** 52], [2n ** 53n - 1n, -(2 ** 52)], [2n ** 54n - 1n, -(2n ** 53n)],
  ];
  for (const [folded, number] of signed) assert.equal(reader(varint(folded)).zigzag(), number);
});

test('A whole number is rejected if it has another form or does not fit', () => {
  const bad = [
    [[0x80, 0], 'varint', /not in its shortest form/],
    [[0xff, 0x80, 0], 'varint', /not in its shortest form/],
    [[...new Array(8).fill(0x80), 0], 'varint', /not in its shortest form/],
    [[0x80], 'varint', /the data ends within a value, at byte 1/],
    [[], 'varint', /the data ends within a value, at byte 0/],
    [[...new Array(9).fill(0xff), 2], 'varint', /does not fit UInt64/],
    [[...new Array(10).fill(0xff), 1], 'varint', /does not fit UInt64/],
    [varint(2n ** 32n), 'varint32', /does not fit UInt32/],
    [[0x80, 0], 'varint32', /not in its shortest form/],
    [[...varint(3), 1, 2], 'count', /the count 3 at byte 0 is larger than the 2 bytes that follow/],
    [[2, 0xc3, 0x28], 'text', /the text at byte 0 is not UTF-8/],
    [[3, 0xed, 0xa0, 0x80], 'text', /is not UTF-8/],
  ];
  for (const [bytes, name, message] of bad) assert.throws(() => reader(bytes)[name](), message);
  assert.throws(() => reader([2]).tag(2), /there is no case 2 at byte 0, only 2 cases/);
  assert.equal(reader(varint(2n ** 32n - 1n)).varint32(), 2 ** 32 - 1);
  assert.equal(reader([4, 0xef, 0xbb, 0xbf, 65]).text(), '\ufeffA');
});

test('A value can be nested 512 levels deep', () => {
  const deep = reader([0]);
  for (let level = 0; level < 512; level += 1) deep.enter();
  assert.throws(() => deep.enter(), /nested more than 512 levels deep/);
});

test('The checksum equals that of gzip', () => {
  assert.equal(checksum(new TextEncoder().encode('123456789')), 0xcbf43926);
  assert.equal(checksum(new Uint8Array(0)), 0);
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
  const gzip = zlib.gzipSync(bytes);
  assert.equal(checksum(bytes), gzip.readUInt32LE(gzip.length - 8));
});

test('An invalid stream is distinguished from one of another length', async () => {
  const bytes = new TextEncoder().encode('Milk, butter and bread. '.repeat(50));
  const stream = zlib.deflateRawSync(bytes);
  assert.deepEqual(await inflate(stream, bytes.length), bytes);
  await assert.rejects(inflate(stream, bytes.length - 1), /not as long as it says/);
  await assert.rejects(inflate(stream, bytes.length + 1), /not as long as it says/);
  await assert.rejects(inflate(stream, 0), /not as long as it says/);
  await assert.rejects(inflate(stream.subarray(0, -1), bytes.length), /cannot be decompressed/);
  await assert.rejects(inflate(Uint8Array.of(6), 1), /cannot be decompressed/);
  await assert.rejects(inflate(new Uint8Array(0), 1), /cannot be decompressed/);
  const stored = zlib.deflateRawSync(bytes, { level: 0 });
  await assert.rejects(inflate(stored, bytes.length - 1), /not as long as it says/);
  await assert.rejects(inflate(stored.subarray(0, 40), bytes.length), /cannot be decompressed/);
  // A second stream, which is not read.
  const long = zlib.deflateRawSync(new Uint8Array(1 << 24));
  await assert.rejects(inflate(long, 10), /not as long as it says/);
});

test('Invisible characters in texts are escaped', () => {
  assert.equal(quoted('Milk "2 %"\n'), '"Milk \\"2 %\\"\\n"');
  assert.equal(quoted('\u202e\u00a0\u{e000}é'), '"\\u{202E}\\u{A0}\\u{E000}é"');
  assert.equal(shown('a\u001b[31m\u200d'), 'a\\u{1b}[31m\\u{200d}');
  assert.equal(shellWord('logs/s-1.reprise'), 'logs/s-1.reprise');
  assert.equal(shellWord('it\'s a log.reprise'), '\'it\'\\\'\'s a log.reprise\'');
  assert.equal(textPrefix('ab\u{1f600}', 3), 'ab');
});
