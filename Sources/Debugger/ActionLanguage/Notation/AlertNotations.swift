import ComposableArchitecture
import Foundation
import Reflection

extension TextState: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> TextState {
    let inside = syntax.constructorArgument("TextState", label: "verbatim") ?? syntax
    if case .string(let text) = inside.form { return TextState(verbatim: text) }
    // Text with formats is written with its parts.
    if case .chain(let chain) = syntax.form, let last = chain.steps.last, case .call(let arguments) = last.form,
      let value = try context.parts(arguments, .of(TextState.self), last.range) as? TextState
    {
      return value
    }
    throw .mismatch(Self.self, syntax)
  }

  func append(to output: inout String) {
    let plain = String(state: self)
    if self == TextState(verbatim: plain) {
      Escaping.appendLiteral(plain, to: &output)
    } else {
      var printer = TextPrinter()
      printer.appendParts(self, .of(TextState.self))
      output += "TextState" + printer.output
    }
  }
  static var example: String { "\"text\"" }
}

extension ButtonStateAction: WrapperNotation {
  // It holds nothing but the enum that says what is sent.
  private static var kind: TypeShape.Field? { TypeShape.of(Self.self).fields.first }
  static var wrappedType: Any.Type { kind?.type ?? Never.self }
  static func wrap(_ value: Any) -> Any? { try? TypeShape.of(Self.self).build(parts: [value]) }
  var wrapped: Any {
    guard let kind = Self.kind, let value = try? TypeShape.of(Self.self).read(kind, from: self) else { return () }
    return value
  }
}

extension ButtonState: EphemeralIdentityNotation {
  static func makeIdentity() -> Any { ButtonState { TextState("") }.id }

  /// `"Delete" (destructive) sends .confirmDeletion`
  fileprivate var text: String {
    var text = ValuePrinter.text(of: label)
    switch role {
    case .cancel: text += " (cancel)"
    case .destructive: text += " (destructive)"
    case nil: break
    }
    if let action = action.action { text += " sends \(ValuePrinter.text(of: action))" }
    return text
  }
}

extension AlertState: EphemeralIdentityNotation, AlertNotation {
  static func makeIdentity() -> Any { AlertState { TextState("") }.id }

  var alertSummary: String { ValuePrinter.text(of: title) }
  var alertParts: [(label: String, text: String)] {
    (message.map { [("message", ValuePrinter.text(of: $0))] } ?? []) + buttons.map { ("button", $0.text) }
  }
}

extension ConfirmationDialogState: EphemeralIdentityNotation, AlertNotation {
  static func makeIdentity() -> Any { ConfirmationDialogState { TextState("") }.id }

  var alertSummary: String { ValuePrinter.text(of: title) }
  var alertParts: [(label: String, text: String)] {
    (message.map { [("message", ValuePrinter.text(of: $0))] } ?? []) + buttons.map { ("button", $0.text) }
  }
}
