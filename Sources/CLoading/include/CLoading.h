#ifndef CLOADING_H
#define CLOADING_H

#include <stddef.h>

/* The name of a function as a text, for the table of names of a list such as CARCHIVE_FUNCTIONS. */
#define CLOADING_NAME(name) #name,

/* Loads `library`, and puts the addresses of the functions called `names` into `functions`, in their order.
 * Returns 0, or -1 with the loader's text in `error`. The library stays loaded: what it pulls in is not made to be
 * unloaded. */
int cloading_load(
  const char *library, const char *const *names, size_t count, void **functions, char *error,
  size_t capacity);

#endif
