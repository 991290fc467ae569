public import Foundation

extension Locale.Currency: CustomDumpStringConvertible {
  /// The code of the currency.
  public var customDumpDescription: String { "Locale.Currency(\(identifier))" }
}

extension Locale.LanguageCode: CustomDumpStringConvertible {
  /// The code of the language.
  public var customDumpDescription: String { "Locale.LanguageCode(\(identifier))" }
}

extension Locale.Region: CustomDumpStringConvertible {
  /// The code of the region.
  public var customDumpDescription: String { "Locale.Region(\(identifier))" }
}

extension Locale.Script: CustomDumpStringConvertible {
  /// The code of the script.
  public var customDumpDescription: String { "Locale.Script(\(identifier))" }
}
