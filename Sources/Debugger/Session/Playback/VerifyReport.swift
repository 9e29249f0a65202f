import ActionLanguage

/// What running everything again showed.
struct VerifyReport {
  /// The first entry that came out differently.
  struct Finding {
    let entry: Int
    /// What is different, one line each.
    let differences: [String]
    /// What may be the reason.
    let hint: String
  }

  let inputs: Int
  let entries: Int
  /// `nil` when everything came out the same.
  let finding: Finding?
}
