/// The objects met in a dump: which are being printed now, and which of its type each is.
final class ObjectNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var countOfType: [ObjectIdentifier: Int] = [:]
  private(set) var printed: Set<ObjectIdentifier> = []

  /// The mark before an object, empty for the first of its type.
  func mark(_ object: AnyObject) -> String {
    let number = number(object)
    return number == 1 ? "" : "#\(number) "
  }

  private func number(_ object: AnyObject) -> Int {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return number }
    let number = countOfType[ObjectIdentifier(type(of: object)), default: 0] + 1
    countOfType[ObjectIdentifier(type(of: object))] = number
    numbers[identifier] = number
    return number
  }

  /// Notes that an object is printed; `false` when it was before.
  func visit(_ object: AnyObject) -> Bool {
    printed.insert(ObjectIdentifier(object)).inserted
  }
}

/// The object behind a value, if the value is an instance of a class that dumps number.
func dumpedObject(_ value: Any) -> AnyObject? {
  guard type(of: value) is AnyClass, !(value is any CustomDumpStringConvertible), !(value is AnyKeyPath) else { return nil }
  return value as AnyObject
}
