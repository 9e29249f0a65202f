import ComposableArchitecture
import Session

extension RootFeature {
  /// The features that come with Hindsight, in the order a newcomer should meet them.
  public static let all: [RootFeature] = [
    counter, tabs, contacts, nested, effects, actions, auth, standups, standupsOptionals, deeplink, shared,
  ]

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
    TabsFeature()._printChanges(.actionLabels)
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
      "record-meeting": {
        @Dependency(\.uuid) var uuid
        let standups = Standup.samples(uuid: { uuid() })
        return StandupsFeature.State(
          path: StackState([
            .detail(StandupDetailFeature.State(standup: standups[0])),
            .recordMeeting(RecordMeetingFeature.State(standup: standups[0])),
          ]),
          standupsList: .init(standups: standups))
      },
    ]
  ) {
    StandupsFeature.State()
  } reducer: {
    StandupsFeature()
  }

  static let effects = RootFeature(
    "effects", summary: "one button for each kind of effect: run, merge, concatenate, cancel, debounce, throttle",
    tryFirst: "mergeButtonTapped"
  ) {
    EffectsFeature.State()
  } reducer: {
    EffectsFeature()
  }

  static let actions = RootFeature(
    "actions", summary: "many actions told apart by who sends them: view, inner, async, delegate",
    tryFirst: "upload.view.appeared"
  ) {
    ActionsFeature.State()
  } reducer: {
    ActionsFeature()
  }

  static let auth = RootFeature(
    "auth", summary: "logged out or in, as a long-living stream says; logging out tears everything below down",
    tryFirst: "task"
  ) {
    AuthFeature.State()
  } reducer: {
    AuthFeature()
  }

  static let standupsOptionals = RootFeature(
    "standups-optionals", summary: "a detail with two optionals in place of one enum: the impossible can be reached",
    tryFirst: "editButtonTapped"
  ) {
    @Dependency(\.uuid) var uuid
    return StandupOptionalsFeature.State(standup: Standup.samples(uuid: { uuid() })[1])
  } reducer: {
    StandupOptionalsFeature()
  }

  static let deeplink = RootFeature(
    "deeplink", summary: "a URL that sets the stack and what is presented in one step, or is refused",
    tryFirst: "openURL(\"hindsight://books/3/reviews/new?text=좋아요\")"
  ) {
    DeepLinkFeature.State()
  } reducer: {
    DeepLinkFeature()
  }

  static let shared = RootFeature(
    "shared", summary: "two tabs that share numbers in memory and settings in a file", tryFirst: "counter.incrementButtonTapped"
  ) {
    SharedFeature.State()
  } reducer: {
    SharedFeature()
  }
}
