#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

int csha256_has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

// The round constants of FIPS 180-4, 4.2.2.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define WITH_SHA __attribute__((target("sha,sse4.1,ssse3"), always_inline)) static inline

// The instructions keep the eight words as two registers, A B E F and C D G H, the first in the highest place.
typedef struct {
  __m128i abef, cdgh;
} halves;

WITH_SHA halves load_state(const uint32_t state[8]) {
  __m128i dcba = _mm_loadu_si128((const __m128i *)state);
  __m128i hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  halves result = {_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xF0)};
  return result;
}

WITH_SHA void store_state(uint32_t state[8], halves from) {
  __m128i feba = _mm_shuffle_epi32(from.abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(from.cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

WITH_SHA __m128i load_words(const uint8_t *bytes) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes), big_endian);
}

// Four rounds with the message words `w`.
WITH_SHA void four_rounds(halves *state, __m128i w, int step) {
  __m128i sum = _mm_add_epi32(w, _mm_load_si128((const __m128i *)constants + step));
  state->cdgh = _mm_sha256rnds2_epu32(state->cdgh, state->abef, sum);
  state->abef = _mm_sha256rnds2_epu32(state->abef, state->cdgh, _mm_shuffle_epi32(sum, 0x0E));
}

// The four words after those of `w`, whose place the oldest gives up.
WITH_SHA void extend_words(__m128i w[4], int step) {
  __m128i last = w[(step + 3) & 3];
  __m128i sum = _mm_add_epi32(
    _mm_sha256msg1_epu32(w[step & 3], w[(step + 1) & 3]),
    _mm_alignr_epi8(last, w[(step + 2) & 3], 4));
  w[step & 3] = _mm_sha256msg2_epu32(sum, last);
}

__attribute__((target("sha,sse4.1,ssse3"))) void csha256_compress_two(
  uint32_t first_state[8], const uint8_t *first,
  uint32_t second_state[8], const uint8_t *second, size_t blocks) {
  halves a = load_state(first_state), b = load_state(second_state);
  for (; blocks > 0; blocks--, first += 64, second += 64) {
    halves a_before = a, b_before = b;
    __m128i v[4], w[4];
#pragma clang loop unroll(full)
    for (int step = 0; step < 16; step++) {
      if (step < 4) {
        v[step] = load_words(first + 16 * step);
        w[step] = load_words(second + 16 * step);
      } else {
        extend_words(v, step);
        extend_words(w, step);
      }
      four_rounds(&a, v[step & 3], step);
      four_rounds(&b, w[step & 3], step);
    }
    a.abef = _mm_add_epi32(a.abef, a_before.abef);
    a.cdgh = _mm_add_epi32(a.cdgh, a_before.cdgh);
    b.abef = _mm_add_epi32(b.abef, b_before.abef);
    b.cdgh = _mm_add_epi32(b.cdgh, b_before.cdgh);
  }
  store_state(first_state, a);
  store_state(second_state, b);
}
#else
int csha256_has_instructions(void) { return 0; }

void csha256_compress_two(
  uint32_t first_state[8], const uint8_t *first,
  uint32_t second_state[8], const uint8_t *second, size_t blocks) {
  (void)first_state, (void)first, (void)second_state, (void)second, (void)blocks;
}
#endif
