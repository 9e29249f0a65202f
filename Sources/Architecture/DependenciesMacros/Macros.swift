/// Makes a struct of closures a dependency client: each closure that nobody supplies reports an issue when it is called, and
/// the struct gets an initializer of all properties and one without the closures.
///
/// A closure that does not throw and returns something needs a default value: `var count: () -> Int = { 0 }`.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() = #externalMacro(module: "ArchitectureMacros", type: "DependencyClientMacro")

/// Makes a closure of a struct an endpoint, as ``DependencyClient()`` does for all of them.
///
/// A closure whose parameters are named, `(_ id: Int) -> Void`, is also a method with these labels.
///
/// - Parameter method: The name of the method form, when it is not the property's.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ArchitectureMacros", type: "DependencyEndpointMacro")

/// Keeps ``DependencyClient()`` from making an endpoint of a closure.
@attached(peer, names: named(_))
public macro DependencyEndpointIgnored() = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")
