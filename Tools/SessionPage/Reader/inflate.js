import { Fault } from './errors.js';
import { inflateFault } from './deflatecheck.js';

/**
 * Inflates a raw deflate stream, which must contain exactly the expected number of bytes.
 *
 * Uses no more memory than that, whatever the stream contains.
 */
export async function inflate(bytes, length) {
  const result = new Uint8Array(length);
  try {
    const isWhole = await fill(result, bytes);
    if (isWhole) return result;
  } catch (error) {
    // Browsers describe an invalid stream differently. The check below finds its fault.
    if (error instanceof Fault) throw error;
  }
  throw inflateFault(bytes, length);
}

async function fill(result, bytes) {
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return filled === result.length;
    if (filled + value.length > result.length) {
      await reader.cancel().catch(() => {});
      return false;
    }
    result.set(value, filled);
    filled += value.length;
  }
}
