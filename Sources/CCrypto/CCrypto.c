#include "CCrypto.h"

#ifndef __APPLE__

#include <dlfcn.h>
#include <stdio.h>

static int refuse(char *error, size_t capacity) {
  const char *text = dlerror();
  snprintf(error, capacity, "%s", text ? text : "the loader gives no reason");
  return -1;
}

int ccrypto_load(
  const char *library, ccrypto_functions *functions, char *error, size_t capacity)
{
  /* RTLD_NOW: an incomplete library fails here, and not in the middle of a digest. */
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return refuse(error, capacity);

#define CCRYPTO_FIND(name) \
  functions->name = (__typeof__(functions->name))dlsym(handle, #name); \
  if (!functions->name) { \
    int result = refuse(error, capacity); \
    dlclose(handle); \
    return result; \
  }
  CCRYPTO_FUNCTIONS(CCRYPTO_FIND)
#undef CCRYPTO_FIND
  return 0;
}

#endif
