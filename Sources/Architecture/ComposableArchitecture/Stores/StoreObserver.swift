/// Is told what happens in a store, in order. A store without one pays nothing.
package protocol StoreObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  func willReduce(_ action: Action, origin: ActionOrigin)
  func didReduce(_ action: Action, origin: ActionOrigin, state: borrowing State)
  func effectStarted(_ effect: EffectRecord)
  func effectFinished(_ id: EffectID, _ ending: EffectEnding)
}
