#include "CSessionPage.h"

// `#embed` is C23, which clang accepts in all versions of C. The Swift optimizer takes a minute for
// an array of bytes that the C compiler reads instantly.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char skeleton[] = {
#embed "../page.html"
};

// Rules for narrow windows, fingers and paper override the others.
static const unsigned char style[] = {
#embed "../Style/base.css" suffix(,)
#embed "../Style/session.css" suffix(,)
#embed "../Style/overview.css" suffix(,)
#embed "../Style/media.css"
};

#include "modules.h"

session_page_file session_page_skeleton(void) {
  return (session_page_file){"page.html", skeleton, sizeof skeleton};
}

session_page_file session_page_style(void) {
  return (session_page_file){"style.css", style, sizeof style};
}

long session_page_module_count(void) { return sizeof modules / sizeof *modules; }

session_page_file session_page_module(long index) { return modules[index]; }
