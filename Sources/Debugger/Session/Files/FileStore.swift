import Foundation

/// Reading and writing files for the user, with errors that name the path and the reason.
enum FileStore {
  /// Writes a text into a regular file, new or with the mode it has, so that the file is either the old one or the whole new one: aside first, then renamed.
  ///
  /// - Throws: `SessionError.cannotWrite`.
  static func write(_ text: String, to path: String) throws(SessionError) {
    let path = resolved(expanded(path))
    var status = stat()
    var mode: mode_t = 0o644
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotWrite(path: path, reason: "it is not a regular file") }
      mode = status.st_mode & 0o777
      guard access(path, W_OK) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    }
    let aside = path + ".\(getpid()).part"
    let descriptor = Foundation.open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let failure = reason()
        close(descriptor)
        unlink(aside)
        throw .cannotWrite(path: path, reason: failure)
      }
      bytes = bytes.dropFirst(written)
    }
    guard fsync(descriptor) == 0 || errno == EINVAL, close(descriptor) == 0, rename(aside, path) == 0 else {
      let failure = reason()
      unlink(aside)
      throw .cannotWrite(path: path, reason: failure)
    }
  }

  /// Whether writing a session there loses nothing else: there is no file, or an empty one, or one that begins as sessions do.
  static func mayBeSession(_ path: String) -> Bool { beginning(of: path).map(isBeginningOfSession) ?? true }

  /// Whether there is a file that begins as sessions do.
  static func isSession(_ path: String) -> Bool { beginning(of: path).map(isBeginningOfSession) ?? false }

  /// Whether the first line that is neither empty nor a comment is one of a session.
  private static func isBeginningOfSession(_ text: String) -> Bool {
    let line = text.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline).first { line in
      line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    }
    return line?.hasPrefix("hindsight ") ?? false
  }

  /// The feature of a file that begins as sessions do, as far as the first lines tell.
  static func feature(ofSession path: String) -> String? {
    guard let text = beginning(of: path), isBeginningOfSession(text) else { return nil }
    return text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("feature ") }
      .map { $0.dropFirst("feature ".count).trimmed }
  }

  /// Whether there is a file that begins as text does.
  static func isText(_ path: String) -> Bool {
    beginning(of: path).map { text in
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    } ?? false
  }

  /// The first bytes of a regular file that has any.
  private static func beginning(of path: String) -> String? {
    var status = stat()
    guard stat(expanded(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    guard let descriptor = try? open(path) else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Makes sure that a file can be written, as far as that can be told without writing it.
  ///
  /// - Throws: `SessionError.cannotWrite`.
  static func checkWritable(_ path: String) throws(SessionError) {
    let path = resolved(expanded(path))
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotWrite(path: path, reason: "it is not a regular file") }
      guard access(path, W_OK) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    }
    // The new file is made aside, in the same folder.
    let folder = (path as NSString).deletingLastPathComponent
    guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
  }

  /// Opens a file that ends: a regular one. A pipe may have no writer and a device no end.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - takesStreams: Whether pipes and terminals are taken too, for what is read line by line while it comes.
  ///   - limit: How many bytes it may have.
  /// - Throws: `SessionError.cannotRead`.
  static func open(_ path: String, takesStreams: Bool = false, limit: Int? = nil) throws(SessionError) -> Int32 {
    let path = expanded(path)
    var status = stat()
    // Asked before it is opened, since opening a device may already do something.
    guard stat(path, &status) == 0 else { throw .cannotRead(path: path, reason: reason()) }
    if let problem = problem(status, path: path, takesStreams: takesStreams) { throw .cannotRead(path: path, reason: problem) }
    if let limit, Int(status.st_size) > limit {
      throw .cannotRead(path: path, reason: "it has \(status.st_size) bytes, and \(limit) are taken at the most")
    }
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: reason()) }
    if fstat(descriptor, &status) == 0, let problem = problem(status, path: path, takesStreams: takesStreams) {
      close(descriptor)
      throw .cannotRead(path: path, reason: problem)
    }
    return descriptor
  }

  private static func problem(_ status: stat, path: String, takesStreams: Bool) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "it is a folder"
    case S_IFIFO: takesStreams ? nil : "it is a pipe, not a file"
    case S_IFSOCK: "it is a socket, not a file"
    case S_IFCHR where takesStreams && (path == "/dev/null" || path == "/dev/stdin" || path.hasPrefix("/dev/fd/")): nil
    default: "it is a device, not a file"
    }
  }

  /// A file's bytes.
  ///
  /// - Throws: `SessionError.cannotRead`, also for a file over the limit, which is not read then.
  static func bytes(at path: String, limit: Int = SessionFile.sizeLimit) throws(SessionError) -> Data {
    let path = expanded(path)
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try bytes(of: descriptor, path: path, limit: limit)
  }

  /// The bytes of an open file from where it stands.
  ///
  /// - Throws: `SessionError.cannotRead`, also for a file over the limit, which is not read then.
  static func bytes(of descriptor: Int32, path: String, limit: Int) throws(SessionError) -> Data {
    var status = stat()
    if fstat(descriptor, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotRead(path: path, reason: "it is a folder") }
      guard Int(status.st_size) <= limit else { throw .cannotRead(path: path, reason: "it is larger than \(limit) bytes") }
    }
    lseek(descriptor, 0, SEEK_SET)
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path: path, reason: reason()) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= limit else { throw .cannotRead(path: path, reason: "it is larger than \(limit) bytes") }
    }
  }

  /// A file's text.
  static func text(at path: String) throws(SessionError) -> String {
    guard let text = String(validating: try bytes(at: path), as: UTF8.self) else {
      throw .cannotRead(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }

  /// A saved session.
  ///
  /// - Throws: `SessionError.cannotRead`, or `CommandError` with the place where the file is wrong.
  static func session(at path: String) throws -> SessionFile {
    var status = stat()
    if stat(expanded(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) > SessionFile.sizeLimit {
      let error = SessionFileError.tooLarge(bytes: Int(status.st_size), limit: SessionFile.sizeLimit)
      throw FileProblem(error, in: Data()).error(path: path)
    }
    let bytes = try bytes(at: path)
    do {
      return try SessionFile(bytes: bytes)
    } catch {
      throw FileProblem(error, in: bytes).error(path: path)
    }
  }

  /// What tells whether two paths lead to the same file.
  static func identity(of path: String) -> String { resolved(expanded(path)) }

  /// The file a path leads to through symbolic links, so that a link is written through and not replaced.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func expanded(_ path: String) -> String { (path as NSString).expandingTildeInPath }
  private static func reason() -> String { String(cString: strerror(errno)) }
}
