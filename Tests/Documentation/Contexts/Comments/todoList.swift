@MainActor
static func show(_ store: StoreOf<TodoList>) {
  // The block.
}
