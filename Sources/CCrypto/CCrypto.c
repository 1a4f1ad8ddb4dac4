#include "CCrypto.h"

#ifndef __APPLE__

#include "CLoading.h"

int ccrypto_load(
  const char *library, ccrypto_functions *functions, char *error, size_t capacity)
{
  static const char *const names[] = { CCRYPTO_FUNCTIONS(CLOADING_NAME) };
  _Static_assert(sizeof(*functions) == sizeof(names), "one address for each name");
  return cloading_load(
    library, names, sizeof(names) / sizeof(*names), (void **)functions, error, capacity);
}

#endif
