import Foundation
import Synchronization

/// The initialisers a type declares, read from the names in the symbol table of the program or library that holds it.
///
/// Nothing at run time lists them otherwise: metadata knows fields and cases, not functions. Where a program was stripped of its
/// symbols, or where an optimised build left an initialiser out that nobody calls, it is not found.
public enum TypeInitializers {
  private static let cache = Mutex<[String: [String]]>([:])
  /// The names of a file beyond this size are not read.
  private static let sizeLimit = 1 << 30

  /// The argument labels of each initialiser of a type, `nil` for an argument without one.
  ///
  /// - Complexity: The first time for a file, linear in its symbols; then in its initialisers.
  public static func labels(of type: Any.Type) -> [[String?]] {
    guard let mangled = _mangledTypeName(type), let file = file(holding: type) else { return [] }
    let prefix = "$s" + mangled
    return symbols(in: file).filter { $0.hasPrefix(prefix) }.compactMap { symbol in
      demangled(symbol).flatMap { labels(in: $0, of: TypeShape.of(type)) }
    }
  }

  /// The labels in `Module.Type.init(first: A, _: B) -> Module.Type`.
  private static func labels(in text: String, of shape: TypeShape) -> [String?]? {
    let start = "\(shape.module).\(shape.name).init("
    guard text.hasPrefix(start) else { return nil }
    var labels: [String?] = []
    var depth = 0
    var word = ""
    var isLabel = true
    var isEmpty = true
    for character in text.dropFirst(start.count) {
      switch character {
      case ")" where depth == 0:
        if !isEmpty, isLabel { labels.append(nil) }
        return labels
      case "," where depth == 0:
        if isLabel { labels.append(nil) }
        isLabel = true
        word = ""
        continue
      case ":" where depth == 0 && isLabel:
        labels.append(word == "_" ? nil : word)
        isLabel = false
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case " " where word.isEmpty: continue
      default: word.append(character)
      }
      isEmpty = false
    }
    return nil
  }

  private static func file(holding type: Any.Type) -> String? {
    // `Dl_info`: the file's name, where it begins, the nearest symbol's name and its address.
    var info: (name: UnsafePointer<CChar>?, base: UnsafeRawPointer?, symbol: UnsafePointer<CChar>?, address: UnsafeRawPointer?)
    info = (nil, nil, nil, nil)
    // A type is the address of its metadata, which lies in the file that declares it; generic types, made at run time, lie in none.
    guard dynamicLinkerAddress(unsafeBitCast(type, to: UnsafeRawPointer.self), &info) != 0, let name = info.name else {
      return nil
    }
    let path = String(cString: name)
    // The main program's name may be relative to a folder that is not the current one any more.
    return FileManager.default.isReadableFile(atPath: path) && path.hasPrefix("/") ? path : "/proc/self/exe"
  }

  private static func demangled(_ symbol: String) -> String? {
    guard let result = swiftDemangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(result) }
    return String(cString: result)
  }

  /// The symbols of allocating initialisers in an ELF file.
  private static func symbols(in path: String) -> [String] {
    if let known = cache.withLock({ $0[path] }) { return known }
    let found = (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)).map(initializers) ?? []
    cache.withLock { $0[path] = found }
    return found
  }

  private static func initializers(in file: Data) -> [String] {
    guard file.count > 64, file.count < sizeLimit, file.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]) else { return [] }
    return file.withUnsafeBytes { bytes in
      /// Everything read lies inside the file, whatever its headers say.
      func load<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Int {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { return 0 }
        return Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      let sections = load(0x28, as: UInt64.self)
      let sectionSize = load(0x3A, as: UInt16.self)
      let sectionCount = load(0x3C, as: UInt16.self)
      var found: [String] = []
      for index in 0..<sectionCount {
        let section = sections &+ index &* sectionSize
        // A full symbol table; the dynamic one holds what is exported alone.
        guard load(section &+ 4, as: UInt32.self) == 2 else { continue }
        let (start, size) = (load(section &+ 0x18, as: UInt64.self), load(section &+ 0x20, as: UInt64.self))
        let names = sections &+ load(section &+ 0x28, as: UInt32.self) &* sectionSize
        let (namesStart, namesSize) = (load(names &+ 0x18, as: UInt64.self), load(names &+ 0x20, as: UInt64.self))
        guard start >= 0, size >= 0, start <= bytes.count &- size, namesStart >= 0, namesSize > 0,
          namesStart <= bytes.count &- namesSize
        else { continue }
        for symbol in stride(from: start, to: start + size, by: 24) {
          let name = load(symbol, as: UInt32.self)
          guard name < namesSize, load(namesStart + name, as: UInt16.self) == 0x7324 else { continue }
          var end = namesStart + name
          while end < namesStart + namesSize, bytes[end] != 0 { end += 1 }
          let text = UnsafeRawBufferPointer(rebasing: bytes[(namesStart + name)..<end])
          // `$s…cfC`: an allocating initialiser.
          guard text.count > 5, text.suffix(3).elementsEqual([0x63, 0x66, 0x43]) else { continue }
          found.append(String(decoding: text, as: UTF8.self))
        }
      }
      return found
    }
  }
}

/// `dladdr`, which Glibc's module leaves out; it writes four pointers.
@_silgen_name("dladdr")
private func dynamicLinkerAddress(_ address: UnsafeRawPointer, _ info: UnsafeMutableRawPointer) -> CInt

/// The runtime's own demangler; the result is to be freed.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
