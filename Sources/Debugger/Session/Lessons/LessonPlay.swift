import Timeline

/// How far somebody is in a lesson.
final class LessonPlay {
  let lesson: Lesson
  /// The step that comes next, from 0; the number of steps when the lesson is over.
  private(set) var next = 0
  /// Where the lesson is in the timeline.
  private(set) var position: Position
  /// Whether the session is somewhere else.
  var isAway = false
  /// Whether a step led to something else than the lesson says.
  var hasDiverged = false

  init(_ lesson: Lesson, at position: Position) {
    self.lesson = lesson
    self.position = position
  }

  var isOver: Bool { next >= lesson.steps.count }
  /// The step that comes next; `nil` when the lesson is over.
  var step: Lesson.Step? { isOver ? nil : lesson.steps[next] }
  /// How far it is, as the prompt says it.
  var progress: String { "\(min(next + 1, lesson.steps.count))/\(lesson.steps.count)" }

  /// Notes that the next step was done.
  func advance(to position: Position) {
    next += 1
    self.position = position
    isAway = false
  }
}
