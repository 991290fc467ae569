/// A declaration of a `@Dependency`.
final class AccessSite: Sendable {
  let location: IssueLocation

  init(location: IssueLocation) {
    self.location = location
  }
}
