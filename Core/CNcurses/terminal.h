// What the parts of the library share.
#ifndef REPRISE_TERMINAL_H
#define REPRISE_TERMINAL_H

#include <stdbool.h>

// The terminal as it was is remembered, and given back by the handlers of signals.
bool rp_remember_terminal(int output);
void rp_remember_reset(void);
void rp_remember_terminal_reset(const char *text);
void rp_forget_terminal(void);

// Whether the screen is shown, so that the terminal must be given back.
void rp_set_shown(bool shown);
bool rp_is_shown(void);

// Crashes give the terminal back; the other signals go into a pipe.
void rp_install_handlers(void);
void rp_remove_handlers(void);
bool rp_open_pipe(void);
extern int rp_pipe[2];

// Standard output and error go to a file while the screen is shown.
bool rp_hold_back(int *screen);
void rp_release(void);

#endif
