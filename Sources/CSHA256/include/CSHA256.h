// SHA-256 (FIPS 180-4) of two messages at once, by the processor's own instructions.
//
// Each of these instructions waits for the one before it, so that a single message leaves half of the processor
// idle. Nothing but whole blocks: padding and lengths, and everything about a single message, are libcrypto's.
#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has the instructions; `csha256_compress_two` may only be called where it has.
int csha256_has_instructions(void);

/// Adds `blocks` blocks of 64 bytes each from `first` and `second` to the states of two digests: eight words each,
/// as in FIPS 180-4, which must not be the same. The bytes may lie anywhere, and may overlap.
void csha256_compress_two(
  uint32_t first_state[8], const uint8_t *first,
  uint32_t second_state[8], const uint8_t *second, size_t blocks);

#endif
