// The functions of one digest alone are deprecated for those that look an algorithm up, and are the only ones that
// show the state of a digest, which two digests at once need.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/sha.h>
