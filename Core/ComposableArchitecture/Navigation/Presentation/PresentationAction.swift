public import CaseKeyPaths
public import RecordCoding

/// An action of a presentation: one of the feature that is presented, or its dismissal.
///
/// <!-- context: action -->
///     case .detail(.presented(.saveTapped)):
///       state.detail = nil
///       return .none
///     case .detail(.dismiss):
///       return .send(.saved)
@Recordable
public enum PresentationAction<Action> {
  /// The feature is to be dismissed.
  case dismiss

  /// An action of the feature that is presented.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

extension PresentationAction: CasePathable {
  /// The case paths of both cases, and of the presented feature's actions as if they were here.
  ///
  /// `\.destination.presented.tap` can be written `\.destination.tap`.
  @_documentation(visibility: internal)
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sequence {
    /// The dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        generatedEmbed: { .dismiss },
        extract: {
          guard case .dismiss = $0 else { return nil }
          return ()
        })
    }

    /// An action of the feature that is presented.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        generatedEmbed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        })
    }

    /// A case of the presented feature's actions.
    public subscript<Leaf>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Leaf>>
    ) -> AnyCasePath<PresentationAction, Leaf> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    /// The presentation of one of several features: its actions, and their common dismissal.
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

    /// The case key path of the case that an action is in.
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    /// Goes through both cases.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<PresentationAction>]> {
      [\.dismiss, \.presented].makeIterator()
    }
  }

  /// The case paths of both cases.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
