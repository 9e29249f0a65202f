import ActionLanguage
import Foundation

/// The lessons in a folder, in the order of their files' names.
public struct LessonShelf: Sendable {
  /// What a list says of a lesson.
  public struct Entry: Sendable {
    /// Its place in the order, from 1.
    public let number: Int
    /// The name it is played by.
    public let name: String
    /// Its title.
    public let title: String
    /// What it is about, in one line.
    public let summary: String
    /// The feature it is played with.
    public let feature: String
    let path: String
  }

  /// The lessons, in order; a file that is none is left out.
  public let entries: [Entry]
  let folder: String?

  /// Looks into a folder.
  ///
  /// - Parameter folder: The folder; `nil` for a shelf without lessons.
  public init(folder: String?) {
    self.folder = folder
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    var entries: [Entry] = []
    for name in names.filter({ $0.hasSuffix(".hindsight") }).sorted() {
      let path = (folder ?? "") + "/" + name
      guard let file = try? FileStore.session(at: path), let lesson = try? Lesson(file, path: path) else { continue }
      entries.append(
        Entry(
          number: entries.count + 1, name: lesson.name, title: lesson.title, summary: lesson.summary, feature: file.feature,
          path: path))
    }
    self.entries = entries
  }

  /// The lessons that are played with a feature.
  public func entries(of feature: String) -> [Entry] { entries.filter { $0.feature == feature } }

  /// The lesson with a name or a number, or in a file.
  ///
  /// - Throws: `CommandError` when there is none, or it cannot be read.
  func lesson(named name: String) throws -> Lesson {
    if name.contains("/") || name.hasSuffix(".hindsight") { return try Lesson(FileStore.session(at: name), path: name) }
    let path = try entry(named: name).path
    return try Lesson(FileStore.session(at: path), path: path)
  }

  private func entry(named name: String) throws(CommandError) -> Entry {
    guard !entries.isEmpty else {
      throw CommandError("there are no lessons\(folder.map { " in \($0)" } ?? " here: no folder sessions/lessons was found")")
    }
    if let found = entries.first(where: { $0.name == name }) { return found }
    if let number = Int(name) {
      guard let found = entries.first(where: { $0.number == number }) else {
        throw CommandError("there is no lesson \(number); they are numbered from 1 to \(entries.count)", examples: ["learn"])
      }
      return found
    }
    let beginning = entries.filter { $0.name.hasPrefix(name) }
    if beginning.count == 1 { return beginning[0] }
    if beginning.count > 1 {
      throw CommandError("\"\(name)\" could be several lessons: \(beginning.map(\.name).joined(separator: ", "))")
    }
    let names = entries.map(\.name)
    let nearest =
      NearestName.of(name, in: names).map { "; did you mean \"\($0)\"?" } ?? "; there are \(names.joined(separator: ", "))"
    throw CommandError("no lesson is called \"\(name)\"\(nearest)")
  }
}
