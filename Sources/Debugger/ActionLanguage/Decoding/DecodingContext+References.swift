import Reflection

// `$standupsList.standups[0]`: the value that stands there in the current state.
extension DecodingContext {
  /// The value at a path of the current state, as a value of the type that is expected.
  ///
  /// - Throws: `ActionLanguageError` when nothing is there, or something of another type.
  func reference(_ path: StatePath, _ syntax: Syntax, _ notation: Notation) throws(ActionLanguageError) -> Any {
    guard let state = line.state else {
      throw ActionLanguageError(
        .notFound, "\"$\" stands for a place of the current state, and none can be read here", expected: notation.name,
        found: Escaping.escaped(syntax.summary), example: notation.knownExample, at: syntax.range)
    }
    let value: Any
    do throws(ActionLanguageError) {
      value = try path.evaluate(in: state)
    } catch {
      var better = error
      better.expected = better.expected ?? notation.name
      better.example = better.example ?? notation.knownExample
      throw better
    }
    if let fitting = fitted(value, to: notation) { return fitting }
    let found = Notation.of(type(of: value)).name
    throw ActionLanguageError(
      .typeMismatch,
      StateLookup.unwrapped(value) == nil
        ? "expected \(notation.name), and \(Escaping.escaped(syntax.summary)) is nil"
        : "expected \(notation.name), and \(Escaping.escaped(syntax.summary)) is \(found)",
      expected: notation.name, found: StateLookup.unwrapped(value) == nil ? "nil" : found, example: notation.knownExample,
      at: syntax.range)
  }

  /// The value as one of the expected type: itself, or what it wraps, or wrapped.
  private func fitted(_ value: Any, to notation: Notation) -> Any? {
    if type(of: value) == notation.type { return value }
    switch notation.form {
    case .optional(let optional):
      if let held = value as? any OptionalNotation {
        guard let inside = held.unwrapped else { return optional.wrap(nil) }
        return fitted(inside, to: .of(optional.wrappedType)).flatMap { optional.wrap(.some($0)) }
      }
      if let inside = fitted(value, to: .of(optional.wrappedType)) { return optional.wrap(.some(inside)) }
    case .wrapper(let wrapper):
      if let inside = fitted(value, to: .of(wrapper.wrappedType)) { return wrapper.wrap(inside) }
    case .existential:
      if fits(value, notation) { return value }
    default: break
    }
    if let held = value as? any OptionalNotation { return held.unwrapped.flatMap { fitted($0, to: notation) } }
    if let held = value as? any WrapperNotation { return fitted(held.wrapped, to: notation) }
    return nil
  }
}

extension Syntax.Chain {
  /// The path of a chain that begins with `$`; `nil` for other chains and for calls, which no path has.
  var statePath: StatePath? {
    guard !hasLeadingDot, let first = steps.first, let name = first.name, name.utf8.first == UInt8(ascii: "$") else { return nil }
    guard !steps.contains(where: { if case .call = $0.form { true } else { false } }) else { return nil }
    var path = steps
    path[0] = Syntax.Step(form: .name(String(name.dropFirst())), range: first.range)
    if name.utf8.count == 1 { path.removeFirst() }
    return StatePath(steps: path, description: name)
  }
}
