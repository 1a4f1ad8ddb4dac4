// System calls by which the process that opens hostile content gives up what it does not need, and talks to its
// client. Each function sets errno as the call that it makes.
#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdint.h>
#include <sys/types.h>

/// The exit status of a process that has no memory left.
enum { cconfinement_out_of_memory = 86 };

/// Ends the process with that status at once. For std::set_new_handler.
void cconfinement_end_without_memory(void);

/// setrlimit(2): bytes of address space, seconds of processor time, open descriptors, and no core.
int cconfinement_set_limits(uint64_t address_space, uint64_t processor_seconds, uint64_t descriptors);

/// setrlimit(2): no file may be written.
int cconfinement_forbid_files(void);

/// prctl(2): nothing that is started gains rights, and nobody may look into the process.
int cconfinement_renounce_rights(void);

/// seccomp(2): allows all threads only what parsing needs, and writing to `output` alone. What is refused
/// fails with EPERM or EACCES.
int cconfinement_filter_calls(int output);

/// setitimer(2): ends the process by SIGALRM after that time; zero takes it back.
int cconfinement_set_alarm(uint64_t milliseconds);

/// recvmsg(2): reads at most `count` bytes, and a descriptor that came with them; `*descriptor` is -1 where
/// none came.
ssize_t cconfinement_receive(int socket, void *bytes, size_t count, int *descriptor);

#endif
