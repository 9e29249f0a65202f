import ComposableArchitecture
import Reflection

/// The way to an action through the cases around it, as a case key path: `\.path[id: 0].detail.delegate.standupUpdated`.
package struct SourceCasePath {
  /// The key path's text.
  package let text: String
  /// The payload to compare; `nil` when the case has none, or one that cannot be compared.
  package let payload: SourceTree?

  /// The way to an action; `nil` when a type on it has no case paths.
  package init?(to action: Any, in context: SourceTree.Context) {
    var value = action
    var text = "\\"
    while true {
      let notation = Notation.of(type(of: value))
      guard notation.type is any CasePathable.Type, let (found, payload) = try? notation.shape.project(value) else { return nil }
      let isElement = notation.isStackAction || notation.isIdentifiedAction
      guard let payload, let type = found.payload else {
        self.text = text + "." + TextPrinter.name(found.name)
        self.payload = nil
        return
      }
      let inside = Notation.of(type)
      if isElement, found.name == "element", let parts = try? inside.shape.readAll(from: payload), parts.count == 2,
        let id = parts[0], let next = parts[1]
      {
        text += "[id: \(SourceTree(id, in: context).inline ?? "")]"
        value = next
        continue
      }
      text += "." + TextPrinter.name(found.name)
      if notation.presentedAction != nil || inside.isAction, inside.type is any CasePathable.Type {
        value = payload
        continue
      }
      self.text = text
      var single = payload
      if inside.isTupleLike {
        guard inside.shape.fields.count == 1, let only = try? inside.shape.read(inside.shape.fields[0], from: payload) else {
          self.payload = nil
          return
        }
        single = only
      }
      self.payload = Swift.type(of: single) is any Equatable.Type ? SourceTree(single, in: context) : nil
      return
    }
  }
}
