import ActionLanguage
import Foundation

/// Runs saved sessions again and tells which went another way.
public struct Replay {
  private let roots: [RootFeature]
  private let output: Output
  private let options: ReplayOptions

  /// - Parameters:
  ///   - roots: The features sessions may be of.
  ///   - output: Where the results go.
  ///   - options: How they are run.
  public init(roots: [RootFeature], output: Output, options: ReplayOptions = ReplayOptions()) {
    self.roots = roots
    self.output = output
    self.options = options
  }

  /// Runs files and all session files in folders, in the order of their names.
  ///
  /// - Returns: The exit code: 0 when all passed, 3 when one went another way, 1 when one could not be run.
  public func run(paths: [String]) -> Int32 {
    if let junit = options.junit {
      do throws(SessionError) {
        try FileStore.checkWritable(junit)
      } catch {
        output.error(error.message)
        return 1
      }
    }
    var code: Int32 = 0
    var files: [String] = []
    for path in paths {
      let found = Self.sessionFiles(at: path)
      files += found
      if found.isEmpty {
        output.error("\(path): there are no session files in this folder; their names end with .hindsight")
        code = 1
      }
    }
    let reporter = ReplayReporter(output: output, options: options, total: files.count)
    let results = results(of: files, reporter)
    reporter.end(results)
    if let junit = options.junit {
      do throws(SessionError) {
        try FileStore.write(JUnitReport(results).text, to: junit)
      } catch {
        output.error(error.message)
        code = 1
      }
    }
    // That a session went another way weighs more than that one could not be run.
    return results.reduce(code) { max($0, $1.exitCode) }
  }

  private func results(of files: [String], _ reporter: ReplayReporter) -> [ReplayResult] {
    if let jobs = options.jobs {
      return ReplayPool(roots: roots, output: output, options: options).run(files, jobs: jobs, reporter)
    }
    return files.map { path in
      let begin = ContinuousClock.now
      var result = FileReplay(roots: roots, output: output, options: options).run(path)
      result.seconds = begin.duration(to: .now) / .seconds(1)
      reporter.show(result)
      return result
    }
  }

  /// A file itself, or the session files in a folder and the folders below it.
  private static func sessionFiles(at path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [path] }
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".hindsight") }.sorted().map { folder + "/" + $0 }.filter { file in
      FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }
}
