// The modules of the page, each behind those that it imports. `make page` writes this file.

static const unsigned char module_0[] = {
#embed "../Page/main.js"
};

static const session_page_file modules[] = {
  {"Page/main.js", module_0, sizeof module_0},
};
