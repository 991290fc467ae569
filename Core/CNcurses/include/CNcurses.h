// The part of ncurses that the shell uses, without the macros that Swift cannot import, and the
// work that must be done in a signal handler, where no Swift may run.
#ifndef REPRISE_CNCURSES_H
#define REPRISE_CNCURSES_H

#include <stdbool.h>
#include <stdint.h>

// What a key, or what else comes from the terminal, is.
enum {
  rp_event_none = 0,
  rp_event_character = 1,  // value: a Unicode scalar
  rp_event_key = 2,        // value: one of rp_key_…
  rp_event_click = 3,      // column, row
  rp_event_wheel = 4,      // value: -1 up, 1 down
  rp_event_paste_begin = 5,
  rp_event_paste_end = 6,
  rp_event_other = 7,      // nothing that anybody asked about
};

enum {
  rp_key_up = 1, rp_key_down, rp_key_left, rp_key_right, rp_key_home, rp_key_end,
  rp_key_page_up, rp_key_page_down, rp_key_enter, rp_key_backspace, rp_key_delete,
  rp_key_insert, rp_key_back_tab,
  rp_key_function = 100,  // 100 + n: the function key n
  rp_key_other = 1000,    // 1000 + n: a key of ncurses that has no name here
};

typedef struct {
  int32_t kind;
  int32_t value;
  int32_t column;
  int32_t row;
} rp_event;

enum {
  rp_bold = 1,
  rp_dim = 2,
  rp_reverse = 4,
  rp_underline = 8,
};

// Opens the terminal that is the standard input and output; what anything else writes to the
// standard output and standard error is held back until rp_stop. Returns false, and leaves the
// terminal as it was, if ncurses does not know it.
bool rp_start(bool with_color);

// Gives the terminal back, and what was held back.
void rp_stop(void);

// The same as far as it may be done in a signal handler and on any thread; once.
void rp_restore(void);

// Has a crash give the terminal back even if this thread's stack has overflowed.
void rp_guard_stack(void);

// Lets other programs have the terminal, and takes it back.
void rp_suspend(void);
void rp_resume(void);

// Whether this may use the terminal: a job of the background may not.
bool rp_is_in_foreground(void);

// Asks how large the terminal is, and takes it as the size.
void rp_size(int32_t *columns, int32_t *rows);

// Writes one character, of scalars that join each other, in a cell.
void rp_put(int32_t column, int32_t row, const uint32_t *scalars, int32_t count,
            int32_t attributes, int32_t color);

// How many columns ncurses gives a scalar.
int32_t rp_width(uint32_t scalar);

// Sends what was written; the cursor is shown at a place, or hidden if the column is below zero.
void rp_refresh(int32_t cursor_column, int32_t cursor_row);

// Forgets what is on the screen, so that all of it is sent again.
void rp_redraw(void);

// The next event; it is waited for no longer than so many milliseconds.
rp_event rp_next_event(int32_t milliseconds);

// Reads on in a paste of which no more is wanted, up to a mebibyte, and returns how many bytes were
// left out. It ends at the terminal's mark or, if there is none, at a pause; then `ended` is true.
int64_t rp_skip_paste(bool is_marked, int32_t milliseconds, bool *ended);

// Waits until there is something to read (1), the signal pipe has something (2), both (3), or the
// input has ended (4).
int32_t rp_wait(void);

// Makes rp_wait return, from any thread.
void rp_wake(void);

// The next signal that came: SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, or 0 for a wake-up; -1 for none.
int32_t rp_next_signal(void);

#endif
