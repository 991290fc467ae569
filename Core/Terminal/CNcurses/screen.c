// The screen: a wrapper around ncurses that Swift can call.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define _GNU_SOURCE 1
#include "CNcurses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "terminal.h"

static SCREEN *screen;
static FILE *output;
static bool colors;

enum { paste_begin = KEY_MAX - 2, paste_end = KEY_MAX - 1 };
#define paste_on "\033[?2004h"
#define paste_off "\033[?2004l"

// Without a locale, assume a UTF-8 terminal, as nearly all are.
static void choose_locale(void) {
  setlocale(LC_CTYPE, "");
  const char *name = setlocale(LC_CTYPE, NULL);
  bool none = name == NULL || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
  if (none && setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "en_US.UTF-8");
}

static void send_text(const char *text) {
  fputs(text, output);
  fflush(output);
}

static void choose_colors(bool wanted) {
  colors = wanted && has_colors() && start_color() == OK;
  if (!colors) return;
  short back = use_default_colors() == OK ? -1 : COLOR_BLACK;
  // In the order of TextColor: accent, success, warning, danger, muted.
  short palette[] = {COLOR_CYAN, COLOR_GREEN, COLOR_YELLOW, COLOR_RED, COLOR_WHITE};
  if (COLORS >= 16) palette[4] = 8;
  for (short i = 0; i < 5; i++) init_pair((short)(i + 1), palette[i], back);
}

// ^S would freeze the screen, and some systems reserve ^V, ^O and ^Y.
static void take_control_keys(void) {
  struct termios settings;
  if (tcgetattr(fileno(output), &settings) != 0) return;
  settings.c_iflag &= ~(tcflag_t)IXON;
  settings.c_lflag &= ~(tcflag_t)IEXTEN;
  tcsetattr(fileno(output), TCSADRAIN, &settings);
  def_prog_mode();
}

bool rp_start(bool with_color) {
  choose_locale();
  if (!rp_remember_terminal(STDOUT_FILENO) || !rp_open_pipe()) return false;
  // Install these handlers first: ncurses installs its own only if there are none.
  rp_install_handlers();
  int file;
  if (!rp_capture_output(&file)) goto failed;
  output = fdopen(file, "w");
  if (output == NULL) goto failed;
  setenv("ESCDELAY", "25", 0);
  // Ignore these, or ncurses installs handlers for them that exit without saving the recording.
  void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
  void (*terminate)(int) = signal(SIGTERM, SIG_IGN);
  screen = newterm(NULL, output, stdin);
  signal(SIGINT, interrupt);
  signal(SIGTERM, terminate);
  if (screen == NULL) goto failed;
  set_term(screen);
  cbreak();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  take_control_keys();
  choose_colors(with_color);
  mouseinterval(0);
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  define_key("\033[200~", paste_begin);
  define_key("\033[201~", paste_end);
  rp_remember_reset();
  send_text(paste_on);
  curs_set(0);
  return true;
failed:
  rp_remove_handlers();
  rp_release_output();
  rp_forget_terminal();
  return false;
}

void rp_stop(void) {
  if (screen == NULL) return;
  if (rp_is_shown()) {
    send_text(paste_off);
    mousemask(0, NULL);
    curs_set(1);
    endwin();
  }
  rp_remove_handlers();
  rp_restore();
  delscreen(screen);
  screen = NULL;
  fclose(output);
  output = NULL;
}

void rp_suspend(void) {
  send_text(paste_off);
  def_prog_mode();
  endwin();
  rp_set_shown(false);
}

void rp_resume(void) {
  rp_set_shown(true);
  reset_prog_mode();
  send_text(paste_on);
  rp_redraw();
}

void rp_size(int32_t *columns, int32_t *rows) {
  struct winsize size;
  if (ioctl(fileno(output), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    if (is_term_resized(size.ws_row, size.ws_col)) resizeterm(size.ws_row, size.ws_col);
  }
  *columns = COLS;
  *rows = LINES;
}

void rp_put(int32_t column, int32_t row, const uint32_t *scalars, int32_t count,
            int32_t attributes, int32_t color) {
  if (column < 0 || row < 0 || column >= COLS || row >= LINES || count < 1) return;
  wchar_t text[CCHARW_MAX + 1];
  int length = 0;
  for (int32_t i = 0; i < count && length < CCHARW_MAX; i++) {
    int width = wcwidth((wchar_t)scalars[i]);
    // The first scalar takes the columns; combining scalars take none.
    if (i == 0 ? width < 1 : width != 0) break;
    text[length++] = (wchar_t)scalars[i];
  }
  if (length == 0) text[length++] = L'?';
  text[length] = 0;
  attr_t style = A_NORMAL;
  if (attributes & rp_bold) style |= A_BOLD;
  if (attributes & rp_dim) style |= A_DIM;
  if (attributes & rp_reverse) style |= A_REVERSE;
  if (attributes & rp_underline) style |= A_UNDERLINE;
  // Without colors, muted text is dim.
  if (!colors && color == 5) style |= A_DIM;
  cchar_t cell;
  short pair = colors ? (short)color : 0;
  if (setcchar(&cell, text, style, pair, NULL) == ERR) return;
  mvadd_wch(row, column, &cell);
}

int32_t rp_width(uint32_t scalar) {
  return wcwidth((wchar_t)scalar);
}

void rp_refresh(int32_t cursor_column, int32_t cursor_row) {
  if (cursor_column >= 0) move(cursor_row, cursor_column);
  curs_set(cursor_column >= 0 ? 1 : 0);
  refresh();
}

void rp_redraw(void) {
  clearok(stdscr, TRUE);
}

int32_t rp_wait(void) {
  struct pollfd files[2] = {
      {.fd = STDIN_FILENO, .events = POLLIN},
      {.fd = rp_pipe[0], .events = POLLIN},
  };
  while (poll(files, 2, -1) < 0) {
  }
  if (files[1].revents & POLLIN) return files[0].revents & POLLIN ? 3 : 2;
  int waiting = 0;
  if (files[0].revents & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0) {
    return 1;
  }
  // Input that is readable but has no bytes has ended.
  return 4;
}
