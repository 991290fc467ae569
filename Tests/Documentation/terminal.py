"""A terminal whose screen a test can read: an xterm without colors, as far as ncurses needs it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SEQUENCE = re.compile(
    r"\x1b(?:\[([?>=!]?)([\d;]*)([@-~])|\][^\x07]*\x07|[()][A-Z0-9]|([78=>MDEc]))")


class Terminal:
    """A command in a separate terminal, and the screen that it has drawn so far."""

    def __init__(self, command, columns, rows, folder, environment):
        self.pending = ""
        self.decoder_rest = b""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe("bash", ["bash", "-c", f"exec {command}"],
                       {**environment, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.margins = (0, rows - 1)
        self.wraps = False
        self.saved = (0, 0)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys):
        os.write(self.descriptor, keys.encode())

    def read(self, seconds):
        """Draws the output that arrives within a time limit, and returns whether any did."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        if not data:
            return False
        data = self.decoder_rest + data
        end = len(data)
        for length in range(1, min(4, end) + 1):
            byte = data[-length]
            if byte >= 0xC0:
                if length < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4):
                    end -= length
                break
            if byte < 0x80:
                break
        self.decoder_rest = data[end:]
        self.draw(data[:end].decode(errors="replace"))
        return True

    def wait(self, text, seconds=60):
        """Reads until the screen contains a text and the output pauses.

        Returns whether the text appeared.
        """
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if text in self.screen:
                while self.read(0.2):
                    pass
                if text in self.screen:
                    return True
            elif not self.read(0.5) and os.waitpid(self.process, os.WNOHANG)[0]:
                self.process = None
                return text in self.screen
        return False

    def end(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.descriptor)

    @property
    def screen(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def draw(self, text):
        text = self.pending + text
        self.pending = ""
        index = 0
        while index < len(text):
            character = text[index]
            if character == "\x1b":
                match = SEQUENCE.match(text, index)
                if not match:
                    self.pending = text[index:]
                    return
                if match[3] and not match[1]:
                    self.control(match[3], [int(part or 0) for part in match[2].split(";")])
                elif match[4] == "M":
                    self.reverse_line_feed()
                elif match[4] == "7":
                    self.saved = (self.row, self.column)
                elif match[4] == "8":
                    self.row, self.column = self.saved
                index = match.end()
                continue
            index += 1
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.line_feed()
            elif character == "\b":
                self.column = max(self.column - 1, 0)
            elif character == "\t":
                self.column = min(self.column // 8 * 8 + 8, self.columns - 1)
            elif character >= " ":
                self.put(character)
                continue
            self.wraps = False

    def put(self, character):
        if self.wraps:
            self.column = 0
            self.line_feed()
        self.last = character
        self.cells[self.row][self.column] = character
        self.wraps = self.column == self.columns - 1
        self.column = min(self.column + 1, self.columns - 1)

    def line_feed(self):
        top, bottom = self.margins
        if self.row == bottom:
            del self.cells[top]
            self.cells.insert(bottom, [" "] * self.columns)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def reverse_line_feed(self):
        top, bottom = self.margins
        if self.row == top:
            del self.cells[bottom]
            self.cells.insert(top, [" "] * self.columns)
        else:
            self.row = max(self.row - 1, 0)

    def control(self, final, numbers):
        count = max(numbers[0], 1)
        line = self.cells[self.row]
        blank = [" "] * self.columns
        if final != "b":
            self.wraps = False
        if final in "Hf":
            self.row = min(count, self.rows) - 1
            self.column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.columns) - 1
        elif final == "A":
            self.row = max(self.row - count, 0)
        elif final == "B":
            self.row = min(self.row + count, self.rows - 1)
        elif final == "C":
            self.column = min(self.column + count, self.columns - 1)
        elif final == "D":
            self.column = max(self.column - count, 0)
        elif final == "G":
            self.column = min(count, self.columns) - 1
        elif final == "d":
            self.row = min(count, self.rows) - 1
        elif final == "K":
            parts = [(self.column, self.columns), (0, self.column + 1), (0, self.columns)]
            first, last = parts[numbers[0]]
            line[first:last] = blank[first:last]
        elif final == "J":
            first, last = [(self.row + 1, self.rows), (0, self.row), (0, self.rows)][numbers[0]]
            for row in range(first, last):
                self.cells[row] = blank[:]
            if numbers[0] == 0:
                line[self.column:] = blank[self.column:]
            elif numbers[0] == 1:
                line[:self.column + 1] = blank[:self.column + 1]
        elif final == "X":
            last = min(self.column + count, self.columns)
            line[self.column:last] = blank[self.column:last]
        elif final == "P":
            rest = line[self.column + count:] + blank
            self.cells[self.row] = (line[:self.column] + rest)[:self.columns]
        elif final == "@":
            rest = [" "] * count + line[self.column:]
            self.cells[self.row] = (line[:self.column] + rest)[:self.columns]
        elif final == "b":
            for _ in range(count):
                self.put(self.last)
        elif final in "LM" or final in "ST":
            top, bottom = (self.row if final in "LM" else self.margins[0]), self.margins[1]
            for _ in range(min(count, bottom - top + 1)):
                removed, inserted = (top, bottom) if final in "MS" else (bottom, top)
                del self.cells[removed]
                self.cells.insert(inserted, blank[:])
        elif final == "r":
            self.margins = (count - 1, (numbers[1] if len(numbers) > 1 else self.rows) - 1)
            self.row = self.column = 0
