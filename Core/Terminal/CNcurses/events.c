// Functions that read events from the terminal.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define _GNU_SOURCE 1
#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "CNcurses.h"

enum { paste_begin = KEY_MAX - 2, paste_end = KEY_MAX - 1 };

static rp_event event(int32_t kind, int32_t value) {
  rp_event event = {kind, value, 0, 0};
  return event;
}

static rp_event mouse_event(void) {
  MEVENT mouse;
  if (getmouse(&mouse) != OK) return event(rp_event_other, 0);
  if (mouse.bstate & BUTTON4_PRESSED) return event(rp_event_wheel, -1);
  if (mouse.bstate & BUTTON5_PRESSED) return event(rp_event_wheel, 1);
  rp_event click = {rp_event_click, 0, mouse.x, mouse.y};
  if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) return click;
  return event(rp_event_other, 0);
}

static rp_event key_event(wint_t code) {
  if (code >= KEY_F(1) && code <= KEY_F(63)) {
    return event(rp_event_key, rp_key_function + (int32_t)(code - KEY_F0));
  }
  switch (code) {
    case KEY_MOUSE: return mouse_event();
    // The signal handler has already reported the resize.
    case KEY_RESIZE: return event(rp_event_other, 0);
    case paste_begin: return event(rp_event_paste_begin, 0);
    case paste_end: return event(rp_event_paste_end, 0);
    case KEY_UP: return event(rp_event_key, rp_key_up);
    case KEY_DOWN: return event(rp_event_key, rp_key_down);
    case KEY_LEFT: return event(rp_event_key, rp_key_left);
    case KEY_RIGHT: return event(rp_event_key, rp_key_right);
    case KEY_HOME: return event(rp_event_key, rp_key_home);
    case KEY_END: return event(rp_event_key, rp_key_end);
    case KEY_PPAGE: return event(rp_event_key, rp_key_page_up);
    case KEY_NPAGE: return event(rp_event_key, rp_key_page_down);
    case KEY_ENTER: return event(rp_event_key, rp_key_enter);
    case KEY_BACKSPACE: return event(rp_event_key, rp_key_backspace);
    case KEY_DC: return event(rp_event_key, rp_key_delete);
    case KEY_IC: return event(rp_event_key, rp_key_insert);
    case KEY_BTAB: return event(rp_event_key, rp_key_back_tab);
    default: return event(rp_event_key, rp_key_other + (int32_t)code);
  }
}

// Decodes characters that arrive in pieces, and skips invalid bytes. ncurses' get_wch would treat
// the bytes after an invalid byte as part of it.
rp_event rp_next_event(int32_t milliseconds) {
  static mbstate_t state;
  timeout(milliseconds);
  while (true) {
    int code = getch();
    if (code == ERR) return event(rp_event_none, 0);
    if (code > UCHAR_MAX) {
      memset(&state, 0, sizeof state);
      return key_event((wint_t)code);
    }
    char byte = (char)code;
    // A byte that does not continue a character may begin another.
    for (bool is_first = false; !is_first;) {
      is_first = mbsinit(&state);
      wchar_t character = 0;
      size_t length = mbrtowc(&character, &byte, 1, &state);
      if (length == (size_t)-2) break;
      if (length != (size_t)-1) return event(rp_event_character, (int32_t)character);
      memset(&state, 0, sizeof state);
    }
  }
}

// Reads directly, because ncurses makes a system call per byte, which takes seconds for megabytes.
int64_t rp_skip_paste(bool is_marked, int32_t milliseconds, bool *ended) {
  static const char mark[] = "\033[201~";
  static size_t matched;
  int64_t skipped = 0;
  *ended = false;
  while (skipped < 1 << 20) {
    struct pollfd file = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&file, 1, is_marked ? 0 : milliseconds) <= 0) {
      *ended = !is_marked;
      return skipped;
    }
    // Bytes read after the mark are returned to ncurses, which has little space for them.
    char bytes[4096];
    ssize_t count = read(STDIN_FILENO, bytes, is_marked ? 100 : sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      *ended = true;
      return skipped;
    }
    for (ssize_t i = 0; is_marked && i < count; i++) {
      matched = bytes[i] == mark[matched] ? matched + 1 : bytes[i] == mark[0];
      if (mark[matched] != 0) continue;
      matched = 0;
      *ended = true;
      // Input after the mark is not part of the paste.
      for (ssize_t rest = count - 1; rest > i; rest--) ungetch((unsigned char)bytes[rest]);
      return skipped + i + 1 - (ssize_t)strlen(mark);
    }
    skipped += count;
  }
  return skipped;
}
