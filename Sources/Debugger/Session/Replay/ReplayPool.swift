import CCrashRecovery
import Foundation
import Terminal

/// Runs files in copies of this process, several at once, so that a feature that crashes ends the replay of one file only.
struct ReplayPool {
  let roots: [RootFeature]
  let output: Output
  let options: ReplayOptions

  /// One copy that runs.
  private struct Child {
    let index: Int
    let id: Int32
    let begin: ContinuousClock.Instant
    var results: Int32
    var messages: Int32
    var answer = Data()
    /// The end of what it printed.
    var said = Data()

    var isOver: Bool { results < 0 && messages < 0 }
  }

  /// What a feature prints is kept up to here, to find the message of its crash in.
  private static let keptMessageBytes = 1 << 16

  /// Runs files and shows the results in their order.
  func run(_ files: [String], jobs: Int, _ reporter: ReplayReporter) -> [ReplayResult] {
    guard let lines = hindsight_shared_numbers(files.count) else {
      return files.map { failed($0, "there is no memory for it") }
    }
    var results = [ReplayResult?](repeating: nil, count: files.count)
    var children: [Child] = []
    var next = 0
    var shown = 0
    while shown < files.count {
      while children.count < max(1, jobs), next < files.count {
        if let child = start(next, files[next], lines) {
          children.append(child)
        } else {
          results[next] = failed(files[next], "no process can be started for it: \(String(cString: strerror(errno)))")
        }
        next += 1
      }
      read(&children)
      for child in children where child.isOver {
        results[child.index] = result(of: child, files[child.index], line: hindsight_number(lines, child.index))
      }
      children.removeAll(where: \.isOver)
      while shown < files.count, let result = results[shown] {
        reporter.show(result)
        shown += 1
      }
    }
    return results.compactMap { $0 }
  }

  private func start(_ index: Int, _ path: String, _ lines: UnsafeMutablePointer<Int>) -> Child? {
    var (results, messages): (Int32, Int32) = (-1, -1)
    let id = hindsight_child_start(&results, &messages)
    if id == 0 {
      let replay = FileReplay(roots: roots, output: output, options: options) { hindsight_set_number(lines, index, $0) }
      let bytes = (try? JSONEncoder().encode(replay.run(path))) ?? Data()
      bytes.withUnsafeBytes { hindsight_child_leave(results, $0.baseAddress, $0.count) }
    }
    return id < 0 ? nil : Child(index: index, id: id, begin: .now, results: results, messages: messages)
  }

  /// Waits until a copy says something, and takes it.
  private func read(_ children: inout [Child]) {
    var waiting: [pollfd] = []
    for child in children {
      if child.results >= 0 { waiting.append(pollfd(fd: child.results, events: Int16(POLLIN), revents: 0)) }
      if child.messages >= 0 { waiting.append(pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)) }
    }
    guard !waiting.isEmpty, poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return }
    let ready = Set(waiting.lazy.filter { $0.revents != 0 }.map(\.fd))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for index in children.indices {
      if ready.contains(children[index].results) {
        let count = Foundation.read(children[index].results, &buffer, buffer.count)
        if count > 0 {
          children[index].answer.append(contentsOf: buffer[..<count])
        } else if count == 0 || errno != EINTR {
          close(children[index].results)
          children[index].results = -1
        }
      }
      if ready.contains(children[index].messages) {
        let count = Foundation.read(children[index].messages, &buffer, buffer.count)
        if count > 0 {
          children[index].said.append(contentsOf: buffer[..<count])
          children[index].said = children[index].said.suffix(Self.keptMessageBytes)
        } else if count == 0 || errno != EINTR {
          close(children[index].messages)
          children[index].messages = -1
        }
      }
    }
  }

  private func result(of child: Child, _ path: String, line: Int) -> ReplayResult {
    var (signal, status): (Int32, Int32) = (0, 0)
    hindsight_child_wait(child.id, &signal, &status)
    var result: ReplayResult
    if let answer = try? JSONDecoder().decode(ReplayResult.self, from: child.answer) {
      result = answer
    } else {
      let said = String(decoding: child.said, as: UTF8.self)
      let reason = CrashReport.reason(signal: signal, status: Int(status), messages: said, frames: [])
      result = ReplayResult(path: path)
      result.verdict = .crashed
      let bytes = (try? FileStore.bytes(at: path)) ?? Data()
      if line > 0 {
        result.line = line
        result.input = SessionFileLines.line(line, of: bytes)
        result.messages = [
          "\(path):\(line):1: the feature crashed: \(reason)", "  while performing: \(result.input ?? "")",
          "  Below it, the line \"  \(SessionFile.crashMark)crashed\" leaves it out of replays.",
        ]
      } else {
        result.messages = ["\(path):1:1: the feature crashed while it was loaded: \(reason)"]
      }
    }
    result.seconds = child.begin.duration(to: .now) / .seconds(1)
    return result
  }

  private func failed(_ path: String, _ message: String) -> ReplayResult {
    var result = ReplayResult(path: path)
    result.verdict = .failed
    result.messages = ["\(path): \(message)"]
    return result
  }
}
