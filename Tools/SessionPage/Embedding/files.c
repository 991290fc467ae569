#include "CSessionPage.h"

// `#embed` is C23, which clang takes in all versions of C. The optimiser of Swift takes a minute for an
// array of bytes that the C compiler reads in an instant.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char skeleton[] = {
#embed "../page.html"
};

static const unsigned char style[] = {
#embed "../style.css"
};

static const unsigned char main_js[] = {
#embed "../Page/main.js"
};

static const session_page_file modules[] = {
  {"Page/main.js", main_js, sizeof main_js},
};

session_page_file session_page_skeleton(void) {
  return (session_page_file){"page.html", skeleton, sizeof skeleton};
}

session_page_file session_page_style(void) {
  return (session_page_file){"style.css", style, sizeof style};
}

long session_page_module_count(void) { return sizeof modules / sizeof *modules; }

session_page_file session_page_module(long index) { return modules[index]; }
