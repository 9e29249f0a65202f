import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Endpoint {
  /// The closure that stands in until somebody supplies one; reports and gives `nil` when it could return nothing.
  func unsupplied(in context: (any MacroExpansionContext)?) -> String? {
    let fallback: String?
    if let initializer {
      // A closure is what to return after the issue is reported; any other expression is taken as it is.
      guard initializer.is(ClosureExprSyntax.self) else { return initializer.description }
      fallback = initializer.description
    } else {
      fallback = nil
    }
    if fallback == nil, !isThrowing || typedError != nil, !returnsNothing, !returnsOptional {
      let binding = declaration.bindings.first
      var fixIts: [FixIt] = []
      if let binding {
        let ignored = parameters.isEmpty ? "" : parameters.map { _ in "_" }.joined(separator: ", ") + " in "
        let initialized = binding.with(
          \.initializer,
          InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: ExprSyntax("{ \(raw: ignored)<#\(returnType)#> }")))
        fixIts = [.replace("Give it a default value", binding, with: initialized)]
      }
      context?.report(
        "An endpoint that does not throw needs a default value: '\(name.text)' must return a '\(returnType)' even when nobody supplied it",
        identifier: "endpointNeedsDefault", at: declaration, fixIts: fixIts)
      return nil
    }

    let names = parameters.map(\.name).joined(separator: ", ")
    let arguments = parameters.filter(\.canBeStored).map { parameter in
      "(\(parameter.label.map { "\"\($0.identifierText)\"" } ?? "nil"), \(parameter.name) as Any)"
    }
    let call = """
      DependenciesMacros._UnsuppliedEndpoint(client: Self.self, name: "\(name.identifierText)", \
      arguments: [\(arguments.joined(separator: ", "))])
      """
    let returned = returnsNothing ? "Swift.Void" : returnType.trimmedDescription
    let result = "returning: (\(returned)).self"
    let waits = isAsync ? "await " : ""
    let canThrow = isThrowing && typedError == nil
    let answer = canThrow ? "try \(waits)endpoint.answer(\(result))" : "\(waits)endpoint.answerIfAny(\(result))"
    let lines: [String]
    if let fallback {
      lines = [
        "let fallback: \(type.nonEscaping) = \(fallback)",
        "if let answer = \(answer) {",
        "return answer",
        "}",
        "return \(callEffects)fallback(\(parameters.map(\.argument).joined(separator: ", ")))",
      ]
    } else if canThrow {
      lines = ["return try \(waits)endpoint.answerOrThrow(\(result))"]
    } else if returnsNothing {
      lines = ["_ = \(answer)"]
    } else {
      lines = ["return (\(answer)) ?? nil"]
    }
    // A closure that is not told its type of error throws any.
    let typedParameters = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let signature =
      typedError == nil
      ? names
      : "(\(typedParameters)) \(isAsync ? "async " : "")throws(\(typedError ?? "")) -> \(returnType)"
    return """
      {\(signature.isEmpty ? "" : " " + signature + " in")
      let endpoint = \(call)
      \(lines.joined(separator: "\n"))
      }
      """
  }
}
