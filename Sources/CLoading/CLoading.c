#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>

static int refuse(char *error, size_t capacity) {
  const char *text = dlerror();
  snprintf(error, capacity, "%s", text ? text : "the loader gives no reason");
  return -1;
}

int cloading_load(
  const char *library, const char *const *names, size_t count, void **functions, char *error,
  size_t capacity)
{
  /* RTLD_NOW: an incomplete library fails here, and not in the middle of its work. */
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return refuse(error, capacity);

  for (size_t index = 0; index < count; index++) {
    functions[index] = dlsym(handle, names[index]);
    if (!functions[index]) {
      int result = refuse(error, capacity);
      dlclose(handle);
      return result;
    }
  }
  return 0;
}
