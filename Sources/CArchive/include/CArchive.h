#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <stddef.h>

/* The functions of libarchive that `Archives` uses. */
#define CARCHIVE_FUNCTIONS(use) \
  use(archive_errno) \
  use(archive_error_string) \
  use(archive_version_string) \
  use(archive_entry_new) \
  use(archive_entry_free) \
  use(archive_entry_clear) \
  use(archive_entry_set_pathname) \
  use(archive_entry_set_filetype) \
  use(archive_entry_set_perm) \
  use(archive_entry_set_size) \
  use(archive_entry_set_mtime) \
  use(archive_entry_set_uid) \
  use(archive_entry_set_gid) \
  use(archive_write_new) \
  use(archive_write_set_bytes_per_block) \
  use(archive_write_set_bytes_in_last_block) \
  use(archive_write_set_format_zip) \
  use(archive_write_set_format_pax_restricted) \
  use(archive_write_add_filter_none) \
  use(archive_write_add_filter_zstd) \
  use(archive_write_set_format_option) \
  use(archive_write_set_filter_option) \
  use(archive_write_zip_set_compression_store) \
  use(archive_write_zip_set_compression_deflate) \
  use(archive_write_open) \
  use(archive_write_header) \
  use(archive_write_data) \
  use(archive_write_finish_entry) \
  use(archive_write_close) \
  use(archive_write_fail) \
  use(archive_write_free) \
  use(archive_entry_pathname) \
  use(archive_entry_filetype) \
  use(archive_entry_perm) \
  use(archive_entry_size) \
  use(archive_entry_size_is_set) \
  use(archive_entry_mtime_is_set) \
  use(archive_entry_mtime) \
  use(archive_entry_mtime_nsec) \
  use(archive_entry_hardlink) \
  use(archive_entry_symlink) \
  use(archive_entry_is_encrypted) \
  use(archive_entry_sparse_count) \
  use(archive_read_new) \
  use(archive_read_support_filter_zstd) \
  use(archive_read_support_format_raw) \
  use(archive_read_support_format_tar) \
  use(archive_read_support_format_zip_seekable) \
  use(archive_read_set_read_callback) \
  use(archive_read_set_seek_callback) \
  use(archive_read_set_skip_callback) \
  use(archive_read_set_callback_data) \
  use(archive_read_open1) \
  use(archive_read_next_header2) \
  use(archive_read_data) \
  use(archive_read_free) \
  use(archive_format) \
  use(archive_filter_code) \
  use(archive_read_data_block)

/* Pointers to them, found when the first archive is made.
 *
 * Nothing links libarchive: with libxml2 and ICU behind it, it costs every start of a program
 * milliseconds and megabytes, also of one that never makes an archive. A direct call to libarchive
 * compiles and then fails to link, which is the wanted answer. */
typedef struct {
#define CARCHIVE_FIELD(name) __typeof__(&name) name;
  CARCHIVE_FUNCTIONS(CARCHIVE_FIELD)
#undef CARCHIVE_FIELD
} carchive_functions;

/* The file types as constants: the macros of archive_entry.h do not reach Swift. */
enum {
  carchive_regular_file = 0100000,
  carchive_directory = 0040000,
  carchive_symbolic_link = 0120000,
};

/* The library's name at run time. */
#ifdef __APPLE__
#define CARCHIVE_LIBRARY "/usr/lib/libarchive.2.dylib"
#else
#define CARCHIVE_LIBRARY "libarchive.so.13"
#endif

/* Loads `library` and fills `functions`. Returns 0, or -1 with the loader's text in `error`. */
int carchive_load(
  const char *library, carchive_functions *functions, char *error, size_t capacity);

#endif
