import Testing

@Suite("Expansions of @CasePathable")
struct CasePathableMacroTests {
  @Test("Every case has a case path to its payload")
  func payloads() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          case refresh
          case set(Int)
          case response(id: Int, _ text: String, isFinal: Bool = true)
          case unit(())
        }
        """)
    #expect(
      expansion.source == #"""
        enum Action {
          case refresh
          case set(Int)
          case response(id: Int, _ text: String, isFinal: Bool = true)
          case unit(())

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var refresh: CaseKeyPaths.AnyCasePath<Action, Swift.Void> {
              CaseKeyPaths.AnyCasePath<Action, Swift.Void>(
                generatedEmbed: { _ in
                  Action.refresh
                },
                extract: {
                  guard case .refresh = $0 else {
                    return nil
                  }
                  return ()
                }, tag: CaseKeyPaths.CaseTag(index: 0, of: {
                    Self.number(of: $0)
                  }))
            }
            var set: CaseKeyPaths.AnyCasePath<Action, Int> {
              CaseKeyPaths.AnyCasePath<Action, Int>(
                generatedEmbed: {
                  Action.set($0)
                },
                extract: {
                  guard case .set(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }, tag: CaseKeyPaths.CaseTag(index: 1, of: {
                    Self.number(of: $0)
                  }))
            }
            var response: CaseKeyPaths.AnyCasePath<Action, (id: Int, String, isFinal: Bool)> {
              CaseKeyPaths.AnyCasePath<Action, (id: Int, String, isFinal: Bool)>(
                generatedEmbed: {
                  Action.response(id: $0.0, $0.1, isFinal: $0.2)
                },
                extract: {
                  guard case .response(let v0, let v1, let v2) = $0 else {
                    return nil
                  }
                  return (id: v0, v1, isFinal: v2)
                }, tag: CaseKeyPaths.CaseTag(index: 2, of: {
                    Self.number(of: $0)
                  }))
            }
            var unit: CaseKeyPaths.AnyCasePath<Action, ()> {
              CaseKeyPaths.AnyCasePath<Action, ()>(
                generatedEmbed: {
                  Action.unit($0)
                },
                extract: {
                  guard case .unit = $0 else {
                    return nil
                  }
                  return ()
                }, tag: CaseKeyPaths.CaseTag(index: 3, of: {
                    Self.number(of: $0)
                  }))
            }
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              switch root {
              case .refresh:
                return \.refresh
              case .set:
                return \.set
              case .response:
                return \.response
              case .unit:
                return \.unit
              }
            }
            private static func number(of root: Action) -> Swift.Int {
              switch root {
              case .refresh:
                return 0
              case .set:
                return 1
              case .response:
                return 2
              case .unit:
                return 3
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Action>]()
              paths.reserveCapacity(4)
              paths.append(\.refresh)
              paths.append(\.set)
              paths.append(\.response)
              paths.append(\.unit)
              return paths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: CaseKeyPaths.CasePathIterable {
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A type name that AllCasePaths shadows keeps its meaning")
  func shadowedNames() {
    let expansion = Expansion(
      of: """
        @CasePathable indirect enum Tree<Element> {
          case node(Self, [Element])
        }
        """)
    #expect(
      expansion.source == #"""
        indirect enum Tree<Element> {
          case node(Self, [Element])

          typealias CasePathsElement = Element

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var node: CaseKeyPaths.AnyCasePath<Tree, (Tree, [Tree.CasePathsElement])> {
              CaseKeyPaths.AnyCasePath<Tree, (Tree, [Tree.CasePathsElement])>(
                generatedEmbed: {
                  Tree.node($0.0, $0.1)
                },
                extract: {
                  guard case .node(let v0, let v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }, tag: CaseKeyPaths.CaseTag(index: 0, of: {
                    Self.number(of: $0)
                  }))
            }
            subscript(root: Tree) -> CaseKeyPaths.PartialCaseKeyPath<Tree> {
              return \.node
            }
            private static func number(of root: Tree) -> Swift.Int {
              return 0
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Tree>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Tree>]()
              paths.reserveCapacity(1)
              paths.append(\.node)
              return paths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Tree: CaseKeyPaths.CasePathIterable {
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Case paths are within the same #if as their cases")
  func conditionalCases() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          #if DEBUG
            case inspect
          #endif
        }
        """)
    #expect(
      expansion.source == #"""
        enum Action {
          #if DEBUG
            case inspect
          #endif

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            #if DEBUG
            var inspect: CaseKeyPaths.AnyCasePath<Action, Swift.Void> {
              CaseKeyPaths.AnyCasePath<Action, Swift.Void>(
                generatedEmbed: { _ in
                  Action.inspect
                },
                extract: {
                  guard case .inspect = $0 else {
                    return nil
                  }
                  return ()
                }, tag: CaseKeyPaths.CaseTag(index: 0, of: {
                    Self.number(of: $0)
                  }))
            }
            #endif
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              switch root {
              #if DEBUG
              case .inspect:
                return \.inspect
              #endif
              }
            }
            private static func number(of root: Action) -> Swift.Int {
              switch root {
              #if DEBUG
              case .inspect:
                return 0
              #endif
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Action>]()
              paths.reserveCapacity(1)
              #if DEBUG
              paths.append(\.inspect)
              #endif
              return paths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: CaseKeyPaths.CasePathIterable {
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }
}
