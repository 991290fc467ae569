import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import SharedState

/// An app that derives references from shared values, and holds them in every kind of container.
///
/// Its actions store references in containers. Each drawn session is therefore a different app.
@Reducer
struct ReferenceApp {
  static let identity = AppIdentity(name: "References", version: "1", build: "test")
  static let file = URL(filePath: "/references.json")

  @Recordable
  struct Item: Codable, Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  @Recordable
  struct Content: Codable, Equatable {
    var rows: IdentifiedArrayOf<Item> = [Item(id: 0), Item(id: 1)]
    var list = [Item(id: 0), Item(id: 1)]
    var names = ["a": Item(id: 0), "b": Item(id: 1)]
    var single = Item(id: 0)
    var optional: Item? = Item(id: 0)
  }

  @Recordable
  struct Roots: Equatable {
    @Shared(.inMemory("memory")) var memory = Content()
    @Shared(.appStorage("defaults")) var defaults = Content()
    @Shared(.fileStorage(ReferenceApp.file)) var file = Content()
    @Shared var box: Content

    init() { _box = Shared(value: Content()) }
  }

  @Recordable
  struct Holder: Equatable {
    @Shared var item: Item
    @Shared var text: String
    @SharedReader var reader: Item

    init(_ item: Shared<Item>) {
      _item = item
      _text = item.text
      _reader = SharedReader(item)
    }
  }

  @Reducer
  struct Child {
    @Recordable
    struct State: Equatable {
      var holder: Holder
    }

    @Recordable
    enum Action: Equatable {
      case noted
    }
  }

  @Recordable
  struct State: Equatable {
    var roots: Roots? = Roots()
    var holders: [Holder] = []
    var optional: Holder?
    @Presents var sheet: Child.State?
    var path = StackState<Child.State>()
    @Shared var nested: [Holder]

    init() { _nested = Shared(value: []) }
  }

  @Recordable
  enum Action: Equatable {
    case derive(Source, Part, Place)
    case deriveByAction(Source, Part, Place)
    case received(Shared<Item>, Place)
    case write(Place, String)
    case writeRoot(Source, String)
    case remove(Source, Part)
    case add(Source, Int)
    case drop(Place)
    case dropRoots
    case makeRoots
    case copy(from: Place, to: Place)
    case redirect(Place, String)
    case replaceWithinLock(Source)
    case sheet(PresentationAction<Child.Action>)
    case path(StackActionOf<Child>)
  }

  @Recordable
  enum Source: Equatable, CaseIterable {
    case memory, defaults, file, box
  }

  @Recordable
  enum Part: Equatable, CaseIterable {
    case row, secondRow, index, name, single, optional
  }

  @Recordable
  enum Place: Equatable, CaseIterable {
    case holders, optional, sheet, path, nested
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .derive(let source, let part, let place):
        derived(source, part, state).map { state.put(Holder($0), place) }
      case .deriveByAction(let source, let part, let place):
        return derived(source, part, state).map { .send(.received($0, place)) } ?? .none
      case .received(let item, let place): state.put(Holder(item), place)
      case .write(let place, let text): state.holder(place)?.$item.withLock { $0.text = text }
      case .writeRoot(let source, let text):
        content(source, state)?.withLock { content in
          content.single.text = text
          for id in content.rows.ids { content.rows[id: id]?.text += text }
        }
      case .remove(let source, let part): content(source, state)?.withLock { $0.remove(part) }
      case .add(let source, let id):
        content(source, state)?.withLock { $0.rows.updateOrAppend(Item(id: id, text: "new")) }
      case .drop(let place): state.drop(place)
      case .dropRoots: state.roots = nil
      case .makeRoots: state.roots = state.roots ?? Roots()
      case .copy(let from, let to): state.holder(from).map { state.put($0, to) }
      case .redirect(let place, let text):
        state.holder(place)?.$item = Shared(value: Item(id: 7, text: text))
      case .replaceWithinLock(let source):
        // Reads the value, and a part of it, while it changes.
        content(source, state)?.withLock { content in
          content.rows.remove(id: 1)
          content.single.text = "\(self.content(source, state)?.wrappedValue.rows.count ?? 0)"
        }
      case .sheet, .path: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Child() }
    .forEach(\.path, action: \.path) { Child() }
  }

  /// Returns the content of a source: the state's source or, without one, a key of its own.
  private func content(_ source: Source, _ state: State) -> Shared<Content>? {
    @Shared(.inMemory("memory")) var memory = Content()
    @Shared(.appStorage("defaults")) var defaults = Content()
    @Shared(.fileStorage(Self.file)) var file = Content()
    return switch source {
    case .memory: $memory
    case .defaults: $defaults
    case .file: $file
    case .box: state.roots?.$box
    }
  }

  private func derived(_ source: Source, _ part: Part, _ state: State) -> Shared<Item>? {
    guard let content = content(source, state) else { return nil }
    return switch part {
    case .row: Shared(content.rows[id: 0])
    case .secondRow: content.rows.elements().last
    case .index: Array(content.list).last
    case .name: Shared(content.names["a"])
    case .single: content.single
    case .optional: Shared(content.optional)
    }
  }
}

extension ReferenceApp.Content {
  fileprivate mutating func remove(_ part: ReferenceApp.Part) {
    switch part {
    case .row: rows.remove(id: 0)
    case .secondRow: if !rows.isEmpty { rows.removeLast() }
    case .index: if !list.isEmpty { list.removeLast() }
    case .name: names["a"] = nil
    case .single: single.text = ""
    case .optional: optional = optional == nil ? .init(id: 0, text: "again") : nil
    }
  }

  /// All texts in a fixed order.
  var texts: [String] {
    let items = rows.elements + list + names.sorted { $0.key < $1.key }.map(\.value) + [single]
    return (items + [optional].compactMap { $0 }).map(\.text)
  }
}

extension ReferenceApp.State {
  fileprivate mutating func put(_ holder: ReferenceApp.Holder, _ place: ReferenceApp.Place) {
    switch place {
    case .holders: holders.append(holder)
    case .optional: optional = holder
    case .sheet: sheet = .init(holder: holder)
    case .path: path.append(.init(holder: holder))
    case .nested: $nested.withLock { $0.append(holder) }
    }
  }

  fileprivate mutating func drop(_ place: ReferenceApp.Place) {
    switch place {
    case .holders: holders = Array(holders.dropLast())
    case .optional: optional = nil
    case .sheet: sheet = nil
    case .path: _ = path.popLast()
    case .nested: $nested.withLock { $0 = Array($0.dropFirst()) }
    }
  }

  fileprivate func holder(_ place: ReferenceApp.Place) -> ReferenceApp.Holder? {
    switch place {
    case .holders: holders.last
    case .optional: optional
    case .sheet: sheet?.holder
    case .path: path.last?.holder
    case .nested: nested.last
    }
  }

  /// All holders in a fixed order.
  var allHolders: [ReferenceApp.Holder] {
    holders + [optional, sheet?.holder].compactMap { $0 } + path.map(\.holder) + nested
  }
}
