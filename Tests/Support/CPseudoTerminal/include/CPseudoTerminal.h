#pragma once
#include <stdint.h>
#include <sys/types.h>

// Starts a program on a new pseudo-terminal of its own session, so that Ctrl-C and window sizes work as for a person.
// `arguments` and `environment` end with a null pointer. Returns the process id with the controlling end in `descriptor`,
// or -1 with errno set.
pid_t pseudo_terminal_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                            unsigned short columns, unsigned short rows, int *descriptor);

// Changes the size of the window; the program gets SIGWINCH.
int pseudo_terminal_resize(int descriptor, unsigned short columns, unsigned short rows);

// The columns a UTF-8 terminal gives one scalar, by the C library's tables; -1 for what is not drawn.
int pseudo_terminal_width(uint32_t scalar);

// Waits for the process. Its exit code, or 128 plus the signal that ended it; -1 with errno set.
int pseudo_terminal_wait(pid_t process);

// Whether the process has ended; it can still be waited for.
int pseudo_terminal_has_ended(pid_t process);
