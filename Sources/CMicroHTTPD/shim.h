#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>

// How these reach Swift depends on attributes that differ by version of the library.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;
static const enum MHD_ValueKind cmicrohttpd_header = MHD_HEADER_KIND;
static const enum MHD_ValueKind cmicrohttpd_argument = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ResponseMemoryMode cmicrohttpd_copy = MHD_RESPMEM_MUST_COPY;
static const enum MHD_RequestTerminationCode cmicrohttpd_completed = MHD_REQUEST_TERMINATED_COMPLETED_OK;

// Options of the library are variadic arguments, which Swift cannot pass. One thread serves all connections of
// `socket`, which the library closes. By poll(2): with epoll(7), version 0.9.75 does not notice that a client has
// gone whose last bytes it has just read, until the connection times out.
static inline struct MHD_Daemon *cmicrohttpd_start(
  int socket, unsigned connections, size_t memory, unsigned seconds,
  MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed, void *context)
{
  return MHD_start_daemon(
    MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, context,
    MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket,
    MHD_OPTION_CONNECTION_LIMIT, connections,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
    MHD_OPTION_CONNECTION_MEMORY_INCREMENT, memory / 2,
    MHD_OPTION_CONNECTION_TIMEOUT, seconds,
    MHD_OPTION_NOTIFY_COMPLETED, completed, context,
    MHD_OPTION_END);
}

#endif
