import CaromContent
import CaromRendering
import CaromSceneFiles
import CaromSimulation
import CaromSounds

// The files of the scene, which can change while it is played.
extension PlayerLoop {
  /// Reloads changed files four times a second, if they are watched.
  func checkFiles() {
    guard watchesFiles else { return }
    framesUntilFileCheck -= 1
    guard framesUntilFileCheck <= 0 else { return }
    framesUntilFileCheck = framesPerSecond / 4
    reload()
  }

  /// Reloads changed files; changes are visible immediately.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult func reload() -> Bool {
    guard let report = pollFiles(), !report.isEmpty else { return false }
    playedGame.cache.invalidate(images: report.images)
    if !report.sounds.isEmpty, let folder = playedGame.sounds {
      let bank = SoundBank(folder: folder)
      sound?.replaceBank(by: bank)
      if let problem = bank.problems.first { notify(problem) }
    }
    do throws(MissingImages) {
      try playedGame.cache.load(session.scene)
      missingPictures = nil
    } catch { missingPictures = error.description }
    renewGhost()
    return true
  }
}
