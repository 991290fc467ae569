import ComposableArchitecture
import SessionReplay
import Foundation
import RecordCoding
import SessionLog
import SessionDocument
import SessionModel
import Testing
import TestSupport

@MainActor
@Suite("Calls with secrets")
struct SecretCallTests {
  private static let load = "a text in a call of 'LibraryClient.load' is not in the log"

  private func record(
    _ action: Vault.Action, _ keys: String...
  ) async throws -> EffectSession<Vault> {
    let session = try EffectSession(Vault.State()) { Vault() }
    await session.send(.enter(Redacted("hunter2")))
    await session.send(action)
    for key in keys { await session.open(key) }
    let journal = try bytes(of: session.path + ".partial.journal")
    #expect(journal.firstRange(of: Array("hunter2".utf8)) == nil)
    try session.finish()
    let bytes = try contents(session.path)
    for secret in ["hunter2", "text of"] {
      #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(secret) is in the log")
    }
    let calls = SessionCalls(try SessionReader(path: session.path))
    #expect(calls.fault == nil)
    #expect(calls.count > 0)
    return session
  }

  /// Returns everything that can be read from a log: the file, and its inflated contents.
  private func contents(_ path: String) throws -> [UInt8] {
    let reader = try LogReader(path: path, options: .session)
    var bytes = try bytes(of: path) + reader.header
    for block in reader.blocks { bytes += try reader.payload(of: block) }
    return bytes
  }

  private func expect(
    _ reasons: String..., verified: Int = 0, of session: EffectSession<Vault>
  ) async {
    let (steps, report) = await session.replay { Vault() }
    if case .match = steps.verdict {} else { Issue.record("\(steps.verdict)") }
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == verified)
    await session.end()
    #expect(report.unverified.map(\.reason) == reasons)
  }

  @Test("Texts of arguments and answers are not in the log, and the effect is not verified")
  func answer() async throws {
    let session = try await record(.load, "load hunter2")
    await expect(Self.load, of: session)
  }

  @Test("The text of an error is not in the log")
  func error() async throws {
    let session = try EffectSession(Vault.State()) { Vault() }
    await session.send(.enter(Redacted("no hunter2")))
    await session.send(.load)
    await session.open("load no hunter2")
    try session.finish()
    #expect(try contents(session.path).firstRange(of: Array("hunter2".utf8)) == nil)
    await expect(Self.load, of: session)
  }

  @Test("Texts of a stream are not in the log, which is whole")
  func stream() async throws {
    let session = try await record(.read, "page", "page", "page")
    await expect("a text in a call of 'LibraryClient.pages' is not in the log", of: session)
  }

  @Test("An effect with a text as argument is not verified")
  func argument() async throws {
    let session = try await record(.store, "save vault")
    await expect("a text in a call of 'LibraryClient.save' is not in the log", of: session)
  }

  @Test("Effects without texts are verified")
  func numbers() async throws {
    let session = try await record(.lend(4), "lend 4")
    await expect(verified: 1, of: session)
  }
}
