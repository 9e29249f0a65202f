import ActionLanguage
import Foundation

/// Runs saved sessions again and compares what happens with what was recorded.
public struct Replay {
  /// How one session went.
  enum Result {
    /// Every recorded outcome came again.
    case passed(inputs: Int)
    /// The first input that led to something else.
    case diverged(place: SourcePlace, input: String, recorded: [String], now: [String])
    /// The inputs led to what was recorded, but running them once more led to something else.
    case impure(path: String, lines: [String])
    /// The session could not be run.
    case failed(String)
  }

  private let roots: [RootFeature]
  private let output: Output

  /// - Parameters:
  ///   - roots: The features sessions may be of.
  ///   - output: Where the results go.
  public init(roots: [RootFeature], output: Output) {
    self.roots = roots
    self.output = output
  }

  /// Runs files and all session files in folders, in the order of their names.
  ///
  /// - Returns: The exit code: 0 when all passed, 3 when one went another way, 1 when one could not be run.
  public func run(paths: [String]) -> Int32 {
    var passed = 0
    var failed = 0
    var code: Int32 = 0
    let files = paths.flatMap(Self.sessionFiles)
    for path in files {
      switch run(path) {
      case .passed(let inputs):
        passed += 1
        output.line([Span("✓ ", .added), Span(path), Span("  \(inputs) \(inputs == 1 ? "input" : "inputs")", .muted)])
      case .diverged(let place, let input, let recorded, let now):
        failed += 1
        code = 3
        output.error("\(place): went another way")
        output.line("  " + input, style: .heading)
        for line in Self.difference(recorded, now) { output.line(line) }
      case .impure(let path, let lines):
        failed += 1
        code = 3
        output.error("\(path): \(lines[0])")
        for line in lines.dropFirst() { output.line("  " + line) }
      case .failed(let message):
        failed += 1
        if code == 0 { code = 1 }
        output.error(message)
      }
    }
    if files.isEmpty {
      output.error("no session files in \(paths.joined(separator: ", "))")
      return 1
    }
    output.line("\(passed) passed, \(failed) failed")
    return code
  }

  /// Runs one file.
  func run(_ path: String) -> Result {
    let file: SessionFile
    do {
      file = try FileStore.session(at: path)
    } catch let error as CommandError {
      return .failed(error.message)
    } catch let error as SessionError {
      return .failed(error.message)
    } catch {
      return .failed("\(path): \(error)")
    }
    guard let root = roots.first(where: { $0.name == file.feature }) else {
      let nearest = NearestName.of(file.feature, in: roots.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
      return .failed("\(path):2: no feature is called \"\(file.feature)\"\(nearest)")
    }
    var settings = WorldSettings()
    settings.seed = file.seed
    settings.date = file.date
    let session: Session
    do {
      session = try Session(root: root, scenario: file.scenario, settings: settings, output: output)
    } catch {
      return .failed("\(path): \(error.message)")
    }
    var inputs = 0
    for case .input(let text, let recorded, let line) in file.items {
      // What ended the process when it was recorded would end this one.
      if recorded?.contains(where: { $0.hasPrefix(SessionFile.crashMark) }) == true { continue }
      let place = SourcePlace(file: path, line: line)
      do {
        let report = try session.playback.perform(try InputText.request(from: text))
        inputs += 1
        let now = session.outcome(ofStep: report.step)
        if let recorded, recorded != now { return .diverged(place: place, input: text, recorded: recorded, now: now) }
      } catch let error as ActionLanguageError {
        let shown = error.render(line: text).filter { $0 != error.message }.map { "  " + $0 }.joined(separator: "\n")
        return .failed("\(place): \(error.message)\n\(shown)")
      } catch let error as CommandError {
        return .failed("\(place): \(error.message)")
      } catch let error as SessionError {
        return .failed("\(place): \(error.message)")
      } catch {
        return .failed("\(place): \(error)")
      }
    }
    guard let report = try? session.playback.verify(), let finding = report.finding else { return .passed(inputs: inputs) }
    let action = session.playback.record(ofEntry: finding.entry).action
    let lines = [Session.text(of: finding, action: action)] + finding.differences + [finding.hint]
    return .impure(path: path, lines: lines)
  }

  /// The lines that are only recorded and only there now, in order, with those in common between them.
  static func difference(_ recorded: [String], _ now: [String]) -> [[Span]] {
    let changes = now.difference(from: recorded)
    var removed: [Int: String] = [:]
    var inserted: [Int: String] = [:]
    for change in changes {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var lines: [[Span]] = []
    var (old, new) = (0, 0)
    while old < recorded.count || new < now.count {
      if let line = removed[old] {
        lines.append([Span("  recorded  ", .removed), Span(line, .removed)])
        old += 1
      } else if let line = inserted[new] {
        lines.append([Span("  now       ", .added), Span(line, .added)])
        new += 1
      } else {
        lines.append([Span("            "), Span(recorded[old], .muted)])
        old += 1
        new += 1
      }
    }
    return lines
  }

  /// A file itself, or the session files in a folder and the folders below it.
  private static func sessionFiles(at path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [path] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".hindsight") }.sorted().map { path + "/" + $0 }
  }
}
