import CNcurses
import TerminalUI

extension Cell {
  /// The scalars to paint, a list for each column that ncurses counts.
  ///
  /// Terminals do not agree on how wide a sequence of joined emoji is. What is sent is what they
  /// agree on, and takes the columns that the grid gave it: the first emoji of a sequence, and the
  /// two letters of a flag.
  var painted: [[UInt32]] {
    let scalars = Array(text.unicodeScalars)
    guard width == 2, let first = scalars.first else { return [scalars.map(\.value)] }
    let letters = scalars.filter { (0x1F1E6...0x1F1FF).contains($0.value) }
    if letters.count == 2 { return letters.map { [$0.value - 0x1F1E6 + 0x41] } }
    if rp_width(first.value) == 2 {
      let marks = scalars.dropFirst().prefix { $0.value != 0x200D }
      return [[first.value] + marks.map(\.value)]
    }
    return [[first.value], [0x20]]
  }
}
