public import CaromProperties

extension Light {
  /// The properties that have no effect for the kind of light, or beside the others.
  public var warnings: [PropertyWarning] {
    var found: [PropertyWarning] = []
    if castsShadow, !type.kind.canCastShadows {
      found.append(
        PropertyWarning(
          "castsShadow",
          "an \(type.rawValue) light casts no shadows; \"type\": \"directional\" or \"spot\" is "
            + "accepted"))
    }
    if type == .spot {
      if spotInnerAngle > spotOuterAngle {
        found.append(
          PropertyWarning(
            "spotInnerAngleDegrees",
            "the inner angle is greater than the outer one, which has no effect; an angle up to "
              + "\"spotOuterAngleDegrees\" is accepted"))
      }
    } else {
      let standard = Light()
      for (isSet, key) in [
        (spotInnerAngle != standard.spotInnerAngle, "spotInnerAngleDegrees"),
        (spotOuterAngle != standard.spotOuterAngle, "spotOuterAngleDegrees"),
      ] where isSet {
        found.append(
          PropertyWarning(
            key, "only spot lights have a cone; \"type\": \"spot\" is accepted"))
      }
    }
    if intensity > 0, intensity <= Self.darkIntensity, attenuationFalloffExponent >= 0 {
      found.append(
        PropertyWarning(
          "intensity",
          "the light is nearly black, because its intensity is in lumens; 1000, which leaves colors "
            + "as they are, is accepted"))
    }
    let isFading = attenuationEnd > 0 || attenuationFalloffExponent < 0
    if type.kind.isAttenuated, attenuationStart > 0, !isFading {
      found.append(
        PropertyWarning(
          "attenuationStart",
          "the light does not fade, because it has no end; \"attenuationEnd\" above 0 is accepted"))
    }
    return found
  }

  /// The greatest intensity in lumens that an author probably meant as a factor, as in engines
  /// where 1 is a usual intensity.
  private static let darkIntensity: Float = 10
}
