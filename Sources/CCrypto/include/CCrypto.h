#ifndef CCRYPTO_H
#define CCRYPTO_H

/* Apple's systems have CryptoKit. */
#ifndef __APPLE__

/* The functions of one digest alone are deprecated for those that look an algorithm up, and are the only ones that
 * show the state of a digest, which two digests at once need. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/sha.h>
#include <stddef.h>

/* The functions of libcrypto that `Digests` uses. */
#define CCRYPTO_FUNCTIONS(use) \
  use(ERR_clear_error) \
  use(ERR_error_string_n) \
  use(ERR_peek_last_error) \
  use(EVP_DigestFinal_ex) \
  use(EVP_DigestInit_ex) \
  use(EVP_DigestSign) \
  use(EVP_DigestSignInit) \
  use(EVP_DigestUpdate) \
  use(EVP_DigestVerify) \
  use(EVP_DigestVerifyInit) \
  use(EVP_MD_CTX_free) \
  use(EVP_MD_CTX_new) \
  use(EVP_MD_fetch) \
  use(EVP_MD_get0_provider) \
  use(EVP_PKEY_free) \
  use(EVP_PKEY_get_raw_public_key) \
  use(EVP_PKEY_new_raw_private_key) \
  use(EVP_PKEY_new_raw_public_key) \
  use(OSSL_PROVIDER_get0_name) \
  use(SHA256_Final) \
  use(SHA256_Init) \
  use(SHA256_Update)

/* Pointers to them, found when the first digest begins.
 *
 * Nothing links libcrypto: it costs every start of a program a millisecond or two and more than a megabyte, also of
 * one that digests nothing. A direct call to it compiles and then fails to link, which is the wanted answer. */
typedef struct {
#define CCRYPTO_FIELD(name) __typeof__(&name) name;
  CCRYPTO_FUNCTIONS(CCRYPTO_FIELD)
#undef CCRYPTO_FIELD
} ccrypto_functions;

/* The library's name at run time: the version whose headers this was built with. */
#define CCRYPTO_TEXT(number) CCRYPTO_QUOTED(number)
#define CCRYPTO_QUOTED(number) #number
static const char ccrypto_library[] = "libcrypto.so." CCRYPTO_TEXT(OPENSSL_SHLIB_VERSION);

/* Loads `library` and fills `functions`. Returns 0, or -1 with the loader's text in `error`. */
int ccrypto_load(
  const char *library, ccrypto_functions *functions, char *error, size_t capacity);

#endif
#endif
