import Foundation

/// Inputs that once failed or that lead somewhere interesting, one file each.
public enum FuzzCorpus {
  /// The folder of a target's inputs.
  public static func folder(of target: FuzzTarget) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("FuzzingTests/Corpus/\(target.rawValue)")
  }

  /// A target's inputs by the names of their files, in order.
  public static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder(of: target)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted().map {
      ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  /// Keeps an input under a name made of what it is and of its bytes.
  ///
  /// - Returns: The file's path.
  public static func keep(_ bytes: [UInt8], as kind: String, of target: FuzzTarget) throws -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let file = folder(of: target).appendingPathComponent("\(kind)-\(String(hash, radix: 16))")
    try Data(bytes).write(to: file)
    return file.path
  }
}
