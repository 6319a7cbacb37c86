/// The name of a type as words, for messages to people who do not read Swift: `BehaviorEffect` is
/// "behavior effect", and `NodeState` is "node".
func words(for type: Any.Type) -> String {
  var words = ""
  for character in "\(type)" {
    if character.isUppercase, words.last?.isLowercase ?? false { words += " " }
    words += character.lowercased()
  }
  for suffix in [" state", " kind", " type"] where words.hasSuffix(suffix) {
    words.removeLast(suffix.count)
  }
  return words
}
