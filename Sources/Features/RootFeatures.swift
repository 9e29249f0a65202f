import ComposableArchitecture
import Session

extension RootFeature {
  /// The features that come with Hindsight, in the order a newcomer should meet them.
  public static let all: [RootFeature] = [counter, tabs, contacts, nested, standups]

  static let counter = RootFeature(
    "counter", summary: "a number, a timer, and a fact from the outside world",
    tryFirst: "incrementButtonTapped"
  ) {
    CounterFeature.State()
  } reducer: {
    CounterFeature()
  }

  static let tabs = RootFeature(
    "tabs", summary: "two features side by side and a parent that watches them",
    tryFirst: "tab1.incrementButtonTapped"
  ) {
    TabsFeature.State()
  } reducer: {
    TabsFeature()
  }

  static let contacts = RootFeature(
    "contacts", summary: "a list with an add sheet, a delete alert and a detail on a stack", tryFirst: "addButtonTapped"
  ) {
    ContactsFeature.State()
  } reducer: {
    ContactsFeature()
  }

  static let nested = RootFeature(
    "nested", summary: "rows of itself, to any depth", tryFirst: "rows[0].addRowButtonTapped",
    scenarios: [
      "empty": {
        @Dependency(\.uuid) var uuid
        return NestedFeature.State(id: uuid())
      }
    ]
  ) {
    @Dependency(\.uuid) var uuid
    return .sample(uuid: { uuid() })
  } reducer: {
    NestedFeature()
  }

  static let standups = RootFeature(
    "standups", summary: "a list, details on a navigation stack, a form and an alert as destinations, delegates",
    tryFirst: "standupsList.addButtonTapped",
    scenarios: [
      "samples": {
        @Dependency(\.uuid) var uuid
        return StandupsFeature.State(standupsList: .init(standups: Standup.samples(uuid: { uuid() })))
      },
      "edit-attendee-3": {
        @Dependency(\.uuid) var uuid
        let standups = Standup.samples(uuid: { uuid() })
        let form = StandupFormFeature.State(focus: .attendee(standups[0].attendees[3].id), standup: standups[0])
        return StandupsFeature.State(
          path: StackState([.detail(StandupDetailFeature.State(destination: .editStandup(form), standup: standups[0]))]),
          standupsList: .init(standups: standups))
      },
    ]
  ) {
    StandupsFeature.State()
  } reducer: {
    StandupsFeature()
  }
}
