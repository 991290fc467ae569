import ComposableArchitecture
import Counter
import Foundation

/// The app when it had only a counter and favorite primes.
@Reducer
struct CounterApp {
  @Recordable
  struct State: Equatable {
    var counter = CounterFeature.State()
    var favoritePrimes: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case counter(CounterFeature.Action)
  }

  var body: some ReducerOf<Self> {
    CounterFeature().pullback(state: \.counter, action: \.counter)
  }
}

/// The app before the counter's actions were renamed.
@Reducer
struct PlainApp {
  @Recordable
  struct State: Equatable {
    var counter = Counter()
    var favoritePrimes: [Int] = []
  }

  @Recordable struct Counter: Equatable { var count = 0 }

  @Recordable
  enum Action: Equatable {
    case counter(CounterAction)
  }

  @Recordable
  enum CounterAction: Equatable {
    case increment
    case decrement
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .counter(.increment): state.counter.count += 1
      case .counter(.decrement): state.counter.count -= 1
      }
      return .none
    }
  }
}

/// The app when the counter still counted its taps.
@Reducer
struct TapCountingApp {
  @Recordable
  struct State: Equatable {
    var counter = Counter()
    var favoritePrimes: [Int] = []
  }

  @Recordable
  struct Counter: Equatable {
    var tapCount = 0
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case counter(CounterFeature.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.counter.tapCount += 1
      switch action {
      case .counter(.incrTapped): state.counter.count += 1
      case .counter(.decrTapped): state.counter.count -= 1
      default: break
      }
      return .none
    }
  }
}

/// The app when a product had the number of times that it was bought, not a flag.
@Reducer
struct CountingShopApp {
  @Recordable
  struct State: Equatable {
    var counter = CounterFeature.State()
    var favoritePrimes: [Int] = []
    var shoppingList = ShoppingList()
  }

  @Recordable
  struct ShoppingList: Equatable {
    var products: [Product] = []
  }

  @Recordable
  struct Product: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var timesBought: Int32 = 0
  }

  @Recordable
  enum Action: Equatable {
    case shoppingList(ShoppingListAction)
  }

  @Recordable
  enum ShoppingListAction: Equatable {
    case addProduct
    case products(IdentifiedAction<UUID, ProductAction>)
  }

  @Recordable
  enum ProductAction: Equatable {
    case updateName(String)
    case toggleStatus
  }

  private enum CancelID { case saveTimer }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let isFirstEdit = state.shoppingList.products.isEmpty
      switch action {
      case .shoppingList(.addProduct):
        state.shoppingList.products.insert(Product(id: uuid()), at: 0)
      case .shoppingList(.products(.element(let id, let action))):
        guard let place = state.shoppingList.products.firstIndex(where: { $0.id == id }) else {
          break
        }
        switch action {
        case .updateName(let name): state.shoppingList.products[place].name = name
        case .toggleStatus:
          let times = state.shoppingList.products[place].timesBought
          state.shoppingList.products[place].timesBought = times > 0 ? 0 : 1
        }
      }
      guard isFirstEdit else { return .none }
      return .run { _ in }.cancellable(id: CancelID.saveTimer, cancelInFlight: true)
    }
  }
}
