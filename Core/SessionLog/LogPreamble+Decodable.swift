extension LogPreamble: Decodable {
  private enum CodingKeys: CodingKey {
    case format, version, requires
  }

  /// Decodes the keys that matter and leaves the others alone.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(String.self, forKey: .format)
    version = try container.decode(Int.self, forKey: .version)
    do {
      requires = try container.decodeIfPresent([String].self, forKey: .requires) ?? []
    } catch  where version > LogFormat.version {
      // A later version may say otherwise what it requires; that it is later is enough to know.
      requires = []
    }
  }
}
