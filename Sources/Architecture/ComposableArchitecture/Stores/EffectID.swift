/// The number of an effect, counted from 1 in each store in the order in which effects were started.
package struct EffectID: Hashable, Sendable, Comparable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package static func < (left: EffectID, right: EffectID) -> Bool { left.number < right.number }
}
