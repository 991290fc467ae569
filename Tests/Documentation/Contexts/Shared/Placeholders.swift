// What the examples in doc comments take for granted.

import SessionReplay

