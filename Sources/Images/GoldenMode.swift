/// The treatment of the files of golden images, which rendered images are compared with.
public enum GoldenMode: String, Sendable, CaseIterable {
  /// Only compares; a missing file is a failure.
  case required
  /// Writes missing files and compares the others.
  case missing
  /// Writes missing and different files.
  case failed
  /// Writes all files.
  case all

  /// Reads the mode from the variable `CAROM_GOLDENS` of an environment; nil for an unknown value.
  ///
  /// Without the variable it is the ``default(environment:)``.
  public init?(environment: [String: String]) {
    guard let name = environment["CAROM_GOLDENS"] else {
      self = .default(environment: environment)
      return
    }
    self.init(rawValue: name)
  }

  /// The mode without `CAROM_GOLDENS`: ``required`` in continuous integration, where `CI` is set,
  /// otherwise ``missing``.
  ///
  /// `CI` counts as not set if it is empty, `false` or `0`.
  public static func `default`(environment: [String: String]) -> GoldenMode {
    ["", "false", "0"].contains(environment["CI"] ?? "") ? .missing : .required
  }
}
