// Folding a step hides the steps that its effects sent.
extension StepListModel {
  private static var maxDepth: Int { 6 }

  /// Returns whether effects of a step sent other steps.
  package func canFold(_ position: Int) -> Bool { sending.contains(Int32(position)) }

  package func isFolded(_ position: Int) -> Bool {
    canFold(position) && exceptions.contains(Int32(position)) != foldsAll
  }

  package func hiddenCount(of position: Int) -> Int { hiddenCounts[Int32(position)] ?? 0 }

  /// Returns the indentation of a step: the number of senders above it, up to a maximum.
  package func depth(of position: Int) -> Int {
    var (position, depth) = (position, 0)
    while depth < Self.maxDepth, let sender = sender(of: position) {
      position = sender
      depth += 1
    }
    return depth
  }

  /// Returns the position of the step whose effect sent the action at `position`.
  package func sender(of position: Int) -> Int? {
    guard senders.indices.contains(position), senders[position] >= 0 else { return nil }
    return Int(senders[position])
  }

  /// Returns the position of the first step that an effect of a step sent, if its sender is known.
  package func firstSent(by position: Int) -> Int? {
    guard canFold(position) else { return nil }
    return senders.indices.dropFirst(position + 1).first { Int(senders[$0]) == position }
  }

  /// Folds or unfolds the selected step, or folds its sender. Returns `false` if nothing changed.
  @discardableResult
  package mutating func toggleFold() -> Bool {
    if canFold(selection) {
      set(selection, isFolded: !isFolded(selection))
    } else if let sender = sender(of: selection) {
      set(sender, isFolded: true)
      select(sender)
    } else {
      return false
    }
    return true
  }

  /// Folds the selected step, or selects its sender. Returns `false` if nothing changed.
  @discardableResult
  package mutating func fold() -> Bool {
    if canFold(selection), !isFolded(selection) {
      set(selection, isFolded: true)
    } else if let sender = sender(of: selection) {
      select(sender)
    } else {
      return false
    }
    return true
  }

  /// Unfolds the selected step. Returns `false` if it is not folded.
  @discardableResult
  package mutating func unfold() -> Bool {
    guard isFolded(selection) else { return false }
    set(selection, isFolded: false)
    return true
  }

  package mutating func toggleAllFolds() {
    foldsAll.toggle()
    exceptions = []
    hideFolded()
    if foldsAll { selectOutermostSender() }
    keepSelectionInSight()
  }

  private mutating func set(_ position: Int, isFolded: Bool) {
    if isFolded == foldsAll {
      exceptions.remove(Int32(position))
    } else {
      exceptions.insert(Int32(position))
    }
    hideFolded()
    keepSelectionInSight()
  }

  private mutating func selectOutermostSender() {
    var position = selection
    while let sender = sender(of: position) { position = sender }
    select(position)
  }

  mutating func hideFolded() {
    guard filter == nil else { return }
    hiddenCounts = [:]
    visible = foldsAll || !exceptions.isEmpty ? unfoldedSteps() : nil
    listCalls()
  }

  /// Returns the positions of the steps that no folded step hides, and counts the hidden steps.
  private mutating func unfoldedSteps() -> [Int32]? {
    guard !sending.isEmpty else { return nil }
    // The folded step that hides each step, or -1. Senders precede the steps that they sent.
    var hiders = ContiguousArray<Int32>(repeating: -1, count: senders.count)
    var shown: [Int32] = []
    shown.reserveCapacity(source.count)
    for position in 0..<source.count {
      let sender = position < senders.count ? senders[position] : -1
      if sender >= 0 {
        let isHidden = hiders[Int(sender)] >= 0
        let hider = isHidden ? hiders[Int(sender)] : isFolded(Int(sender)) ? sender : -1
        hiders[position] = hider
        if hider >= 0 {
          hiddenCounts[hider, default: 0] += 1
          continue
        }
      }
      shown.append(Int32(position))
    }
    return shown
  }
}
