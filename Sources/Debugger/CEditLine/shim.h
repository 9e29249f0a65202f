#pragma once
#if !__has_include(<histedit.h>)
#error "libedit's header histedit.h is missing: install it with `apt-get install -y libedit-dev` (Debian, Ubuntu) or `brew install libedit`"
#else
#include <histedit.h>
#include <signal.h>
#include <string.h>

// Swift cannot call variadic C functions, so each use of el_set, el_get and history has its own function here.

typedef const char *(*edit_line_prompt)(EditLine *);
typedef unsigned char (*edit_line_command)(EditLine *, int);

static inline int edit_line_set_client_data(EditLine *editor, void *data) { return el_set(editor, EL_CLIENTDATA, data); }

static inline void *edit_line_client_data(EditLine *editor) {
  void *data = 0;
  el_get(editor, EL_CLIENTDATA, &data);
  return data;
}

static inline int edit_line_set_prompt(EditLine *editor, edit_line_prompt prompt, char escape) {
  return el_set(editor, EL_PROMPT_ESC, prompt, (int)escape);
}

static inline int edit_line_set_editor(EditLine *editor, const char *name) { return el_set(editor, EL_EDITOR, name); }

static inline const char *edit_line_editor(EditLine *editor) {
  const char *name = 0;
  el_get(editor, EL_EDITOR, &name);
  return name;
}

static inline int edit_line_set_terminal(EditLine *editor, const char *name) { return el_set(editor, EL_TERMINAL, name); }

static inline int edit_line_set_signal_handling(EditLine *editor, int on) { return el_set(editor, EL_SIGNAL, on); }

static inline int edit_line_set_reader(EditLine *editor, el_rfunc_t reader) { return el_set(editor, EL_GETCFN, reader); }

static inline int edit_line_set_history(EditLine *editor, History *entries) {
  return el_set(editor, EL_HIST, history, entries);
}

static inline int edit_line_add_command(EditLine *editor, const char *name, const char *help, edit_line_command command) {
  return el_set(editor, EL_ADDFN, name, help, command);
}

static inline int edit_line_bind(EditLine *editor, const char *key, const char *command) {
  return el_set(editor, EL_BIND, key, command, (char *)0);
}

// The alternative key map: vi's command mode.
static inline int edit_line_bind_alternative(EditLine *editor, const char *key, const char *command) {
  return el_set(editor, EL_BIND, "-a", key, command, (char *)0);
}

static inline int edit_line_set_capability(EditLine *editor, const char *name, const char *sequence) {
  return el_set(editor, EL_SETTC, name, sequence, (char *)0);
}

static inline int edit_line_refresh(EditLine *editor) { return el_set(editor, EL_REFRESH); }

static inline int edit_line_prepare_terminal(EditLine *editor, int raw) { return el_set(editor, EL_PREP_TERM, raw); }

static inline int edit_line_set_error_stream(EditLine *editor, FILE *stream) { return el_set(editor, EL_SETFP, 2, stream); }

static inline int edit_line_history_set_size(History *entries, int size) {
  HistEvent event;
  return history(entries, &event, H_SETSIZE, size);
}

static inline int edit_line_history_append(History *entries, const char *line) {
  HistEvent event;
  return history(entries, &event, H_ENTER, line);
}

static inline int edit_line_history_clear(History *entries) {
  HistEvent event;
  return history(entries, &event, H_CLEAR);
}

// sigaction's handler is a union member that is named differently on each platform. Without SA_RESTART, so that a blocked
// read or poll returns.
static inline int edit_line_on_signal(int number, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, previous);
}
#endif
