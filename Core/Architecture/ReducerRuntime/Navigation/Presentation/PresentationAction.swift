public import CaseKeyPaths
public import RecordCoding

/// An action of a presented feature, or the dismissal of the feature.
///
/// <!-- context: action -->
///     case .detail(.presented(.saveTapped)):
///       state.detail = nil
///       return .none
///     case .detail(.dismiss):
///       return .send(.saved)
@Recordable
public enum PresentationAction<Action> {
  /// A request to dismiss the feature.
  case dismiss

  /// An action of the presented feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

extension PresentationAction: CasePathable {
  /// The case paths of both cases, and of the presented feature's actions.
  ///
  /// `\.destination.tap` is a shorter form of `\.destination.presented.tap`.
  @_documentation(visibility: internal)
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sequence {
    /// The case path of the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        generatedEmbed: { .dismiss },
        extract: {
          guard case .dismiss = $0 else { return nil }
          return ()
        })
    }

    /// The case path of the presented feature's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        generatedEmbed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        })
    }

    /// Returns the case path of one case of the presented feature's actions.
    public subscript<Leaf>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Leaf>>
    ) -> AnyCasePath<PresentationAction, Leaf> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    /// Returns the case path of one feature's presentation: its actions and the dismissal.
    @_disfavoredOverload
    public subscript<Leaf>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Leaf>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Leaf>> where Action: CasePathable {
      let path = Action.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        generatedEmbed: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let leaf): .presented(path.embed(leaf))
          }
        },
        extract: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action): path.extract(from: action).map { .presented($0) }
          }
        })
    }

    /// Returns the case key path of an action's case.
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    /// Returns an iterator over both cases.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<PresentationAction>]> {
      [\.dismiss, \.presented].makeIterator()
    }
  }

  /// The case paths of both cases.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
