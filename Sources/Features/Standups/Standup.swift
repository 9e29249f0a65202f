import ComposableArchitecture
import Foundation

/// A short daily meeting: who comes, how long it takes, what was said.
public struct Standup: Equatable, Identifiable, Sendable {
  public let id: UUID
  public var attendees: IdentifiedArrayOf<Attendee> = []
  public var duration: Duration = .seconds(300)
  public var meetings: IdentifiedArrayOf<Meeting> = []
  public var theme: Theme = .bubblegum
  public var title = ""

  public init(
    id: UUID, attendees: IdentifiedArrayOf<Attendee> = [], duration: Duration = .seconds(300),
    meetings: IdentifiedArrayOf<Meeting> = [], theme: Theme = .bubblegum, title: String = ""
  ) {
    self.id = id
    self.attendees = attendees
    self.duration = duration
    self.meetings = meetings
    self.theme = theme
    self.title = title
  }

  public var durationPerAttendee: Duration { duration / max(attendees.count, 1) }
}

/// Somebody who comes to a standup.
public struct Attendee: Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name = ""

  public init(id: UUID, name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A meeting that was held.
public struct Meeting: Equatable, Identifiable, Sendable {
  public let id: UUID
  public let date: Date
  public var transcript: String

  public init(id: UUID, date: Date, transcript: String) {
    self.id = id
    self.date = date
    self.transcript = transcript
  }
}

/// The colour of a standup's card.
public enum Theme: String, CaseIterable, Equatable, Identifiable, Sendable {
  case bubblegum, buttercup, indigo, lavender, magenta, navy, orange, oxblood, periwinkle, poppy, purple, seafoam, sky, tan, teal,
    yellow
  public var id: Self { self }
}
