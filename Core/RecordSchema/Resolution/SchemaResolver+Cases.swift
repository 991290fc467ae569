import RecordCoding

extension SchemaResolver {
  /// Plans what becomes of each case of old.
  func cases(
    _ old: [RecordCase], _ new: [RecordCase], _ history: TypeHistory, path: String, depth: Int
  ) -> [ResolutionPlan.CasePlan] {
    var lastPlace = -1
    var used: Set<Int> = []
    let plans = old.enumerated().map { index, oldCase -> ResolutionPlan.CasePlan in
      guard let place = successor(of: oldCase.name, among: new, history) else {
        let difference = SchemaDifference.caseRemoved(path: path.appending(name: oldCase.name))
        note(.impossible, difference)
        return .impossible(difference)
      }
      used.insert(place)
      let newCase = new[place]
      let path = path.appending(name: newCase.name)
      if newCase.name != oldCase.name {
        note(.fine, .renamed(path: path, from: oldCase.name))
      } else if place < lastPlace {
        note(.fine, .caseMoved(path: path, from: index, to: place))
      }
      lastPlace = max(lastPlace, place)
      let sources = FieldSources(history, payloadOf: newCase.name)
      return .to(
        place, fields(oldCase.payload, newCase.payload, sources, path: path, depth: depth))
    }
    for (place, newCase) in new.enumerated() where !used.contains(place) {
      note(.fine, .caseAdded(path: path.appending(name: newCase.name)))
    }
    return plans
  }

  private func successor(
    of name: String, among cases: [RecordCase], _ history: TypeHistory
  ) -> Int? {
    cases.firstIndex { $0.name == name }
      ?? cases.firstIndex { history.formerNames[$0.name]?.contains(name) == true }
  }
}
