import Foundation

/// The names of the functions in an executable, from the symbols of a 64-bit ELF file.
///
/// Source: System V Application Binary Interface, "Object Files",
/// https://www.sco.com/developers/gabi.
struct SymbolTable {
  private struct Symbol {
    let address: UInt64
    let length: UInt64
    let name: Int
  }

  private static let sectionOfSymbols: UInt32 = 2
  private static let symbolLength = 24
  private static let function: UInt8 = 2

  private let file: Data
  private var symbols: [Symbol] = []

  /// Reads the table of an executable. The table is empty if the executable was stripped.
  init(path: String) {
    file = (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)) ?? Data()
    guard file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]),
      let sections: UInt64 = read(at: 0x28), let length: UInt16 = read(at: 0x3a),
      let count: UInt16 = read(at: 0x3c)
    else { return }
    for index in 0..<UInt64(count) {
      let section = sections &+ index * UInt64(length)
      guard let kind: UInt32 = read(at: section &+ 4) else { return }
      if kind == Self.sectionOfSymbols { readSymbols(section, sections, UInt64(length)) }
    }
    symbols.sort { $0.address < $1.address }
  }

  func name(at address: UInt64) -> String? {
    var low = 0
    var high = symbols.count
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    guard address < symbol.address &+ max(symbol.length, 1) else { return nil }
    let bytes = file[symbol.name...].prefix { $0 != 0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func readSymbols(_ section: UInt64, _ sections: UInt64, _ length: UInt64) {
    guard let offset: UInt64 = read(at: section &+ 0x18),
      let size: UInt64 = read(at: section &+ 0x20), let link: UInt32 = read(at: section &+ 0x28),
      let names: UInt64 = read(at: sections &+ UInt64(link) * length &+ 0x18),
      size <= UInt64(file.count)
    else { return }
    for index in 0..<size / UInt64(Self.symbolLength) {
      let symbol = offset &+ index * UInt64(Self.symbolLength)
      guard let name: UInt32 = read(at: symbol), let info: UInt8 = read(at: symbol &+ 4),
        let address: UInt64 = read(at: symbol &+ 8), let size: UInt64 = read(at: symbol &+ 16)
      else { return }
      let position = names &+ UInt64(name)
      guard info & 0xf == Self.function, address > 0, position < UInt64(file.count) else {
        continue
      }
      symbols.append(Symbol(address: address, length: size, name: Int(position)))
    }
  }

  private func read<Number: FixedWidthInteger>(at offset: UInt64) -> Number? {
    guard offset <= UInt64(file.count), UInt64(file.count) - offset >= MemoryLayout<Number>.size
    else { return nil }
    return file.withUnsafeBytes { bytes in
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(offset), as: Number.self))
    }
  }
}
