#include "CArchive.h"

#include "CLoading.h"

int carchive_load(
  const char *library, carchive_functions *functions, char *error, size_t capacity)
{
  static const char *const names[] = { CARCHIVE_FUNCTIONS(CLOADING_NAME) };
  _Static_assert(sizeof(*functions) == sizeof(names), "one address for each name");
  return cloading_load(
    library, names, sizeof(names) / sizeof(*names), (void **)functions, error, capacity);
}
