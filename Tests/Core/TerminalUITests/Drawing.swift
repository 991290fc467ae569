import TerminalUI

/// A view as text, on a screen of a size.
func drawn(_ view: some View, _ width: Int, _ height: Int) -> String {
  Frame(view, size: Size(width: width, height: height)).grid.text
}

/// A view as text in which styles are marked.
func styled(_ view: some View, _ width: Int, _ height: Int) -> String {
  Frame(view, size: Size(width: width, height: height)).grid.styledText
}
