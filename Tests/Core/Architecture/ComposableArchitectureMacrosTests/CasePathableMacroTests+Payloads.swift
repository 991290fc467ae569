import Testing

extension CasePathableMacroTests {
  @Test("A name in backticks keeps its backticks")
  func escapedNames() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          case `default`(in: Int)
        }
        """)
    #expect(
      expansion.source == #"""
        enum Action {
          case `default`(in: Int)

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var `default`: CaseKeyPaths.AnyCasePath<Action, Int> {
              CaseKeyPaths.AnyCasePath<Action, Int>(
                generatedEmbed: {
                  Action.`default`(in: $0)
                },
                extract: {
                  guard case .`default`(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }, tag: CaseKeyPaths.CaseTag(index: 0, of: {
                    Self.number(of: $0)
                  }))
            }
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              return \.`default`
            }
            private static func number(of root: Action) -> Swift.Int {
              return 0
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Action>]()
              paths.reserveCapacity(1)
              paths.append(\.`default`)
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

  @Test("An implicitly unwrapped payload becomes optional, and a function is put in parentheses")
  func unusualTypes() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          case value(Int!)
          case call((Int) -> Void)
        }
        """)
    #expect(
      expansion.source == #"""
        enum Action {
          case value(Int!)
          case call((Int) -> Void)

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var value: CaseKeyPaths.AnyCasePath<Action, Int?> {
              CaseKeyPaths.AnyCasePath<Action, Int?>(
                generatedEmbed: {
                  Action.value($0)
                },
                extract: {
                  guard case .value(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }, tag: CaseKeyPaths.CaseTag(index: 0, of: {
                    Self.number(of: $0)
                  }))
            }
            var call: CaseKeyPaths.AnyCasePath<Action, ((Int) -> Void)> {
              CaseKeyPaths.AnyCasePath<Action, ((Int) -> Void)>(
                generatedEmbed: {
                  Action.call($0)
                },
                extract: {
                  guard case .call(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }, tag: CaseKeyPaths.CaseTag(index: 1, of: {
                    Self.number(of: $0)
                  }))
            }
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .value = root {
                return \.value
              }
              return \.call
            }
            private static func number(of root: Action) -> Swift.Int {
              if case .value = root {
                return 0
              }
              return 1
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Action>]()
              paths.reserveCapacity(2)
              paths.append(\.value)
              paths.append(\.call)
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

  @Test("Members that use a deprecated case are deprecated, so expanding causes no warnings")
  func deprecatedCases() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          @available(*, deprecated, renamed: "set") case old
        }
        """)
    #expect(
      expansion.source == #"""
        enum Action {
          @available(*, deprecated, renamed: "set") case old

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            @available(*, deprecated, renamed: "set")
            var old: CaseKeyPaths.AnyCasePath<Action, Swift.Void> {
              CaseKeyPaths.AnyCasePath<Action, Swift.Void>(
                generatedEmbed: { _ in
                  Action.old
                },
                extract: {
                  guard case .old = $0 else {
                    return nil
                  }
                  return ()
                })
            }
            @available(*, deprecated) subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              switch root {
              case .old:
                return \.old
              }
            }
            @available(*, deprecated) func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var paths = [CaseKeyPaths.PartialCaseKeyPath<Action>]()
              paths.reserveCapacity(1)
              paths.append(\.old)
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

  @Test("An enum without cases has no case paths and no subscript for a value")
  func noCases() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {}
        """)
    #expect(
      expansion.source == """
        enum Action {

          nonisolated struct AllCasePaths: Swift.Sendable, Swift.Sequence {
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              return [CaseKeyPaths.PartialCaseKeyPath<Action>]().makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: CaseKeyPaths.CasePathIterable {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
