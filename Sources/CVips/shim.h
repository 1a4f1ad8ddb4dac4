#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <vips/vips.h>
#include <vips/vector.h>

// vips_call(3) is variadic, and the casts of GObject are macros: Swift has neither.

/// Opens the header of the first page. Nothing is decoded.
static inline int cvips_load(const char *loader, VipsSource *source, VipsImage **image) {
  return vips_call(loader, source, image,
    "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}

/// The same for `count` pages from `page` on, one below the other; -1 for all.
static inline int cvips_load_pages(
  const char *loader, VipsSource *source, VipsImage **image, int page, int count) {
  return vips_call(loader, source, image,
    "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED,
    "page", page, "n", count, NULL);
}

/// How an operation stands: -1 there is none of that name, 0 it may be used, 1 it is blocked.
static inline int cvips_is_blocked(const char *name) {
  GType type = vips_type_find("VipsOperation", name);
  if (type == 0) return -1;
  VipsOperationClass *class_ = VIPS_OPERATION_CLASS(g_type_class_ref(type));
  int blocked = (class_->flags & VIPS_OPERATION_BLOCKED) != 0;
  g_type_class_unref(class_);
  return blocked;
}

static inline VipsRegion *cvips_region(VipsImage *image) { return vips_region_new(image); }

static inline int cvips_prepare(VipsRegion *region, int top, int width, int height) {
  VipsRect area = { .left = 0, .top = top, .width = width, .height = height };
  return vips_region_prepare(region, &area);
}

static inline void cvips_release(void *object) { g_object_unref(object); }

static inline long cvips_bytes_of_pixel(VipsImage *image) {
  return (long)VIPS_IMAGE_SIZEOF_PEL(image);
}

/// Drops what GLib would write to standard error: it may hold content.
static inline void cvips_ignore_message(
  const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  (void)domain; (void)level; (void)message; (void)data;
}
static inline void cvips_silence(void) { g_log_set_default_handler(cvips_ignore_message, NULL); }

// std::set_new_handler(void (*)()), for the decoders that are written in C++.
void (*cvips_set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

#endif
