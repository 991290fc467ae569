// Swift has no intrinsic that creates a bit mask from the bytes of a vector.

#ifndef BYTE_MASKS_H
#define BYTE_MASKS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

static inline __m128i same_bytes_of_16(const char *one, const char *other) {
  return _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)one),
                        _mm_loadu_si128((const __m128i *)other));
}
#endif

/// Compares 64 bytes. Bit n of the result is set if byte n differs.
static inline uint64_t differing_bytes_of_64(const void *one, const void *other) {
  const char *a = one, *b = other;
#if defined(__SSE2__)
  __m128i same0 = same_bytes_of_16(a, b), same1 = same_bytes_of_16(a + 16, b + 16);
  __m128i same2 = same_bytes_of_16(a + 32, b + 32), same3 = same_bytes_of_16(a + 48, b + 48);
  __m128i same = _mm_and_si128(_mm_and_si128(same0, same1), _mm_and_si128(same2, same3));
  // Usually all bytes are equal.
  if (_mm_movemask_epi8(same) == 0xffff) return 0;
  return ~((uint64_t)_mm_movemask_epi8(same0) | (uint64_t)_mm_movemask_epi8(same1) << 16 |
           (uint64_t)_mm_movemask_epi8(same2) << 32 | (uint64_t)_mm_movemask_epi8(same3) << 48);
#else
  uint64_t mask = 0;
  if (memcmp(a, b, 64) == 0) return 0;
  for (int byte = 0; byte < 64; byte++) mask |= (uint64_t)(a[byte] != b[byte]) << byte;
  return mask;
#endif
}

#endif
