import TerminalUI

/// The list of a running session's steps, shown below the app.
package struct LogPane {
  /// The steps. The last step is selected until the user selects a different one.
  package private(set) var list = StepListModel(PaneSteps())
  /// The name of the log, or `nil` if the session is not recorded.
  package var name: String?
  package internal(set) var isFocused = false
  package internal(set) var isOpen = false
  /// The index of the step to go back to after a second key press.
  var requestedIndex: Int?

  package init(name: String? = nil) {
    self.name = name
  }

  /// Adds an entry for the state with which the session or a new log begins.
  package mutating func begin(after number: UInt64, _ text: String) {
    list.source.begin(after: number, text)
    grow()
  }

  package mutating func append(_ step: ShownStep) {
    list.source.append(step)
    grow()
  }

  private mutating func grow() {
    list.grow()
    let removed = list.source.removeExcess()
    if removed > 0 { list.shift(by: removed) }
    list.continueFiltering()
  }

  /// Changes the list, and cancels a pending request to go back.
  mutating func change(_ change: (inout StepListModel<PaneSteps>) -> Void) {
    requestedIndex = nil
    change(&list)
  }

  mutating func leave() {
    isFocused = false
    isOpen = false
    requestedIndex = nil
    list.setFilter(nil)
    list.select(max(0, list.source.count - 1))
  }

  mutating func fit(height: Int) {
    list.fit(height: height)
  }
}

extension StepListModel {
  mutating func shift(by count: Int) {
    let selected = selection
    exceptions = Set(exceptions.map { $0 - Int32(count) }.filter { $0 >= 0 })
    reload()
    select(max(0, selected - count))
  }
}

struct LogTitle: View {
  let name: String?
  let details: String
  let isFocused: Bool

  var flexibility: Flexibility { .horizontal }

  func size(within offer: Size) -> Size { Size(width: offer.width, height: min(1, offer.height)) }

  func draw(on canvas: inout Canvas) {
    canvas.draw(Divider(), in: Rectangle(width: canvas.size.width, height: 1))
    let title = Row(spacing: 0) {
      Text(" L ").color(.accent).bold()
      Text("\(name ?? "steps, not recorded")\(details.isEmpty ? "" : " · \(details)") ")
        .style(isFocused ? TextStyle(isBold: true) : TextStyle(color: .muted))
    }
    let room = Size(width: max(0, canvas.size.width - 4), height: 1)
    let width = title.size(within: room).width
    canvas.draw(title, in: Rectangle(column: 2, width: width, height: 1))
    canvas.addRegion(Rectangle(width: canvas.size.width, height: 1), .key("L"))
  }
}
