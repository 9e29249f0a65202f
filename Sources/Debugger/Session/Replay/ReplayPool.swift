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
    /// How far it was when that was looked at last, and since when.
    var progress = 0
    var lastProgress: ContinuousClock.Instant
    /// Whether it was ended, since an input took too long.
    var isStuck = false

    var isOver: Bool { results < 0 && messages < 0 }
  }

  /// What a feature prints is kept up to here, to find the message of its crash in.
  private static let keptMessageBytes = 1 << 16

  /// Runs files and shows the results in their order.
  func run(_ files: [String], jobs: Int, _ reporter: ReplayReporter) -> [ReplayResult] {
    // For each file the line it is at, and how often something was done.
    guard let lines = hindsight_shared_numbers(2 * files.count) else {
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
      read(&children, until: endStuck(&children, lines))
      for child in children where child.isOver {
        results[child.index] = result(of: child, files[child.index], line: hindsight_number(lines, 2 * child.index))
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
      var replay = FileReplay(roots: roots, output: output, options: options)
      var count = 0
      func makeProgress() {
        count += 1
        hindsight_set_number(lines, 2 * index + 1, count)
      }
      replay.willPerform = {
        hindsight_set_number(lines, 2 * index, $0)
        makeProgress()
      }
      replay.madeProgress = makeProgress
      let bytes = (try? JSONEncoder().encode(replay.run(path))) ?? Data()
      bytes.withUnsafeBytes { hindsight_child_leave(results, $0.baseAddress, $0.count) }
    }
    return id < 0 ? nil : Child(index: index, id: id, begin: .now, results: results, messages: messages, lastProgress: .now)
  }

  /// Ends the copies in which an input takes too long; gives back when the next one may be.
  private func endStuck(_ children: inout [Child], _ lines: UnsafeMutablePointer<Int>) -> ContinuousClock.Instant? {
    guard let timeout = options.timeout else { return nil }
    let now = ContinuousClock.now
    for index in children.indices where !children[index].isStuck {
      let progress = hindsight_number(lines, 2 * children[index].index + 1)
      if progress != children[index].progress {
        children[index].progress = progress
        children[index].lastProgress = now
      } else if children[index].lastProgress + timeout <= now {
        children[index].isStuck = true
        kill(children[index].id, SIGKILL)
      }
    }
    return children.filter { !$0.isStuck }.map { $0.lastProgress + timeout }.min()
  }

  /// Waits until a copy says something, and takes it; or until a moment has come.
  private func read(_ children: inout [Child], until end: ContinuousClock.Instant?) {
    var waiting: [pollfd] = []
    for child in children {
      if child.results >= 0 { waiting.append(pollfd(fd: child.results, events: Int16(POLLIN), revents: 0)) }
      if child.messages >= 0 { waiting.append(pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)) }
    }
    let milliseconds = end.map { Int32(clamping: Int(max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1)) + 1) }
    guard !waiting.isEmpty, poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1) > 0 else { return }
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
      result.verdict = child.isStuck ? .stuck : .crashed
      let bytes = (try? FileStore.bytes(at: path)) ?? Data()
      if line > 0 {
        result.line = line
        result.input = SessionFileLines.line(line, of: bytes)
      }
      if child.isStuck {
        let limit = DurationText.text(of: options.timeout ?? .zero)
        result.messages = [
          "\(path):\(max(line, 1)):1: this did not come to its end within \(limit)",
          line > 0 ? "  while performing: \(result.input ?? "")" : "  while the feature was loaded",
          "  --timeout gives an input more time, or less.",
        ]
      } else if line > 0 {
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
