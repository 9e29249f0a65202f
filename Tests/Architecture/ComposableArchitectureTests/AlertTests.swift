import ComposableArchitecture
import Testing

@Suite struct AlertTests {
  enum Action: Hashable, Sendable {
    case delete
    case keep
  }

  private func alert(_ title: String) -> AlertState<Action> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      if title == "Sure?" {
        ButtonState(role: .cancel) { TextState("Cancel") }
      }
    } message: {
      TextState("It is gone then.")
    }
  }

  @Test func alertsAreEqualWhenTheySayTheSame() {
    #expect(alert("Sure?") == alert("Sure?"))
    #expect(alert("Sure?").hashValue == alert("Sure?").hashValue)
    #expect(alert("Sure?") != alert("Really?"))
    #expect(alert("Sure?").id != alert("Sure?").id)
    #expect(alert("Sure?").buttons.map(\.role) == [.destructive, .cancel])
  }

  @Test func olderSpellingsMakeTheSameAlert() {
    let old = AlertState<Action>(
      title: TextState("Sure?"), message: TextState("It is gone then."),
      primaryButton: .destructive(TextState("Delete"), action: .send(.delete)),
      secondaryButton: .cancel(TextState("Cancel")))
    #expect(old == alert("Sure?"))
    #expect(
      AlertState<Action>(title: TextState("A"), dismissButton: .default(TextState("OK"))).buttons.map(\.label) == [
        TextState("OK")
      ])
    #expect(AlertState<Action>(title: TextState("A")).buttons.isEmpty)
  }

  @Test func dialogsKeepTheVisibilityOfTheirTitle() {
    let dialog = ConfirmationDialogState<Action>(titleVisibility: .visible) {
      TextState("Choose")
    } actions: {
      for action in [Action.delete, .keep] {
        ButtonState(action: action) { TextState("\(String(describing: action))") }
      }
    }
    #expect(dialog.titleVisibility == .visible)
    #expect(dialog.buttons.map(\.action.action) == [.delete, .keep])
    #expect(
      dialog
        == ConfirmationDialogState(
          title: TextState("Choose"), titleVisibility: .visible,
          buttons: [
            .default(TextState("delete"), action: .send(.delete)), .default(TextState("keep"), action: .send(.keep)),
          ]))
  }

  @Test func mapChangesTheActions() {
    let mapped = alert("Sure?").map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["delete", nil])
    var actions: [String?] = []
    for button in mapped.buttons { button.withAction { actions.append($0) } }
    #expect(actions == ["delete", nil])
  }

  @Test func textKeepsItsFormats() {
    #expect(TextState("a") + TextState("b").bold() == TextState("a") + TextState("b").bold())
    #expect(TextState("a").bold() != TextState("a"))
    #expect(String(state: TextState("a").italic() + TextState(verbatim: "b")) == "ab")
    let name = String("blob")
    #expect(TextState(name) == TextState("blob"))
  }

  @Test func anAlertIsDumpedWithoutItsIdentity() {
    #expect(String(customDumping: AlertState<Action> { TextState("Hi") }) == #"AlertState(title: "Hi")"#)
  }
}
