/// A value on one line for a report: the types and cases, and of large values only the beginning.
@usableFromInline
func shortText<Value>(of value: Value) -> String {
  let text = String(describing: value)
  let limit = 300  // More than this hides the sentence that the report is about.
  return text.count > limit ? text.prefix(limit) + "…" : text
}
