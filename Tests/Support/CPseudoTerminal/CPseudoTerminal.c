#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#if defined(__APPLE__)
#include <util.h>
#include <xlocale.h>
#else
#include <pty.h>
#endif

pid_t pseudo_terminal_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                            unsigned short columns, unsigned short rows, int *descriptor) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = columns;
  size.ws_row = rows;
  int limit = (int)sysconf(_SC_OPEN_MAX);
  if (limit < 0 || limit > 65536) limit = 65536;
  pid_t process = forkpty(descriptor, NULL, NULL, &size);
  if (process != 0) {
    if (process > 0) fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
    return process;
  }
  // Only async-signal-safe calls from here on: the parent may have many threads.
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // The controlling end of another test's terminal, inherited here, would keep that terminal from hanging up.
  for (int other = 3; other < limit; other++) close(other);
  if (folder != NULL && chdir(folder) != 0) _exit(126);
  execve(path, arguments, environment);
  _exit(127);
}

int pseudo_terminal_resize(int descriptor, unsigned short columns, unsigned short rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = columns;
  size.ws_row = rows;
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int pseudo_terminal_width(uint32_t scalar) {
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) return scalar < 0x80 ? 1 : -1;
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(before);
  freelocale(utf8);
  return width;
}

int pseudo_terminal_wait(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int pseudo_terminal_has_ended(pid_t process) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  return waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_pid == process;
}
