// The part of ncurses that the shell uses, without macros that Swift cannot import. Also contains
// the signal handlers, which must not run Swift code.
#ifndef REPRISE_CNCURSES_H
#define REPRISE_CNCURSES_H

#include <stdbool.h>
#include <stdint.h>

// Kinds of events.
enum {
  rp_event_none = 0,
  rp_event_character = 1,  // value: a Unicode scalar
  rp_event_key = 2,        // value: one of rp_key_…
  rp_event_click = 3,      // column, row
  rp_event_wheel = 4,      // value: -1 up, 1 down
  rp_event_paste_begin = 5,
  rp_event_paste_end = 6,
  rp_event_other = 7,      // any other event
};

enum {
  rp_key_up = 1, rp_key_down, rp_key_left, rp_key_right, rp_key_home, rp_key_end,
  rp_key_page_up, rp_key_page_down, rp_key_enter, rp_key_backspace, rp_key_delete,
  rp_key_insert, rp_key_back_tab,
  rp_key_function = 100,  // 100 + n: function key n
  rp_key_other = 1000,    // 1000 + n: the ncurses key n without a name here
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

// Opens the terminal on standard input and output, and captures all other output until rp_stop. If
// ncurses does not support the terminal, returns false and leaves it unchanged.
bool rp_start(bool with_color);

// Restores the terminal, and writes the captured output.
void rp_stop(void);

// Restores as much as possible from a signal handler, on any thread. Takes effect once.
void rp_restore(void);

// Releases the terminal to other programs, and acquires it again.
void rp_suspend(void);
void rp_resume(void);

// Returns whether this process may use the terminal. A background job may not.
bool rp_is_in_foreground(void);

// Gets the current size of the terminal, and resizes the screen to it.
void rp_size(int32_t *columns, int32_t *rows);

// Writes one character, of one or more combining scalars, to a cell.
void rp_put(int32_t column, int32_t row, const uint32_t *scalars, int32_t count,
            int32_t attributes, int32_t color);

// Returns the number of columns that ncurses uses for a scalar.
int32_t rp_width(uint32_t scalar);

// Sends the output. Shows the cursor at a cell, or hides it if the column is negative.
void rp_refresh(int32_t cursor_column, int32_t cursor_row);

// Invalidates the screen: the next refresh sends all of it.
void rp_redraw(void);

// Returns the next event, after waiting for at most the given time.
rp_event rp_next_event(int32_t milliseconds);

// Skips up to 1 MiB of a paste, and returns the number of bytes skipped. The paste ends at the
// terminal's mark, or at a pause if there are no marks. `ended` is true if the end was reached.
int64_t rp_skip_paste(bool is_marked, int32_t milliseconds, bool *ended);

// Waits for input (1), a byte in the signal pipe (2), both (3), or the end of the input (4).
int32_t rp_wait(void);

// Makes rp_wait return. May be called on any thread.
void rp_wake(void);

// Returns the next signal: SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, 0 for a wake-up, or -1 for none.
int32_t rp_next_signal(void);

#endif
