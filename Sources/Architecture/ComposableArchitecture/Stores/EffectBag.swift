/// Effects in no order. Each knows its place, so that adding and removing one takes constant time without hashing.
struct EffectBag {
  /// An effect is in one bag of each kind at the most.
  enum Kind { case ofFeature, ofGroup }

  private(set) var effects: [LiveEffect] = []
  private let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  var isEmpty: Bool { effects.isEmpty }

  mutating func insert(_ effect: LiveEffect) {
    guard effect[placeIn: kind] == nil else { return }
    effect[placeIn: kind] = effects.count
    effects.append(effect)
  }

  /// - Returns: Whether it was there.
  @discardableResult
  mutating func remove(_ effect: LiveEffect) -> Bool {
    guard let place = effect[placeIn: kind], place < effects.count, effects[place] === effect else { return false }
    effect[placeIn: kind] = nil
    let last = effects.removeLast()
    if last !== effect {
      effects[place] = last
      last[placeIn: kind] = place
    }
    return true
  }
}

extension LiveEffect {
  fileprivate subscript(placeIn kind: EffectBag.Kind) -> Int? {
    get {
      let place = kind == .ofFeature ? placeInFeature : placeInGroup
      return place < 0 ? nil : place
    }
    set {
      if kind == .ofFeature { placeInFeature = newValue ?? -1 } else { placeInGroup = newValue ?? -1 }
    }
  }
}
