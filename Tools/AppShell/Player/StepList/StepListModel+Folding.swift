// What effects sent is hidden below the step whose effect it was.
extension StepListModel {
  /// Deeper steps are not indented further.
  private static var deepest: Int { 6 }

  /// Whether effects of a step sent others.
  package func canFold(_ place: Int) -> Bool { sending.contains(Int32(place)) }

  /// Whether what the effects of a step sent is hidden.
  package func isFolded(_ place: Int) -> Bool {
    canFold(place) && exceptions.contains(Int32(place)) != foldsAll
  }

  /// How many steps a folded one hides.
  package func hiddenCount(of place: Int) -> Int { hiddenCounts[Int32(place)] ?? 0 }

  /// How far a step is indented: how many steps are above it in its chain of effects.
  package func depth(of place: Int) -> Int {
    var (place, depth) = (place, 0)
    while depth < Self.deepest, let sender = sender(of: place) {
      place = sender
      depth += 1
    }
    return depth
  }

  /// The place of the step whose effect sent the action of another.
  package func sender(of place: Int) -> Int? {
    guard senders.indices.contains(place), senders[place] >= 0 else { return nil }
    return Int(senders[place])
  }

  /// The first step that an effect of a step sent, as far as senders are known.
  package func firstSent(by place: Int) -> Int? {
    guard canFold(place) else { return nil }
    return senders.indices.dropFirst(place + 1).first { Int(senders[$0]) == place }
  }

  /// Folds or unfolds the selected step, or folds the one that it is below; false if there is none.
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

  /// Folds the selected step, or goes to the one that it is below; false if there is none.
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

  /// Unfolds the selected step; false if it is not folded.
  @discardableResult
  package mutating func unfold() -> Bool {
    guard isFolded(selection) else { return false }
    set(selection, isFolded: false)
    return true
  }

  /// Folds all steps, or unfolds them.
  package mutating func toggleAllFolds() {
    foldsAll.toggle()
    exceptions = []
    hideFolded()
    if foldsAll { selectWhatHidesSelection() }
    keepSelectionInSight()
  }

  private mutating func set(_ place: Int, isFolded: Bool) {
    if isFolded == foldsAll {
      exceptions.remove(Int32(place))
    } else {
      exceptions.insert(Int32(place))
    }
    hideFolded()
    keepSelectionInSight()
  }

  /// A step that is hidden now gives way to the one that hides it.
  private mutating func selectWhatHidesSelection() {
    var place = selection
    while let sender = sender(of: place) { place = sender }
    select(place)
  }

  /// Finds the rows anew, without those below folded steps.
  mutating func hideFolded() {
    guard filter == nil else { return }
    hiddenCounts = [:]
    guard foldsAll || !exceptions.isEmpty, !sending.isEmpty else { return visible = nil }
    // For each step, the folded one that hides it; a sender always comes before what it sent.
    var hiders = ContiguousArray<Int32>(repeating: -1, count: senders.count)
    var shown: [Int32] = []
    shown.reserveCapacity(source.count)
    for place in 0..<source.count {
      let sender = place < senders.count ? senders[place] : -1
      if sender >= 0 {
        let isHidden = hiders[Int(sender)] >= 0
        let hider = isHidden ? hiders[Int(sender)] : isFolded(Int(sender)) ? sender : -1
        hiders[place] = hider
        if hider >= 0 {
          hiddenCounts[hider, default: 0] += 1
          continue
        }
      }
      shown.append(Int32(place))
    }
    visible = shown
  }
}
