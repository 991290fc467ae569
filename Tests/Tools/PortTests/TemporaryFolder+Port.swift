import Foundation
import Port
import TestSupport

extension TemporaryFolder {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the app that the tests port.
  static let app = "\(repository)/Tests/Tools/PortedApp"

  /// Ports an app in the folder, or at an absolute path, without a build: what a build finds is
  /// tested by `make port`. The port depends on this folder of Reprise, unless a program is given.
  func port(
    _ source: String = TemporaryFolder.app, to folder: String = "out",
    program: String? = nil, _ configure: (inout PortOptions) -> Void = { _ in }
  ) throws(PortError) -> PortReport {
    var options = PortOptions()
    options.source = source.hasPrefix("/") ? source : file(source)
    options.folder = folder.hasPrefix("/") ? folder : file(folder)
    options.reprise = program == nil ? Self.repository : nil
    options.isUnbuilt = true
    configure(&options)
    return try AppPort(options, program: program ?? "").run()
  }

  /// Writes files, and creates their folders.
  func add(_ files: [String: String]) throws {
    for (name, text) in files {
      let parent = URL(filePath: file(name)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try write(text, as: name)
    }
  }

  /// Copies the app of the tests into the folder `app`.
  func copyApp() throws {
    try FileManager.default.copyItem(atPath: Self.app, toPath: file("app"))
  }

  /// The files except those of builds, with the times when they were written.
  var written: [String: Date] {
    get throws {
      var dates: [String: Date] = [:]
      for name in files where !name.contains(".build") {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        if attributes[.type] as? FileAttributeType == .typeDirectory { continue }
        dates[name] = attributes[.modificationDate] as? Date
      }
      return dates
    }
  }
}
