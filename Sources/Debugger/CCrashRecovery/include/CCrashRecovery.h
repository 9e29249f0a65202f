#ifndef CCRASHRECOVERY_H
#define CCRASHRECOVERY_H

#include <stddef.h>
#include <stdint.h>

/// Coming back from a crash of the feature that is being run.
///
/// A Swift trap cannot be caught: when one comes, or the stack runs out, or somebody calls exit, this process executes itself
/// again, with the same arguments and with open files that say what was going on. C, because everything done in a signal handler
/// must be safe there: no allocation, no locks, no Swift runtime.

/// What the process that crashed left to the one that came back: descriptors, each -1 when there is none.
typedef struct {
  /// The journal, still open and locked.
  int journal;
  /// A text: signal, input, frames, then the memory map.
  int report;
  /// What the feature wrote to standard error while it ran last.
  int messages;
  /// What was read from standard input without being used yet.
  int unread;
} hindsight_crash_legacy;

/// Catches crashes from now on. `argv` must end with NULL; it is copied.
void hindsight_crash_install(int argc, char *const argv[]);

/// What the environment says was left by a process that crashed; takes it out of the environment. 0 when nothing was.
int hindsight_crash_take_legacy(hindsight_crash_legacy *legacy);

/// Names the open journal to come back from; -1 leaves crashes alone.
void hindsight_crash_set_journal(int descriptor);

/// Whether the process is still running recorded inputs again; a crash outside an input is final then, or it would come for ever.
void hindsight_crash_set_returning(int returning);

/// A reducer is about to see the journal's input with this number.
void hindsight_crash_enter(long input);

/// One more action of that input is about to be reduced.
void hindsight_crash_count_entry(void);

/// A copy of this process that shares nothing but open files, for finding out what would be reduced next: 0 in the copy, which
/// must leave by hindsight_copy_leave; its process number in the original; -1 when there can be none.
int hindsight_copy(int *reading_end);

/// Ends the copy, handing over a text.
void hindsight_copy_leave(const char *text, size_t count) __attribute__((noreturn));

/// Waits for the copy; the length of its text.
size_t hindsight_copy_text(int child, int reading_end, char *text, size_t capacity);

/// Ctrl-C was pressed, for the `count`th time since anybody answered. A step that goes on for a second after the first, or until the
/// second, is left by the same way as one that crashed. Safe in a signal handler.
void hindsight_crash_interrupted(int count);

/// Whether the feature runs without an input, since something came from outside.
void hindsight_crash_set_busy(int busy);

/// The feature is done with it.
void hindsight_crash_leave(void);

/// Where the script stands: which of the command line's scripts, the line, and whether a line failed before.
void hindsight_crash_set_place(long script, long line, int failed);

/// Keeps lines that are handed to the process that comes back, each beginning with "rest "; cut where they grow too long.
void hindsight_crash_set_rest(const char *lines);

/// Keeps a copy of what was read from standard input without being used.
void hindsight_crash_set_unread(const void *bytes, size_t count);

/// That only the last `count` bytes of the copy are still unused.
void hindsight_crash_trim_unread(size_t count);

/// An open file without a name that lives as long as a descriptor of it does; -1 when there can be none.
int hindsight_memory_file(void);

/// Runs the system's symbolizer on addresses of an object file; writes pairs of lines, function and file:line. Returns the length
/// of what was written, 0 when there is no symbolizer.
size_t hindsight_symbolize(const char *object, const uint64_t *addresses, int count, char *text, size_t capacity);

// MARK: Children

/// Numbers that this process and the children it starts from now on all see; NULL when there is no memory.
volatile long *hindsight_shared_numbers(size_t count);
void hindsight_set_number(volatile long *numbers, size_t index, long value);
long hindsight_number(volatile long *numbers, size_t index);

/// Starts a copy of this process that goes on here by itself: gives back its id, 0 in the copy, or -1.
///
/// Only for a process with one thread. The copy reads nothing, what it prints goes to `messages`, and it ends with this process.
/// `results` is the end to read from here, and the end to write to in the copy.
int hindsight_child_start(int *results, int *messages);

/// Ends a copy with what it found out.
_Noreturn void hindsight_child_leave(int results, const void *bytes, size_t count);

/// Waits until a copy ended: by a signal, or with a status.
void hindsight_child_wait(int child, int *signal, int *status);

#endif
