#define NCURSES_WIDECHAR 1
#define _GNU_SOURCE 1
#include <curses.h>
#include <string.h>
#include <term.h>

#include "terminal.h"

// Stores the sequence that restores the terminal, because signal handlers must not call terminfo.
void rp_remember_reset(void) {
  // Disables the mouse and bracketed paste.
  char reset[512] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l";
  const char *names[] = {"sgr0", "cnorm", "rmkx", "rmcup"};
  for (int i = 0; i < 4; i++) {
    const char *text = tigetstr(names[i]);
    if (text == NULL || text == (const char *)-1) continue;
    // Padding such as $<50> is only for printing terminals.
    for (const char *at = text; *at && strlen(reset) < sizeof reset - 2;) {
      if (at[0] == '$' && at[1] == '<') {
        while (*at && *at != '>') at++;
        if (*at) at++;
        continue;
      }
      strncat(reset, at, 1);
      at++;
    }
  }
  rp_remember_terminal_reset(reset);
}
