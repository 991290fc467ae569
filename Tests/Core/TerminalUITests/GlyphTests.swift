import TerminalUI
import Testing
