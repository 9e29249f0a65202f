import CEditLine
import Foundation

/// Lines typed by a person at a terminal, edited with libedit.
///
/// Emacs or vi keys and bindings come from the user's `.editrc`. Ctrl-C gives up the line, Ctrl-D on an empty one ends the
/// input, Ctrl-R searches the history, Tab completes. Text that arrives meanwhile is printed above the line.
///
/// An editor belongs to the thread that reads from it; `mailbox` is for the others.
public final class LineEditor: LineSource {
  /// What could stand at the cursor; asked when Tab is pressed, with the cursor's place in characters.
  public var completer: ((_ line: String, _ cursor: Int) -> Completion?)?
  /// A grey note right of the cursor while it is at the end of the line.
  public var hinter: ((_ line: String) -> String?)?
  /// Runs on the editor's thread after `mailbox.wake()`; may call `printAbove` and set `prompt`.
  public var onWake: (() -> Void)?
  /// What to say when the user leaves at once, by Ctrl-\; nothing else is done then.
  public var onQuit: (() -> String?)?
  /// Whether `!!`, `!3` and `!go` at the start of a line stand for earlier lines.
  public var expandsHistory = true
  /// What the history keeps when a line is taken, where that is not the line itself; `nil` for nothing.
  public var recorder: ((_ line: String) -> String?)?
  /// Writes what cannot be seen in a text that is put in behind the beginning of a line as it is to stand there, tabs included.
  ///
  /// What acts on the terminal and is left by it is not put in. Without one, tabs become blanks.
  public var escaper: ((_ inserted: String, _ line: String) -> String)?
  public var appearance: Appearance
  /// The way in for other threads.
  public var mailbox = EditorMailbox()
  /// How long until `onWake` is to run even if nobody calls `mailbox.wake()`; asked before each wait, `nil` for never.
  public var timeToWake: (() -> Duration?)?
  public let history: LineHistory

  /// What stands before the line, colours included; setting it while a line is edited redraws.
  public var prompt: String {
    didSet {
      guard prompt != oldValue else { return }
      if isEditing { withLineErased { installPrompt() } } else { installPrompt() }
    }
  }

  private let handle: OpaquePointer
  private let libeditHistory: OpaquePointer
  private let streams: [UnsafeMutablePointer<FILE>]
  private let inputDescriptor: Int32
  private let outputDescriptor: Int32
  private var promptText: UnsafeMutablePointer<CChar>?
  private var promptColumnsText = ""

  private var isEditing = false
  private var wasInterrupted = false
  private var isInputAtEnd = false
  private var hintColumns = 0
  private var size: TerminalSize
  private var isVi = false
  /// Bytes read and not yet handed to libedit.
  private var bytes: [UInt8] = []
  private var events: [Event] = []
  private var insertion = ""
  private var entriesInLibedit: [String] = []

  /// What libedit gets instead of a key that was pressed.
  private enum Event {
    case insert(String)
    case accept
  }

  /// A key nobody can press: libedit is given it to run `insertPasted`.
  private static let insertKey: Int32 = 0x80
  /// vi's insert mode takes Escape as a key, so libedit cannot bind there what starts with it. These reach it as keys of
  /// their own.
  private static let viSequences: [(sequence: String, key: Unicode.Scalar)] = cursorKeys.enumerated().map { index, cursorKey in
    (cursorKey.sequence, Unicode.Scalar(UInt8(0x81 + index)))
  }

  /// What terminals send for the keys that move, whatever their description says, and what those do.
  private static let cursorKeys: [(sequence: String, command: String)] = [
    ("\u{1B}[A", "ed-prev-history"), ("\u{1B}[B", "ed-next-history"), ("\u{1B}[C", "ed-next-char"), ("\u{1B}[D", "ed-prev-char"),
    ("\u{1B}OA", "ed-prev-history"), ("\u{1B}OB", "ed-next-history"), ("\u{1B}OC", "ed-next-char"), ("\u{1B}OD", "ed-prev-char"),
    ("\u{1B}[H", "ed-move-to-beg"), ("\u{1B}OH", "ed-move-to-beg"), ("\u{1B}[1~", "ed-move-to-beg"),
    ("\u{1B}[7~", "ed-move-to-beg"),
    ("\u{1B}[F", "hindsight-end"), ("\u{1B}OF", "hindsight-end"), ("\u{1B}[4~", "hindsight-end"),
    ("\u{1B}[8~", "hindsight-end"),
    ("\u{1B}[3~", "ed-delete-next-char"), ("\u{1B}[1;5D", "ed-prev-word"), ("\u{1B}[1;5C", "em-next-word"),
  ]
  private static let pasteStart: [UInt8] = Array("\u{1B}[200~".utf8)
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// An editor on a terminal; nil where nobody can edit: no terminal, or `TERM` is `dumb` or empty.
  ///
  /// - Parameters:
  ///   - name: The name of the program, as `.editrc` may have lines for it alone.
  ///   - history: The lines typed before.
  ///   - input: The terminal to read from.
  ///   - output: The terminal to draw on.
  ///   - appearance: Colours and signs of the list of candidates and of hints.
  ///   - environment: The environment of the process.
  public init?(
    name: String, history: LineHistory = LineHistory(), input: Int32 = 0, output: Int32 = 1,
    appearance: Appearance = .detected(), environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let terminal = environment["TERM"] ?? ""
    guard isatty(input) == 1, isatty(output) == 1, terminal != "", terminal != "dumb" else { return nil }
    Self.chooseLocale()
    guard
      let reading = fdopen(dup(input), "r"), let writing = fdopen(dup(output), "w"), let complaining = fopen("/dev/null", "w"),
      let handle = el_init(name, reading, writing, complaining), let libeditHistory = history_init()
    else { return nil }
    self.handle = handle
    self.libeditHistory = libeditHistory
    self.history = history
    self.appearance = appearance
    streams = [reading, writing, complaining]
    inputDescriptor = input
    outputDescriptor = output
    prompt = ""
    size = TerminalSize.of(descriptor: output, environment: environment)
    Interruption.install()
    configure(terminal: terminal, environment: environment)
  }

  deinit {
    el_end(handle)
    history_end(libeditHistory)
    for stream in streams { fclose(stream) }
    free(promptText)
  }

  // MARK: Reading

  public func readLine(prompt: String) -> LineInput {
    self.prompt = prompt
    while true {
      let input = edit()
      guard case .line(let typed) = input else { return input }
      guard expandsHistory, typed.first == "!" else {
        keep(typed)
        return input
      }
      do throws(LineHistory.Missing) {
        let line = try history.expand(typed)
        if line != typed { write(line.sanitized + "\n") }
        keep(line)
        return .line(line)
      } catch {
        write(error.description + "\n")
      }
    }
  }

  private func keep(_ line: String) {
    guard let recorder else { return history.append(line) }
    if let kept = recorder(line) { history.append(kept) }
  }

  /// Prints text above the line being edited; at once when none is. Only from the editor's thread.
  ///
  /// - Parameter text: Printed as it is, colours included; a line break is added at its end when it has none.
  public func printAbove(_ text: String) {
    var text = text
    if text.last != "\n" { text += "\n" }
    if isEditing {
      withLineErased { write(text) }
    } else {
      write(text)
    }
  }

  private func edit() -> LineInput {
    loadHistory()
    _ = SignalPipe.shared.drain()
    Interruption.clear()
    wasInterrupted = false
    deliverMail()
    let signals = EditingSignals()
    defer { signals.restore() }
    // Before the prompt is drawn: libedit would do it with the first key, and what is typed until then be echoed twice.
    _ = edit_line_prepare_terminal(handle, 1)
    // Pasted text arrives marked, so that its line breaks and tabs can be told from keys.
    write("\u{1B}[?2004h")
    isEditing = true
    hintColumns = 0
    size = TerminalSize.of(descriptor: outputDescriptor)
    var count: Int32 = 0
    let characters = el_wgets(handle, &count)
    isEditing = false
    write("\u{1B}[?2004l")
    if wasInterrupted {
      Interruption.clear()
      events = []
      // Read, and not yet in the line, when the key came that gave it up: nothing is read any more after that. (What was
      // typed behind the key in the very moment of a read goes too; the terminal does not tell on which side it was.)
      bytes = []
      return .interrupted
    }
    guard let characters, count > 0 else {
      write("\n")
      return .endOfInput
    }
    var line = Self.text(UnsafeBufferPointer(start: characters, count: Int(count)))
    if line.last == "\n" { line.removeLast() }
    return .line(line)
  }

  /// Waits for a key on behalf of libedit. 1 with the character, 0 at the end of the input, -1 to give up the line.
  fileprivate func nextCharacter(_ result: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      if Interruption.isRequested {
        abandonLine()
        return -1
      }
      if !events.isEmpty {
        eraseHint()
        switch events.removeFirst() {
        case .insert(let text):
          insertion = text
          result.pointee = Self.insertKey
        case .accept: result.pointee = 0x0D
        }
        return 1
      }
      if let (scalar, isTyped) = takeScalar() {
        if isTyped, scalar.value > 0x7F, Sanitized.isDangerous(scalar) || scalar.properties.generalCategory == .format,
          let escaper
        {
          let text = escaper(String(scalar), currentLine.beforeCursor)
          if text != String(scalar) {
            events.append(.insert(text))
            continue
          }
        }
        // What would turn the order of the line around, or hide in it, is not taken: drawn raw, the line would read other than it is.
        if scalar.value > 0x9F, Sanitized.isDangerous(scalar) { continue }
        eraseHint()
        result.pointee = wchar_t(bitPattern: scalar.value)
        return 1
      }
      if !events.isEmpty { continue }
      if isInputAtEnd {
        eraseHint()
        return 0
      }
      drawHint()
      wait()
    }
  }

  /// Blocks until there are bytes, a signal or mail, and deals with the latter two.
  private func wait() {
    var sources = [inputDescriptor, SignalPipe.shared.readEnd, mailbox.pipe.readEnd].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = timeToWake?()
    let ready = poll(&sources, 3, Self.milliseconds(limit))
    if ready == 0, limit != nil { onWake?() }
    guard ready > 0 else { return }
    // Asked again whatever poll saw: a signal that came while it looked was not counted, and is older than the key.
    for number in SignalPipe.shared.drain() { handle(signal: Int32(number)) }
    if sources[2].revents != 0 {
      let isWoken = mailbox.pipe.drain().contains(1)
      deliverMail()
      if isWoken { onWake?() }
    }
    // Signals first: what they change must be drawn before the next key acts.
    if sources[0].revents != 0, !Interruption.isRequested { fill() }
  }

  /// A limit as `poll` takes it: rounded up, since waking early would only mean to wait again.
  static func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = max(limit, .zero).components
    return Int32(clamping: Int64(clamping: seconds) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func fill() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(inputDescriptor, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isInputAtEnd = true
    }
  }

  /// The next character, and whether it was typed as such, not put in the place of a key. A paste becomes events.
  private func takeScalar() -> (scalar: Unicode.Scalar, isTyped: Bool)? {
    if bytes.first == 0x1B {
      // A sequence may arrive in two reads; one that goes on does so within moments.
      while bytes.count < Self.pasteStart.count, isSequenceOpen, isMoreComing() {}
      if bytes.starts(with: Self.pasteStart) {
        takePaste()
        return nil
      }
      if isVi, let (sequence, key) = Self.viSequences.first(where: { bytes.starts(with: $0.sequence.utf8) }) {
        bytes.removeFirst(sequence.utf8.count)
        return (key, false)
      }
    }
    guard let first = bytes.first else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    while bytes.count < length, !isInputAtEnd, isMoreComing() {}
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      bytes.removeFirst(UTF8.width(scalar))
      return (scalar, true)
    case .emptyInput: return nil
    case .error:
      bytes.removeFirst()
      return ("\u{FFFD}", true)
    }
  }

  /// Whether the bytes so far could become a sequence that is handled here.
  private var isSequenceOpen: Bool {
    if bytes.count > 1, Self.pasteStart.starts(with: bytes) { return true }
    // On its own an Escape is a key of vi's, and the start of a paste is worth no delay of Emacs's prefix key.
    return isVi && Self.viSequences.contains { $0.sequence.utf8.count > bytes.count && $0.sequence.utf8.starts(with: bytes) }
  }

  private func isMoreComing() -> Bool {
    let count = bytes.count
    var source = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    // Longer than a terminal or a network splits one key; shorter than a person notices after pressing Escape.
    if poll(&source, 1, 50) > 0 { fill() }
    return bytes.count > count
  }

  private func takePaste() {
    bytes.removeFirst(Self.pasteStart.count)
    var searched = 0
    while true {
      if let end = Self.firstRange(of: Self.pasteEnd, in: bytes, from: searched) {
        queuePaste(bytes[..<end])
        bytes.removeFirst(end + Self.pasteEnd.count)
        return
      }
      if isInputAtEnd || Interruption.isRequested {
        queuePaste(bytes[...])
        bytes = []
        return
      }
      searched = max(0, bytes.count - Self.pasteEnd.count)
      var sources = [inputDescriptor, SignalPipe.shared.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if poll(&sources, 2, -1) > 0, sources[0].revents != 0 { fill() }
    }
  }

  private static func firstRange(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    var index = start
    while index <= bytes.count - mark.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) { return index }
      index += 1
    }
    return nil
  }

  /// Each pasted line is typed and accepted; the last waits for Return, unless the paste ended in a line break.
  private func queuePaste(_ pasted: ArraySlice<UInt8>) {
    let raw = String(decoding: pasted, as: UTF8.self).precomposedStringWithCanonicalMapping
    let text = escaper?(raw, currentLine.beforeCursor) ?? raw.replacing("\t", with: " ")
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    for (index, line) in lines.enumerated() {
      let drawable = line.unicodeScalars.filter { $0 == "\t" || !Sanitized.isDangerous($0) }
      if !drawable.isEmpty { events.append(.insert(String(String.UnicodeScalarView(drawable)))) }
      if index < lines.count - 1 { events.append(.accept) }
    }
  }

  // MARK: Signals and mail

  private func handle(signal number: Int32) {
    switch number {
    case SIGWINCH:
      eraseHint()
      // Terminals wrap the line anew to the new width; the cursor is then that many rows below the prompt.
      size = TerminalSize.of(descriptor: outputDescriptor)
      eraseLine(cursorAfter: currentLine.beforeCursor)
      el_resize(handle)
      _ = edit_line_refresh(handle)
    case SIGTSTP:
      eraseHint()
      moveBelowLine()
      write("\u{1B}[?2004l")
      _ = edit_line_prepare_terminal(handle, 0)
      EditingSignals.stopProcess()
      // Where no shell could take over, the process was not stopped at all and no signal will say that it goes on. Where
      // it was, that signal has nothing more to tell.
      _ = SignalPipe.shared.drain()
      goOn()
    case SIGCONT: goOn()
    case SIGQUIT:
      eraseHint()
      moveBelowLine()
      _ = edit_line_prepare_terminal(handle, 0)
      isEditing = false
      write("\u{1B}[?2004l" + (onQuit?().map { $0 + "\n" } ?? ""))
      fflush(streams[1])
      _exit(128 + SIGQUIT)
    case SIGTERM:
      _ = edit_line_prepare_terminal(handle, 0)
      isEditing = false
      write("\u{1B}[?2004l\n")
      signal(number, SIG_DFL)
      raise(number)
    default: break
    }
  }

  /// Takes the terminal back, whatever others did to its modes and its size, and draws where the cursor is now.
  private func goOn() {
    _ = edit_line_prepare_terminal(handle, 0)
    _ = edit_line_prepare_terminal(handle, 1)
    size = TerminalSize.of(descriptor: outputDescriptor)
    el_resize(handle)
    write("\u{1B}[?2004h\r\u{1B}[J")
    _ = edit_line_refresh(handle)
  }

  private func deliverMail() {
    let messages = mailbox.take()
    if !messages.isEmpty { printAbove(messages.map { $0.last == "\n" ? $0 : $0 + "\n" }.joined()) }
  }

  private func abandonLine() {
    eraseHint()
    wasInterrupted = true
    moveBelowLine(leaving: "^C")
  }

  // MARK: Drawing around libedit's line

  private var currentLine: (text: String, cursor: Int, beforeCursor: String) {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer, let cursor = line.cursor, let end = line.lastchar else {
      return ("", 0, "")
    }
    let text = Self.text(UnsafeBufferPointer(start: start, count: end - start))
    let before = Self.text(UnsafeBufferPointer(start: start, count: cursor - start))
    return (text, before.count, before)
  }

  private func layout(of text: String) -> LineLayout {
    var layout = LineLayout(columns: size.columns)
    layout.advance(over: promptColumnsText)
    layout.advance(over: text)
    return layout
  }

  /// Moves to the start of the prompt and erases from there. libedit must be told to draw afresh afterwards.
  private func eraseLine(cursorAfter beforeCursor: String) {
    let rows = min(layout(of: beforeCursor).row, size.rows - 1)
    write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
  }

  private func withLineErased(_ body: () -> Void) {
    eraseHint()
    eraseLine(cursorAfter: currentLine.beforeCursor)
    body()
    _ = edit_line_refresh(handle)
  }

  private func moveBelowLine(leaving mark: String = "") {
    let line = currentLine
    let end = layout(of: line.text)
    let cursor = layout(of: line.beforeCursor)
    let down = end.row - cursor.row
    write((down > 0 ? "\u{1B}[\(down)B" : "") + "\r" + (end.column > 0 ? "\u{1B}[\(end.column)C" : "") + mark + "\n")
  }

  private func drawHint() {
    guard hintColumns == 0, appearance.palette.isColored, let hinter else { return }
    let line = currentLine
    // A line break in libedit's buffer is its prompt for a search.
    guard line.text == line.beforeCursor, !line.text.contains("\n"), let note = hinter(line.text)?.sanitized, !note.isEmpty
    else { return }
    // Apart from the word, so that it is not taken for typed where grey is hard to tell.
    let hint = line.text.last?.isWhitespace == false ? " " + note : note
    let room = size.columns - layout(of: line.text).column - 1
    guard room > 3 else { return }
    let shown = DisplayWidth.truncate(hint, to: room, ellipsis: appearance.glyphs.ellipsis)
    hintColumns = DisplayWidth.of(shown)
    guard hintColumns > 0 else { return }
    write(appearance.palette.paint(shown, .hint) + "\u{1B}[\(hintColumns)D")
  }

  private func eraseHint() {
    guard hintColumns > 0 else { return }
    hintColumns = 0
    write("\u{1B}[K")
  }

  private func write(_ text: String) {
    fflush(streams[1])
    // While libedit edits, the terminal may not turn a line break into a new line by itself.
    Pager.write(isEditing ? text.replacing("\n", with: "\r\n") : text, to: outputDescriptor)
  }

  // MARK: Commands that keys run

  fileprivate func insertPasted() -> UInt8 {
    insert(insertion)
    insertion = ""
    return UInt8(CC_REFRESH)
  }

  fileprivate func complete() -> UInt8 {
    let line = currentLine
    guard let completion = completer?(line.text, line.cursor), !completion.candidates.isEmpty else { return UInt8(CC_ERROR) }
    let count = line.text.count
    let lower = min(max(completion.replaceRange.lowerBound, 0), count)
    let upper = min(max(completion.replaceRange.upperBound, lower), count)
    let replaced = String(line.text.dropFirst(lower).prefix(upper - lower))
    let replacement = completion.commonPrefix
    let isAlone = completion.candidates.count == 1
    // The common start may be shorter than what was typed when candidates were found in a looser way.
    if replacement != replaced, isAlone || replacement.count >= replaced.count {
      let end = String(line.text.prefix(upper)).unicodeScalars.count
      el_cursor(handle, Int32(end - line.beforeCursor.unicodeScalars.count))
      el_deletestr(handle, Int32(replaced.unicodeScalars.count))
      insert(replacement)
    }
    if isAlone { return UInt8(CC_REFRESH) }
    // Drawn first, since the list goes below the line as it is now.
    redraw(cursorAfter: line.beforeCursor)
    moveBelowLine()
    for row in completion.listing(in: appearance, size: size) { write(row + "\n") }
    _ = edit_line_refresh(handle)
    return UInt8(CC_NORM)
  }

  /// Redraws after the line changed, with the cursor still where `beforeCursor` ends on the screen.
  private func redraw(cursorAfter beforeCursor: String) {
    eraseLine(cursorAfter: beforeCursor)
    _ = edit_line_refresh(handle)
  }

  private func insert(_ text: String) {
    let characters = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
    el_winsertstr(handle, characters)
  }

  // MARK: Setting up

  private func configure(terminal: String, environment: [String: String]) {
    _ = edit_line_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    // A terminal nobody described here would leave libedit without cursor movement; nearly all understand xterm's.
    if !Self.isDescribed(terminal, environment) { _ = edit_line_set_terminal(handle, "xterm") }
    _ = edit_line_set_signal_handling(handle, 0)
    _ = edit_line_set_reader(handle) { handle, result in
      guard let handle, let result, let editor = LineEditor.of(handle) else { return 0 }
      return editor.nextCharacter(result)
    }
    _ = edit_line_set_prompt(
      handle,
      { handle in
        guard let handle, let text = LineEditor.of(handle)?.promptText else { return nil }
        return UnsafePointer(text)
      }, 1)
    _ = edit_line_history_set_size(libeditHistory, Int32(clamping: history.limit))
    _ = edit_line_set_history(handle, libeditHistory)
    _ = edit_line_add_command(handle, "hindsight-complete", "Complete the word at the cursor") { handle, _ in
      handle.flatMap { LineEditor.of($0)?.complete() } ?? UInt8(CC_ERROR)
    }
    _ = edit_line_add_command(handle, "hindsight-insert", "Insert pasted text") { handle, _ in
      handle.flatMap { LineEditor.of($0)?.insertPasted() } ?? UInt8(CC_ERROR)
    }
    // libedit's own stops on the last character in vi mode, also while inserting.
    _ = edit_line_add_command(handle, "hindsight-end", "Move after the last character") { handle, _ in
      el_cursor(handle, 1 << 24)
      return UInt8(CC_CURSOR)
    }
    _ = edit_line_set_editor(handle, "emacs")
    el_source(handle, nil)
    // After the user's file, since choosing an editor there resets all keys; but what it binds itself stays.
    let usersKeys = Self.userFile(environment)
    isVi = edit_line_editor(handle).map { String(cString: $0) } == "vi"
    var bindings = [("^I", "hindsight-complete"), ("^R", "em-inc-search-prev")]
    if !isVi {
      bindings.append(("^W", "ed-delete-prev-word"))
      bindings += Self.cursorKeys.map { ($0.sequence.replacing("\u{1B}", with: "\\e"), $0.command) }
    }
    for (key, command) in bindings where !usersKeys.contains(key) { _ = edit_line_bind(handle, key, command) }
    bindEverywhere(UInt8(Self.insertKey), "hindsight-insert")
    if isVi {
      for (index, cursorKey) in Self.cursorKeys.enumerated() { bindEverywhere(UInt8(0x81 + index), cursorKey.command) }
    }
    // With these libedit shifts what it has drawn instead of drawing it again, and in rows that end in wide characters it
    // then erases half of the last one.
    for capability in ["ic", "IC", "im", "ei", "dc", "DC", "dm", "ed"] {
      _ = edit_line_set_capability(handle, capability, "")
    }
    installPrompt()
  }

  private func bindEverywhere(_ key: UInt8, _ command: String) {
    let octal = "\\" + String(key, radix: 8)
    _ = edit_line_bind(handle, octal, command)
    // vi's command mode has keys of its own.
    if isVi { _ = edit_line_bind_alternative(handle, octal, command) }
  }

  private static func of(_ handle: OpaquePointer) -> LineEditor? {
    edit_line_client_data(handle).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func chooseLocale() {
    func isUTF8() -> Bool { String(cString: nl_langinfo(Int32(CODESET))).uppercased() == "UTF-8" }
    setlocale(LC_CTYPE, "")
    // libedit reads and draws by the locale of the process, and LANG=C is what containers have.
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where !isUTF8() { setlocale(LC_CTYPE, name) }
  }

  private static func isDescribed(_ terminal: String, _ environment: [String: String]) -> Bool {
    guard let first = terminal.unicodeScalars.first, !terminal.contains("/") else { return false }
    var folders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo", "/usr/local/share/terminfo"]
    if let own = environment["TERMINFO"] { folders.append(own) }
    if let home = environment["HOME"] { folders.append(home + "/.terminfo") }
    folders += (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    // macOS names the folders by number.
    let rooms = [String(first), String(first.value, radix: 16)]
    return folders.contains { folder in
      rooms.contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(terminal)") }
    }
  }

  /// The keys that the user's `.editrc` binds, as they are written there.
  private static func userFile(_ environment: [String: String]) -> Set<String> {
    let path = environment["EDITRC"] ?? environment["HOME"].map { $0 + "/.editrc" }
    guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
    var keys: Set<String> = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.contains("bind") {
      for word in line.split(separator: " ") { keys.insert(word.trimmingCharacters(in: ["\"", "'"])) }
    }
    return keys
  }

  private func loadHistory() {
    guard history.entries != entriesInLibedit else { return }
    if history.entries.dropLast() == entriesInLibedit[...], let last = history.entries.last {
      _ = edit_line_history_append(libeditHistory, last)
    } else {
      _ = edit_line_history_clear(libeditHistory)
      for entry in history.entries { _ = edit_line_history_append(libeditHistory, entry) }
    }
    entriesInLibedit = history.entries
  }

  /// Hands the prompt to libedit with its colours fenced, so that they count no columns.
  private func installPrompt() {
    let plain = Palette.stripped(prompt).replacing("\n", with: " ")
    promptColumnsText = plain
    free(promptText)
    promptText = strdup(Self.fenced(prompt.replacing("\n", with: " ")))
  }

  /// libedit draws a fenced sequence together with the character after it, so neighbours are joined, and one at the very
  /// end moves before the last character.
  static func fenced(_ prompt: String) -> String {
    var parts: [(sequence: String, character: Unicode.Scalar)] = []
    var sequence = ""
    var scalars = prompt.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}", scalars.first == "[" else {
        if scalar.value >= 0x20 {
          parts.append((sequence, scalar))
          sequence = ""
        }
        continue
      }
      sequence.unicodeScalars.append(scalar)
      while let next = scalars.popFirst() {
        sequence.unicodeScalars.append(next)
        if next != "[", (0x40...0x7E).contains(next.value) { break }
      }
    }
    if !sequence.isEmpty, !parts.isEmpty { parts[parts.count - 1].sequence += sequence }
    var result = ""
    for part in parts {
      if !part.sequence.isEmpty { result += "\u{01}" + part.sequence + "\u{01}" }
      result.unicodeScalars.append(part.character)
    }
    return result
  }

  private static func text(_ characters: UnsafeBufferPointer<wchar_t>) -> String {
    var scalars = String.UnicodeScalarView()
    for character in characters { scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}") }
    return String(scalars)
  }
}
