import CaromProperties

extension Record {
  /// The names of the properties that are numbers, in the order of their declaration.
  static var numericProperties: [String] {
    propertyInfos.map(\.key).filter { NumberReader<Self>.compile($0) != nil }
  }
}
