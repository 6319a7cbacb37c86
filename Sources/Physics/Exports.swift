// `import CaromPhysics` is enough for a program that simulates: vectors, shapes, the bytes of saved
// states and the thread pool come with it.
@_exported public import CaromCollision
@_exported public import CaromMaths
@_exported public import CaromProperties
@_exported public import CaromWorkers
