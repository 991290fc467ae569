import TerminalUI

/// Returns a view drawn on a screen of a size, as text.
func drawn(_ view: some View, _ width: Int, _ height: Int) -> String {
  Frame(view, size: Size(width: width, height: height)).grid.text
}

/// Returns a view drawn on a screen of a size, as text with styles.
func styled(_ view: some View, _ width: Int, _ height: Int) -> String {
  Frame(view, size: Size(width: width, height: height)).grid.styledText
}
