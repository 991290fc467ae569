import TerminalUI

/// The steps of a running session beside the app: a list in which a person moves about.
package struct LogPane {
  /// The steps, with one selected; the last as long as nobody selects another.
  package private(set) var list = StepListModel(PaneSteps())
  /// The name of the log; `nil` if the session is not recorded.
  package var name: String?
  /// Whether keys go to the list.
  package internal(set) var isFocused = false
  /// Whether what the selected step changed is shown.
  package internal(set) var isOpen = false
  /// The step at which going back was asked for once.
  var asked: Int?

  /// Begins with no steps.
  package init(name: String? = nil) {
    self.name = name
  }

  /// Adds a state with which a log begins, or the session.
  package mutating func begin(after number: UInt64, _ text: String) {
    list.source.begin(after: number, text)
    grow()
  }

  /// Adds a step.
  package mutating func append(_ step: ShownStep) {
    list.source.append(step)
    grow()
  }

  private mutating func grow() {
    list.grow()
    let forgotten = list.source.forget()
    if forgotten > 0 { list.shift(by: forgotten) }
    list.goOnFiltering()
  }

  /// Changes the list, which is no longer asked whether to go back.
  mutating func change(_ change: (inout StepListModel<PaneSteps>) -> Void) {
    asked = nil
    change(&list)
  }

  /// Leaves the list: the last step is selected again.
  mutating func leave() {
    isFocused = false
    isOpen = false
    asked = nil
    list.setFilter(nil)
    list.select(max(0, list.source.count - 1))
  }

  /// Makes room for so many rows.
  mutating func fit(height: Int) {
    list.fit(height: height)
  }
}

extension StepListModel {
  /// Begins anew after the source has lost its first steps.
  mutating func shift(by count: Int) {
    let selected = selection
    exceptions = Set(exceptions.map { $0 - Int32(count) }.filter { $0 >= 0 })
    reload()
    select(max(0, selected - count))
  }
}

/// The line above the list: a title in a divider.
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
