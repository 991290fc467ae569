extension LogCopy {
  /// Writes the copy beside `path`, ends it, and gives it that name; leaves nothing if that fails.
  func publish(
    as path: String, options: LogWriterOptions, operations: LogFileOperations
  ) throws(Failure) -> LogSummary {
    let file: LogFile
    do throws(LogWriterError) {
      file = try .creatingCopy(for: path, overwrite: options.overwrite, operations: operations)
    } catch {
      throw .creating(error)
    }
    file.takeAccess(of: source.file)
    do throws(Failure) {
      var body = LogBody(file, options: options)
      try write(into: &body)
      return try publish(&body, as: path)
    } catch {
      file.remove()
      throw error
    }
  }

  private func publish(_ body: inout LogBody, as path: String) throws(Failure) -> LogSummary {
    do throws(LogWriterStop) {
      return try body.publish(as: path)
    } catch {
      throw .writing(error)
    }
  }
}
