// The files of the page, compiled into the program.

#ifndef C_SESSION_PAGE_H
#define C_SESSION_PAGE_H

/// A file of the page.
typedef struct {
  // The path below Tools/SessionPage.
  const char *path;
  const unsigned char *bytes;
  long length;
} session_page_file;

// The document, with placeholders.
session_page_file session_page_skeleton(void);

session_page_file session_page_style(void);

/// The number of modules of the script.
long session_page_module_count(void);

// Returns the module at an index. Each module follows the modules that it imports.
session_page_file session_page_module(long index);

#endif
