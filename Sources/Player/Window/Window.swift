import CPlatform

/// A window on the screen that shows pictures and collects what the player does.
///
/// It knows nothing of scenes or games. All use belongs to the thread that made it; events of all
/// windows of a process share one queue.
public final class Window {
  private let handle: OpaquePointer

  /// Opens a window with a drawable area of `width` × `height` pixels.
  ///
  /// - Parameters:
  ///   - title: What its bar says.
  ///   - width: Its width in pixels.
  ///   - height: Its height in pixels.
  ///   - isResizable: Whether a hand may change its size.
  ///   - usesVSync: Whether the graphics card is to show pictures in step with the screen, so that
  ///     none is torn; ``refreshRate`` tells whether there is one that does.
  /// - Throws: ``PlayerError/noWindow(_:)`` if there is no SDL2 or no display.
  public init(
    title: String, width: Int, height: Int, isResizable: Bool = true, usesVSync: Bool = false
  ) throws(PlayerError) {
    guard
      let handle = plat_open(title, Int32(width), Int32(height), isResizable, usesVSync)
    else { throw .noWindow(String(cString: plat_error())) }
    self.handle = handle
  }

  deinit { plat_close(handle) }

  /// Whether SDL2 was there when the package was built, so that a window can be asked for.
  public static var isAvailable: Bool { plat_available() }

  /// What to do where ``isAvailable`` is false, as a sentence.
  static var whatToInstall: String { String(cString: plat_error()) }

  /// How many pictures a second the screen takes, where ``present(_:width:height:)`` waits for it; nil
  /// where it does not.
  public var refreshRate: Int? {
    let rate = plat_rate(handle)
    return rate > 0 ? Int(rate) : nil
  }

  /// The size of the drawable area, in pixels, also where pixels are smaller than the points that
  /// windows are measured in; at least 1 × 1.
  public var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    plat_size(handle, &width, &height)
    return (max(1, Int(width)), max(1, Int(height)))
  }

  /// Fills the screen with the window, or gives it back; false if the system refuses.
  @discardableResult public func setFullscreen(_ fills: Bool) -> Bool {
    plat_set_fullscreen(handle, fills)
  }

  /// Changes the window's size, as a hand at its edge does: for tests.
  package func resize(width: Int, height: Int) {
    plat_resize(handle, Int32(width), Int32(height))
  }

  /// Writes a title into the window's bar.
  public func setTitle(_ title: String) { plat_set_title(handle, title) }

  /// Shows a picture, scaled as large as fits.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha bytes in rows from the top; alpha is ignored.
  ///   - width: Pixels a row.
  ///   - height: Rows.
  /// - Throws: ``PlayerError/noPicture(_:)`` if the system refuses it.
  public func present(_ pixels: [UInt8], width: Int, height: Int) throws(PlayerError) {
    precondition(pixels.count >= width * height * 4, "fewer bytes than the picture has")
    let place = Letterbox(picture: (width, height), window: size)
    let target = plat_rect(
      x: Int32(place.x), y: Int32(place.y), width: Int32(place.width), height: Int32(place.height))
    guard plat_present(handle, pixels, Int32(width), Int32(height), Int32(width * 4), target)
    else { throw .noPicture(String(cString: plat_error())) }
  }

  /// What the window shows now: red, green, blue and alpha bytes in rows from the top.
  ///
  /// - Throws: ``PlayerError/noPicture(_:)`` if the system cannot read it back.
  public func contents() throws(PlayerError) -> [UInt8] {
    let (width, height) = size
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    guard plat_read(handle, &pixels, Int64(pixels.count)) else {
      throw .noPicture(String(cString: plat_error()))
    }
    return pixels
  }

  /// The oldest event that has not been taken yet; nil when there is none.
  public func nextEvent() -> WindowEvent? {
    var event = plat_event()
    while plat_poll(&event) {
      if let known = WindowEvent(event) { return known }
    }
    return nil
  }

  /// Puts an event at the end of the queue as if the device had sent it; false if it cannot be sent.
  @discardableResult
  public func push(_ event: WindowEvent) -> Bool {
    var made = event.platform
    return plat_push(&made)
  }
}
