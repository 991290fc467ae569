public import ComposableArchitecture

/// How much of each article is in stock, kept from the orders that arrive in files.
@Reducer(.recordable)
public struct Stock: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The articles that were ever in stock, in the order in which they came.
    public var articles: IdentifiedArrayOf<Article> = []
    /// How many orders were understood.
    public var orderCount = 0
    /// The last order that was not.
    public var lastFault: Fault?
    /// The file that is being read.
    public var file: String?

    public init() {}
  }

  @Recordable
  public struct Article: Equatable, Identifiable, Sendable {
    public let id: String
    public var count: Int
    public var changed: Date
  }

  @Recordable
  public struct Fault: Equatable, Sendable {
    public var file: String
    public var order: String
  }

  public enum Action: Equatable, Sendable {
    case fileArrived(String)
    case order(String)
    case fileEnded
  }

  @Dependency(\.date.now) var now

  public init() {}

  public var body: some ReducerOf<Self> {
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

/// A line such as `apples +5` or `pears -2`.
struct Order: Equatable {
  let article: String
  let count: Int

  /// Reads an order; `nil` if the line is none.
  init?(_ line: String) {
    let parts = line.split(separator: " ")
    guard parts.count == 2, let count = Int(parts[1]), count != 0 else { return nil }
    article = String(parts[0])
    self.count = count
  }
}
