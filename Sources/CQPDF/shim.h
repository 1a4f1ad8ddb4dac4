#ifndef CQPDF_SHIM_H
#define CQPDF_SHIM_H

#include <qpdf/qpdf-c.h>

// The macros with a shift do not reach Swift.
enum {
  cqpdf_warnings = QPDF_WARNINGS,
  cqpdf_errors = QPDF_ERRORS,
};

// std::set_new_handler(void (*)()), whose name in C++ is this one. The library turns a lack of memory into one
// of its errors, and does not say that it was one; the handler runs before that.
void (*cqpdf_set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

#endif
