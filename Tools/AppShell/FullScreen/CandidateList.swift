package import TerminalUI

/// What a line may become, as a text that fits in a room: what does not fit is counted.
package struct CandidateList {
  /// What stands for each.
  let titles: [String]
  /// How many more there are.
  let unlisted: Int

  /// Lists titles, and counts those that are not among them.
  package init(titles: [String], unlisted: Int = 0) {
    self.titles = titles
    self.unlisted = unlisted
  }

  /// As many as fit on so many lines, and how many more there are.
  package func text(within room: Size) -> String {
    let whole = lines(of: titles[...], width: room.width)
    if unlisted == 0, whole.count <= room.height { return whole.joined(separator: "\n") }
    // What tells of the others takes room as well; a title and its gap take at least three columns.
    var count = min(titles.count, room.width * room.height / 3)
    while true {
      let lines = lines(of: titles.prefix(count) + [more(than: count)], width: room.width)
      if lines.count <= room.height || count == 0 { return lines.joined(separator: "\n") }
      count -= 1
    }
  }

  private func more(than count: Int) -> String {
    "… \(titles.count - count + unlisted) more"
  }

  private func lines(of titles: ArraySlice<String>, width: Int) -> [String] {
    var lines: [String] = []
    var columns = 0
    for title in titles {
      let wanted = Text(title).size(within: Size(width: width, height: 1)).width
      if let last = lines.last, columns + 2 + wanted <= width {
        lines[lines.count - 1] = "\(last)  \(title)"
        columns += 2 + wanted
      } else {
        lines.append(title)
        columns = wanted
      }
    }
    return lines
  }
}
