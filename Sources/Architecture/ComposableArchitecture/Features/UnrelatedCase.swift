/// What is said to those who write the payload of a case that a value is not in.
func unrelatedCaseMessage<Root, Payload>(_ payload: Payload.Type, in root: Root?) -> String {
  let place = root.map { "that is in another case: \($0)" } ?? "that is nil"
  return "Cannot modify the payload \"\(Payload.self)\" of a \"\(Root.self)\" \(place)"
}
