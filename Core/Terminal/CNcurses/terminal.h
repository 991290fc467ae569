// Functions shared by the parts of the library.
#ifndef REPRISE_TERMINAL_H
#define REPRISE_TERMINAL_H

#include <stdbool.h>

// Save the state of the terminal, for signal handlers to restore.
bool rp_remember_terminal(int output);
void rp_remember_reset(void);
void rp_remember_terminal_reset(const char *text);
void rp_forget_terminal(void);

// Whether the screen is shown. If it is, the terminal must be restored.
void rp_set_shown(bool shown);
bool rp_is_shown(void);

// Crash handlers restore the terminal. Other signals are written to a pipe.
void rp_install_handlers(void);
void rp_remove_handlers(void);
bool rp_open_pipe(void);
extern int rp_pipe[2];

// Capture standard output and error in a file while the screen is shown.
bool rp_capture_output(int *screen);
void rp_release_output(void);

#endif
