import CaromDocuments

/// Degrees, as given in files, in radians, as stored.
func radians(fromDegrees degrees: Double) -> Float { Float(degrees * (.pi / 180)) }

/// The shortest number of degrees that reads back as exactly these radians.
///
/// Tries one significant digit, then two and so on. Nine digits nearly always suffice; the
/// seventeen of the exact quotient always do, since a Double is 29 bits finer than the Float it is
/// rounded to.
func degreesText(_ radians: Float) -> String {
  let exact = Double(radians) * (180 / .pi)
  guard exact.isFinite, exact != 0 else { return numberText(exact) }
  var magnitude = 0
  var probe = abs(exact)
  while probe >= 10 {
    probe /= 10
    magnitude += 1
  }
  while probe < 1, magnitude > -10 {
    probe *= 10
    magnitude -= 1
  }
  for digits in 1...10 {
    let places = digits - 1 - magnitude
    let scale = powerOfTen(abs(places))
    let candidate =
      places >= 0 ? (exact * scale).rounded() / scale : (exact / scale).rounded() * scale
    if CaromProperties.radians(fromDegrees: candidate) == radians { return numberText(candidate) }
  }
  return numberText(exact)
}

private func powerOfTen(_ exponent: Int) -> Double {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}

extension PropertyInfo {
  /// A stored number as written in files.
  func text(of value: Float) -> String {
    form == .degrees ? degreesText(value) : numberText(value)
  }
}
