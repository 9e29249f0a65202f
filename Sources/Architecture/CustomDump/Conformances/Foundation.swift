import Foundation

extension Calendar: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Calendar(\(identifier))" }
}

extension Data: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Data(\(count) byte\(count == 1 ? "" : "s"))" }
}

extension Date: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    "Date(\(formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))))"
  }
}

extension DateInterval: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["start": start, "end": end], displayStyle: .struct)
  }
}

extension Decimal: CustomDumpStringConvertible {
  public var customDumpDescription: String { description }
}

extension IndexPath: CustomDumpReflectable {
  public var customDumpMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension IndexSet: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["ranges": Array(rangeView).map { $0 as Range<Int> }], displayStyle: .struct)
  }
}

extension Locale: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Locale(\(identifier))" }
}

extension Measurement: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["value": value, "unit": unit.symbol], displayStyle: .struct)
  }
}

extension NSError: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["domain": domain, "code": code, "userInfo": userInfo], displayStyle: .class)
  }
}

extension NSNumber: CustomDumpStringConvertible {
  public var customDumpDescription: String { description }
}

extension NSString: CustomDumpStringConvertible {
  public var customDumpDescription: String { String(customDumping: description) }
}

extension TimeZone: CustomDumpStringConvertible {
  public var customDumpDescription: String { "TimeZone(\(identifier))" }
}

extension URL: CustomDumpStringConvertible {
  public var customDumpDescription: String { "URL(\(absoluteString))" }
}

extension UUID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}
