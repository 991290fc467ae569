import CaseKeyPaths

/// Enumerations, as features declare them.
@CasePathable @dynamicMemberLookup
enum Action: Equatable {
  case refresh
  case set(Int)
  case rename(id: Int, to: String)
  case note(String?)
  case child(Child)
  case `default`
  case first(Int)

  @CasePathable @dynamicMemberLookup
  enum Child: Equatable {
    case tapped
    case row(id: Int, action: Row)
    case leaf(Row)
  }

  @CasePathable
  enum Row: Equatable {
    case select(Bool)
  }
}

@CasePathable
indirect enum Tree<Element: Hashable>: Equatable {
  case leaf(Element)
  case node(Self, label: [Element])
}

/// Cases that must compile without warnings.
@CasePathable
enum Unusual {
  case unit(())
  case implicit(Int!)
  case call((Int) -> Int)
  #if DEBUG
    case debug(Int)
  #else
    case debug(String)
  #endif
  @available(*, deprecated) case old(Int)
  @available(*, unavailable) case gone
}

@CasePathable
enum Impossible {}

@MainActor @CasePathable
enum Isolated {
  case only(Int)
}

struct GenericFeature<Value: Equatable> {
  struct Root: Equatable {}

  @CasePathable
  enum Action: Equatable {
    case value(Value)
    case root(Root)
  }
}
