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
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
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

  /// A file's bytes.
  ///
  /// - Throws: `SessionError.cannotRead`, also for a file over the limit, which is not read then.
  static func bytes(at path: String, limit: Int = SessionFile.sizeLimit) throws(SessionError) -> Data {
    let path = expanded(path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: reason()) }
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
    do {
      return try SessionFile(bytes: bytes(at: path))
    } catch let error as SessionFileError {
      let place = error.place.map { "\(path):\($0.line):\($0.column)" } ?? path
      throw CommandError("\(place): \(error.message)")
    }
  }

  /// The file a path leads to through symbolic links, so that a link is written through and not replaced.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func expanded(_ path: String) -> String { (path as NSString).expandingTildeInPath }
  private static func reason() -> String { String(cString: strerror(errno)) }
}
