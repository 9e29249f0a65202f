#define _GNU_SOURCE
#include "CCrashRecovery.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

volatile long *hindsight_shared_numbers(size_t count) {
  void *memory = mmap(NULL, count * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void hindsight_set_number(volatile long *numbers, size_t index, long value) { numbers[index] = value; }
long hindsight_number(volatile long *numbers, size_t index) { return numbers[index]; }

int hindsight_child_start(int *results, int *messages) {
  int answer[2], said[2];
  if (pipe2(answer, O_CLOEXEC) != 0) return -1;
  if (pipe2(said, O_CLOEXEC) != 0) {
    close(answer[0]);
    close(answer[1]);
    return -1;
  }
  pid_t parent = getpid();
  int child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    static const int caught[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    for (size_t index = 0; index < sizeof caught / sizeof caught[0]; index++) signal(caught[index], SIG_DFL);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(said[1], STDOUT_FILENO);
    dup2(said[1], STDERR_FILENO);
    close(answer[0]);
    close(said[0]);
    *results = answer[1];
    return 0;
  }
  close(answer[1]);
  close(said[1]);
  if (child < 0) {
    close(answer[0]);
    close(said[0]);
    return -1;
  }
  *results = answer[0];
  *messages = said[0];
  return child;
}

void hindsight_child_leave(int results, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count) {
    ssize_t written = write(results, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(70);
    at += written;
    count -= written;
  }
  _exit(0);
}

void hindsight_child_wait(int child, int *signal, int *status) {
  int how = 0;
  while (waitpid(child, &how, 0) < 0 && errno == EINTR) {}
  *signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
  *status = WIFEXITED(how) ? WEXITSTATUS(how) : 0;
}
