package import ComposableArchitecture

/// The stock of each article, updated by orders that arrive in files.
@Reducer(.recordable)
package struct Stock: Sendable {
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The articles that were ever in stock, in the order of their first orders.
    package var articles: IdentifiedArrayOf<Article> = []
    /// The number of valid orders.
    package var orderCount = 0
    /// The last invalid order.
    package var lastFault: Fault?
    /// The name of the file that is being read.
    package var file: String?

    package init() {}
  }

  @Recordable
  package struct Article: Equatable, Identifiable, Sendable {
    package let id: String
    package var count: Int
    package var changed: Date
  }

  @Recordable
  package struct Fault: Equatable, Sendable {
    package var file: String
    package var order: String
  }

  package enum Action: Equatable, Sendable {
    case fileArrived(String)
    case order(String)
    case fileEnded
  }

  @Dependency(\.date.now) var now

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fileArrived(let name):
        state.file = name
        return .none
      case .order(let text):
        guard let order = Order(text) else {
          state.lastFault = Fault(file: state.file ?? "", order: text)
          return .none
        }
        state.orderCount += 1
        var article =
          state.articles[id: order.article] ?? Article(id: order.article, count: 0, changed: now)
        article.count += order.count
        article.changed = now
        state.articles[id: order.article] = article
        return .none
      case .fileEnded:
        state.file = nil
        return .none
      }
    }
  }
}

/// An order for an article, written as a line such as `apples +5` or `pears -2`.
struct Order: Equatable {
  let article: String
  let count: Int

  /// Parses an order. Returns `nil` if the line is not an order.
  init?(_ line: String) {
    let parts = line.split(separator: " ")
    guard parts.count == 2, let count = Int(parts[1]), count != 0 else { return nil }
    article = String(parts[0])
    self.count = count
  }
}
