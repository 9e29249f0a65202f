import Foundation

/// The user's own files, where the XDG base directory specification puts them; `nil` where the user has no home.
enum Folders {
  /// The lines that were typed.
  static var historyFile: String? { file("history", in: "XDG_STATE_HOME", default: ".local/state") }

  /// The journals of the sessions that live, and of those that ended without a goodbye.
  static var journals: String? { file("journals", in: "XDG_STATE_HOME", default: ".local/state") }

  /// Commands to carry out before the prompt; `nil` also when there is no such file.
  static var initFile: String? {
    file("init", in: "XDG_CONFIG_HOME", default: ".config").flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// The lessons: in `HINDSIGHT_LESSONS`, in `sessions/lessons` here, or in such a folder above the program itself; `nil` when there
  /// is none.
  static var lessons: String? {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["HINDSIGHT_LESSONS"], !named.isEmpty { return named }
    var folders = ["."]
    if var folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        folders.append(folder)
        folders.append(folder + "/share/hindsight")
      }
    }
    for folder in folders {
      let path = folder == "." ? "sessions/lessons" : folder + "/sessions/lessons"
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return path }
    }
    return nil
  }

  private static func file(_ name: String, in variable: String, default folder: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    // A relative path is to be ignored, says the specification.
    if let base = environment[variable], base.hasPrefix("/") { return "\(base)/hindsight/\(name)" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(folder)/hindsight/\(name)"
  }
}
