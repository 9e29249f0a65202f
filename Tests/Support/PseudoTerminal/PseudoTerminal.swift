import CPseudoTerminal
import Foundation

/// A program run on a real pseudo-terminal, as a person at a keyboard runs it.
///
/// A test presses keys and waits for what must appear on the screen. Waiting blocks on the terminal itself; nothing sleeps,
/// and the deadline only decides how long a failure takes.
public final class PseudoTerminal {
  /// The keys that are no characters.
  public enum Key {
    public static let up = "\u{1B}[A"
    public static let down = "\u{1B}[B"
    public static let right = "\u{1B}[C"
    public static let left = "\u{1B}[D"
    public static let home = "\u{1B}[H"
    public static let end = "\u{1B}[F"
    public static let delete = "\u{1B}[3~"
    public static let backspace = "\u{7F}"
    public static let tab = "\t"
    public static let enter = "\r"
    public static let escape = "\u{1B}"

    /// Control and a letter.
    public static func control(_ letter: Character) -> String {
      String(Unicode.Scalar((letter.asciiValue ?? 0) & 0x1F))
    }

    /// Text as a terminal pastes it.
    public static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
  }

  /// Why waiting failed.
  public struct Failure: Error, CustomStringConvertible {
    public let message: String
    /// What was on the screen then.
    public let screen: [String]

    public var description: String {
      message + "; the screen:\n" + screen.map { "  |" + $0 }.joined(separator: "\n")
    }
  }

  /// What a person sees now, as far as it was read.
  public private(set) var screen: Screen
  /// All bytes the program wrote so far.
  public private(set) var output: [UInt8] = []
  public let processIdentifier: Int32

  private let descriptor: Int32
  private var exitCode: Int32?
  private var isHungUp = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Without the program's own name.
  ///   - environment: All of its environment; `TERM`, `LANG` and `PATH` are set where it says nothing.
  ///   - folder: Where it starts; nil for here.
  ///   - columns: The width of the window.
  ///   - rows: Its height.
  public init(
    _ program: String, arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil,
    columns: Int = 80, rows: Int = 24
  ) throws {
    var environment = environment
    environment["TERM"] = environment["TERM"] ?? "xterm-256color"
    environment["LANG"] = environment["LANG"] ?? "C.UTF-8"
    environment["PATH"] = environment["PATH"] ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let argumentList: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let environmentList: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argumentList + environmentList { free(text) } }
    var end: Int32 = -1
    let process = pseudo_terminal_start(
      program, argumentList, environmentList, folder, UInt16(clamping: columns), UInt16(clamping: rows), &end)
    guard process > 0 else {
      throw Failure(message: "\(program) cannot be started: \(String(cString: strerror(errno)))", screen: [])
    }
    processIdentifier = process
    descriptor = end
    screen = Screen(columns: columns, rows: rows)
  }

  deinit {
    close(descriptor)
    if exitCode == nil {
      kill(processIdentifier, SIGKILL)
      _ = pseudo_terminal_wait(processIdentifier)
    }
  }

  /// The path of a program that this package builds, next to the running tests.
  public static func builtProduct(_ name: String) -> String {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates =
      [executable, CommandLine.arguments.first ?? "", Bundle.main.executablePath ?? ""] + Bundle.allBundles.map(\.bundlePath)
    for candidate in candidates where !candidate.isEmpty {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let product = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: product.path) { return product.path }
        folder = folder.deletingLastPathComponent()
      }
    }
    return name
  }

  /// Presses keys: characters, `Key`s, or both.
  public func press(_ keys: String...) {
    for key in keys { write(Array(key.utf8)) }
  }

  /// Writes bytes as if they were typed.
  public func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isHungUp {
      // The program may be writing at the same time and wait for somebody to read.
      var source = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&source, 1, -1) > 0 else { continue }
      if source.revents & Int16(POLLIN | POLLHUP) != 0 { read() }
      guard source.revents & Int16(POLLOUT) != 0 else { continue }
      let count = rest.prefix(512).withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR, errno != EAGAIN { return }
    }
  }

  /// Changes the window's size, as dragging its corner does.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    _ = pseudo_terminal_resize(descriptor, UInt16(clamping: columns), UInt16(clamping: rows))
  }

  /// Reads until `condition` holds for the screen.
  ///
  /// - Parameters:
  ///   - expectation: What is waited for, in the failure's words.
  ///   - deadline: The seconds after which it has failed.
  ///   - condition: Asked after every read.
  public func wait(for expectation: String, deadline: Double = 20, until condition: (Screen) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(deadline)
    while !condition(screen) {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { throw Failure(message: "waited \(deadline) s in vain for \(expectation)", screen: screen.text) }
      guard !isHungUp else { throw Failure(message: "the program ended before \(expectation)", screen: screen.text) }
      var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
      if poll(&source, 1, milliseconds) > 0 { read() }
    }
  }

  /// Reads until `text` is somewhere on the screen or scrolled off it.
  public func wait(forText text: String, deadline: Double = 20) throws {
    try wait(for: "\"\(text)\"", deadline: deadline) { $0.everything.contains { $0.contains(text) } }
  }

  /// Reads until the screen is exactly this, the cursor included when it is given.
  ///
  /// - Parameters:
  ///   - rows: The rows from the top, without blanks at their ends.
  ///   - cursor: Where the cursor is, from 0.
  ///   - deadline: The seconds after which it has failed.
  public func wait(forScreen rows: [String], cursor: (row: Int, column: Int)? = nil, deadline: Double = 20) throws {
    let place = cursor.map { " with the cursor at \($0)" } ?? ""
    do {
      try wait(for: "a screen", deadline: deadline) { screen in
        screen.text == rows && (cursor.map { $0 == screen.cursor } ?? true)
      }
    } catch let failure as Failure {
      throw Failure(
        message: failure.message + place + ":\n" + rows.map { "  |" + $0 }.joined(separator: "\n")
          + "\n(the cursor is at \(screen.cursor))", screen: failure.screen)
    }
  }

  /// Reads what the program still writes and waits for its end. Its exit code, or 128 plus the signal that ended it.
  public func waitForExit(deadline: Double = 20) throws -> Int32 {
    if let exitCode { return exitCode }
    try? wait(for: "the end of the program", deadline: deadline) { _ in isHungUp }
    guard isHungUp else { throw Failure(message: "the program did not end in \(deadline) s", screen: screen.text) }
    let code = pseudo_terminal_wait(processIdentifier)
    exitCode = code
    return code
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    if count > 0 {
      output += chunk[..<count]
      screen.feed(chunk[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      // Linux reports the end of a terminal as an error.
      isHungUp = true
    }
  }
}
