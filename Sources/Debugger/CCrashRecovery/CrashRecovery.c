#define _GNU_SOURCE
#include "CCrashRecovery.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <ucontext.h>
#include <unistd.h>

extern char **environ;

#define VARIABLE "HINDSIGHT_RETURNING"

// Everything the handler reads is written by the one thread that drives the session, before the feature runs.
static char **saved_arguments;
static char **saved_environment;
static char returning_variable[96];
static volatile int journal = -1;
static volatile int returning = 0;
static volatile long current_input = -1;
static volatile long entries = 0;
static volatile long script = 0, script_line = 0;
static volatile int script_failed = 0;
static char rest_lines[8192];
static volatile size_t rest_length = 0;
static char *unread;
static size_t unread_capacity, unread_count;
static volatile size_t unread_left = 0;
static int messages = -1, real_error = -1;
static volatile sig_atomic_t handling = 0;
static volatile sig_atomic_t is_busy = 0, is_armed = 0;
static struct termios terminal_modes;
static int has_terminal = 0;
static uintptr_t stack_low, stack_high;

static const int caught[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
#define CAUGHT_COUNT (sizeof caught / sizeof caught[0])

int hindsight_memory_file(void) { return memfd_create("hindsight", MFD_CLOEXEC); }

// MARK: Text, without the C library's help

static size_t put_text(char *at, const char *text) {
  size_t length = 0;
  while (text[length]) { at[length] = text[length]; length++; }
  return length;
}

static size_t put_number(char *at, long number) {
  char digits[24];
  size_t count = 0, length = 0;
  unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
  do { digits[count++] = '0' + rest % 10; rest /= 10; } while (rest);
  if (number < 0) at[length++] = '-';
  while (count) at[length++] = digits[--count];
  return length;
}

static size_t put_address(char *at, uintptr_t address) {
  static const char digits[] = "0123456789abcdef";
  for (int nibble = 15; nibble >= 0; nibble--) at[15 - nibble] = digits[(address >> (4 * nibble)) & 15];
  return 16;
}

static int write_all(int descriptor, const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    count -= written;
  }
  return 1;
}

static void write_field(int descriptor, const char *name, long value) {
  char line[64];
  size_t length = put_text(line, name);
  line[length++] = ' ';
  length += put_number(line + length, value);
  line[length++] = '\n';
  write_all(descriptor, line, length);
}

static void write_frame(int descriptor, uintptr_t address) {
  char line[32];
  size_t length = put_text(line, "frame ");
  length += put_address(line + length, address);
  line[length++] = '\n';
  write_all(descriptor, line, length);
}

// MARK: Coming back

/// The program counter and the chain of frames above it, as far as it stays inside the main thread's stack.
static void write_frames(int descriptor, uintptr_t counter, uintptr_t frame) {
  if (counter) write_frame(descriptor, counter);
  for (int depth = 0; depth < 48; depth++) {
    if (frame < stack_low || frame + 16 > stack_high || frame % 8) return;
    uintptr_t next = ((uintptr_t *)frame)[0], address = ((uintptr_t *)frame)[1];
    // A return address is the instruction after the call.
    if (address) write_frame(descriptor, address - 1);
    if (next <= frame) return;
    frame = next;
  }
}

/// The frames above one that came here through the C library, which keeps no chain. Warmed up at installation, since its first call
/// loads a library.
static void write_unwound_frames(int descriptor) {
  void *addresses[48];
  int count = backtrace(addresses, 48);
  for (int index = 0; index < count; index++) write_frame(descriptor, (uintptr_t)addresses[index] - 1);
}

static void write_maps(int descriptor) {
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return;
  char buffer[4096];
  write_all(descriptor, "maps\n", 5);
  while (1) {
    ssize_t count = read(maps, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    write_all(descriptor, buffer, count);
  }
  close(maps);
}

static void keep(int descriptor) {
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, 0);
}

/// Executes this program again; returns only when that is impossible.
static void come_back(int signal, long status, uintptr_t counter, uintptr_t frame) {
  if (real_error >= 0) dup2(real_error, STDERR_FILENO);
  // A line may have been edited when something from outside crashed.
  if (has_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &terminal_modes);
  int report = hindsight_memory_file();
  if (report < 0) return;
  write_field(report, "signal", signal);
  write_field(report, "status", status);
  write_field(report, "input", current_input);
  write_field(report, "entries", entries);
  write_field(report, "script", script);
  write_field(report, "line", script_line);
  write_field(report, "failed", script_failed);
  if (rest_length) write_all(report, rest_lines, rest_length);
  if (signal == 0 || signal == SIGABRT) {
    write_unwound_frames(report);
  } else {
    write_frames(report, counter, frame);
  }
  write_maps(report);
  int rest = -1;
  if (unread_left) {
    rest = hindsight_memory_file();
    if (rest < 0 || !write_all(rest, unread + (unread_count - unread_left), unread_left)) return;
  }
  size_t length = put_text(returning_variable, VARIABLE "=");
  length += put_number(returning_variable + length, journal);
  returning_variable[length++] = ',';
  length += put_number(returning_variable + length, report);
  returning_variable[length++] = ',';
  length += put_number(returning_variable + length, messages);
  returning_variable[length++] = ',';
  length += put_number(returning_variable + length, rest);
  returning_variable[length] = 0;
  keep(journal);
  keep(report);
  keep(messages);
  keep(rest);
  // The mask is inherited: a signal that stays blocked would kill the next process at its next crash.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve("/proc/self/exe", saved_arguments, saved_environment);
}

/// Comes back from where a signal interrupted the program.
static void come_back_from(int signal, void *context) {
  uintptr_t counter = 0, frame = 0;
#if defined(__x86_64__)
  counter = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  frame = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  counter = ((ucontext_t *)context)->uc_mcontext.pc;
  frame = ((ucontext_t *)context)->uc_mcontext.regs[29];
#endif
  come_back(signal, 0, counter, frame);
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)info;
  int may_return = journal >= 0 && !(returning && current_input < 0);
  if (!handling && may_return) {
    handling = 1;
    come_back_from(signal, context);
  }
  // No way back: end as the system would have ended us.
  if (real_error >= 0) dup2(real_error, STDERR_FILENO);
  struct sigaction fallback = {.sa_handler = SIG_DFL};
  sigaction(signal, &fallback, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
}

/// Time is up for a step that went on after Ctrl-C.
static void gave_up(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  if (handling || journal < 0 || returning || (current_input < 0 && !is_busy)) return;
  handling = 1;
  // Until somebody catches it again, one more Ctrl-C would end the next process. What is ignored stays so when it is executed.
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGINT, &ignore, &before);
  come_back_from(SIGINT, context);
  sigaction(SIGINT, &before, NULL);
  handling = 0;
}

void hindsight_crash_interrupted(int count) {
  if (handling || journal < 0 || returning || (current_input < 0 && !is_busy)) return;
  if (count > 1) {
    // Blocked while another handler runs on this thread, else it comes at once.
    raise(SIGALRM);
  } else {
    is_armed = 1;
    alarm(1);
  }
}

void hindsight_crash_set_busy(int value) {
  is_busy = value;
  if (!value && is_armed) {
    is_armed = 0;
    alarm(0);
  }
}

static void exited(int status, void *unused) {
  (void)unused;
  if (current_input < 0 || journal < 0 || handling) return;
  handling = 1;
  come_back(0, status, 0, 0);
}

void hindsight_crash_install(int argc, char *const argv[]) {
  if (saved_arguments) return;
  saved_arguments = calloc((size_t)argc + 1, sizeof *saved_arguments);
  size_t count = 0;
  while (environ[count]) count++;
  saved_environment = calloc(count + 2, sizeof *saved_environment);
  if (!saved_arguments || !saved_environment) return;
  for (int index = 0; index < argc; index++) saved_arguments[index] = strdup(argv[index]);
  size_t kept = 0;
  for (size_t index = 0; index < count; index++) {
    if (strncmp(environ[index], VARIABLE "=", sizeof VARIABLE) != 0) saved_environment[kept++] = strdup(environ[index]);
  }
  saved_environment[kept] = returning_variable;

  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
      stack_low = (uintptr_t)low;
      stack_high = stack_low + size;
    }
    pthread_attr_destroy(&attributes);
  }
  void *warm[2];
  backtrace(warm, 2);
  messages = hindsight_memory_file();
  real_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);

  // A stack that ran out has no room for a handler.
  static char alternate[64 * 1024];
  stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (size_t index = 0; index < CAUGHT_COUNT; index++) sigaction(caught[index], &action, NULL);
  struct sigaction giving_up = {.sa_sigaction = gave_up, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&giving_up.sa_mask);
  sigaction(SIGALRM, &giving_up, NULL);
  has_terminal = tcgetattr(STDIN_FILENO, &terminal_modes) == 0;
  on_exit(exited, NULL);
}

int hindsight_crash_take_legacy(hindsight_crash_legacy *legacy) {
  const char *text = getenv(VARIABLE);
  if (!text) return 0;
  int found = sscanf(text, "%d,%d,%d,%d", &legacy->journal, &legacy->report, &legacy->messages, &legacy->unread) == 4;
  unsetenv(VARIABLE);
  if (!found) return 0;
  int descriptors[] = {legacy->journal, legacy->report, legacy->messages, legacy->unread};
  for (int index = 0; index < 4; index++) {
    if (descriptors[index] < 0) continue;
    // Somebody else's variable of this name must not make us read or close what is not ours.
    if (descriptors[index] <= STDERR_FILENO || fcntl(descriptors[index], F_SETFD, FD_CLOEXEC) != 0) return 0;
  }
  return legacy->journal >= 0 && legacy->report >= 0;
}

// MARK: What is going on

void hindsight_crash_set_journal(int descriptor) { journal = descriptor; }
void hindsight_crash_set_returning(int value) { returning = value; }

void hindsight_crash_enter(long input) {
  if (!saved_arguments) return;
  current_input = input;
  entries = 0;
  if (messages >= 0 && real_error >= 0) dup2(messages, STDERR_FILENO);
}

void hindsight_crash_count_entry(void) { entries++; }

void hindsight_crash_leave(void) {
  if (!saved_arguments) return;
  current_input = -1;
  if (is_armed) {
    is_armed = 0;
    alarm(0);
  }
  if (messages < 0 || real_error < 0) return;
  dup2(real_error, STDERR_FILENO);
  off_t length = lseek(messages, 0, SEEK_CUR);
  if (length <= 0) return;
  // What the feature wrote was held back only so that a crash could be told with its message.
  char buffer[4096];
  off_t at = 0;
  while (at < length) {
    ssize_t count = pread(messages, buffer, sizeof buffer, at);
    if (count <= 0 || !write_all(STDERR_FILENO, buffer, count)) break;
    at += count;
  }
  if (ftruncate(messages, 0) == 0) lseek(messages, 0, SEEK_SET);
}

void hindsight_crash_set_place(long number, long line, int failed) {
  script = number;
  script_line = line;
  script_failed = failed;
}

void hindsight_crash_set_rest(const char *lines) {
  rest_length = 0;
  size_t length = strlen(lines);
  if (length >= sizeof rest_lines) {
    // Only whole lines, and the last of them cut: a long rest is named by its beginning.
    length = sizeof rest_lines - 1;
    memcpy(rest_lines, lines, length);
    rest_lines[length++] = '\n';
  } else {
    memcpy(rest_lines, lines, length);
  }
  rest_length = length;
}

void hindsight_crash_set_unread(const void *bytes, size_t count) {
  unread_left = 0;
  if (count > unread_capacity) {
    char *larger = realloc(unread, count);
    if (!larger) return;
    unread = larger;
    unread_capacity = count;
  }
  if (count) memcpy(unread, bytes, count);
  unread_count = count;
  unread_left = count;
}

void hindsight_crash_trim_unread(size_t count) {
  if (count <= unread_count) unread_left = count;
}

// MARK: A copy that looks ahead

static int copy_writing_end = -1;

int hindsight_copy(int *reading_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  int child = fork();
  if (child == 0) {
    close(ends[0]);
    copy_writing_end = ends[1];
    journal = -1;
    // What the feature writes was written once.
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    real_error = -1;
    for (size_t index = 0; index < CAUGHT_COUNT; index++) signal(caught[index], SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm(5);
    return 0;
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return -1;
  }
  *reading_end = ends[0];
  return child;
}

void hindsight_copy_leave(const char *text, size_t count) {
  write_all(copy_writing_end, text, count);
  _exit(0);
}

size_t hindsight_copy_text(int child, int reading_end, char *text, size_t capacity) {
  size_t length = 0;
  while (length < capacity) {
    ssize_t got = read(reading_end, text + length, capacity - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += got;
  }
  close(reading_end);
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return length;
}

// MARK: Symbols

size_t hindsight_symbolize(const char *object, const uint64_t *addresses, int count, char *text, size_t capacity) {
  static const char *const tools[] = {"llvm-symbolizer", "addr2line"};
  for (int tool = 0; tool < 2; tool++) {
    char *arguments[80];
    char numbers[64][20];
    int at = 0;
    arguments[at++] = (char *)tools[tool];
    if (tool == 0) {
      arguments[at++] = "--output-style=GNU";
      arguments[at++] = "--no-inlines";
    }
    arguments[at++] = "-f";
    arguments[at++] = "-e";
    arguments[at++] = (char *)object;
    for (int index = 0; index < count && index < 64; index++) {
      snprintf(numbers[index], sizeof numbers[index], "0x%llx", (unsigned long long)addresses[index]);
      arguments[at++] = numbers[index];
    }
    arguments[at] = NULL;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int failure = posix_spawnp(&child, tools[tool], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    size_t length = 0;
    if (!failure) {
      while (length < capacity) {
        ssize_t got = read(ends[0], text + length, capacity - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += got;
      }
    }
    close(ends[0]);
    if (failure) continue;
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return length;
  }
  return 0;
}
