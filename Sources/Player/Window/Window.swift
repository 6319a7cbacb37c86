public import CaromImages
import CPlatform

/// A window that presents frames and collects input events.
///
/// It is independent of scenes and games. It must be used on the thread that created it; the events
/// of all windows of a process share one queue.
public final class Window {
  private let handle: OpaquePointer

  /// Opens a window with a drawable area of `width` × `height` pixels.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - isResizable: Whether the user can resize the window.
  ///   - usesVSync: Whether frames should be synchronized with the display, without tearing; see
  ///     ``refreshRate`` for whether they are.
  ///   - fitsDisplay: Whether a size that exceeds the usable area of the display is reduced to it.
  /// - Throws: ``PlayerError/noWindow(_:)`` if SDL2 or a display is missing.
  public init(
    title: String, width: Int, height: Int, isResizable: Bool = true, usesVSync: Bool = false,
    fitsDisplay: Bool = false
  ) throws(PlayerError) {
    guard
      let handle = plat_open(
        title, Int32(width), Int32(height), isResizable, usesVSync, fitsDisplay)
    else { throw .noWindow(String(cString: plat_error())) }
    self.handle = handle
  }

  deinit { plat_close(handle) }

  /// Whether the package was built with SDL2, so that windows can be opened.
  public static var isAvailable: Bool { plat_available() }

  /// Installation instructions for builds without SDL2, as a sentence.
  static var whatToInstall: String { String(cString: plat_error()) }

  /// The refresh rate of the display if ``present(_:width:height:)`` waits for it; nil otherwise.
  public var refreshRate: Int? {
    let rate = plat_rate(handle)
    return rate > 0 ? Int(rate) : nil
  }

  /// The size of the drawable area in physical pixels, also on high-density displays; at least 1 ×
  /// 1.
  public var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    plat_size(handle, &width, &height)
    return (max(1, Int(width)), max(1, Int(height)))
  }

  /// Enters or leaves fullscreen mode; returns false if the system refuses.
  @discardableResult public func setFullscreen(_ fills: Bool) -> Bool {
    plat_set_fullscreen(handle, fills)
  }

  /// Resizes the window as the user would, for tests.
  package func resize(width: Int, height: Int) {
    plat_resize(handle, Int32(width), Int32(height))
  }

  /// Sets the title of the window.
  public func setTitle(_ title: String) { plat_set_title(handle, title) }

  /// Sets the icon of the window, as far as the desktop shows one.
  public func setIcon(_ icon: Image) {
    icon.bytes.withUnsafeBufferPointer {
      guard let first = $0.baseAddress else { return }
      plat_set_icon(handle, first, Int32(icon.width), Int32(icon.height))
    }
  }

  /// Sets the least size that the user can give to the window, in pixels.
  public func setMinimumSize(width: Int, height: Int) {
    plat_set_minimum_size(handle, Int32(clamping: width), Int32(clamping: height))
  }

  /// Puts a text on the clipboard; returns false if the system has none.
  @discardableResult public func setClipboard(_ text: String) -> Bool { plat_set_clipboard(text) }

  /// The text on the clipboard, up to 64 KiB; empty if there is none.
  public var clipboard: String {
    var bytes = [CChar](repeating: 0, count: 1 << 16)
    let count = Int(plat_clipboard(&bytes, Int32(bytes.count)))
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Presents an image, scaled to fit.
  ///
  /// - Parameters:
  ///   - pixels: RGBA bytes, rows from the top; alpha is ignored.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  /// - Throws: ``PlayerError/noPicture(_:)`` if the system refuses it.
  public func present(_ pixels: [UInt8], width: Int, height: Int) throws(PlayerError) {
    precondition(pixels.count >= width * height * 4, "the image has too few bytes")
    let target = Letterbox(picture: (width, height), window: size)
    let rectangle = plat_rect(
      x: Int32(target.x), y: Int32(target.y), width: Int32(target.width),
      height: Int32(target.height))
    guard plat_present(handle, pixels, Int32(width), Int32(height), Int32(width * 4), rectangle)
    else { throw .noPicture(String(cString: plat_error())) }
  }

  /// The current contents of the window as RGBA bytes, rows from the top.
  ///
  /// - Throws: ``PlayerError/noPicture(_:)`` if the system cannot read them back.
  public func contents() throws(PlayerError) -> [UInt8] {
    let (width, height) = size
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    guard plat_read(handle, &pixels, Int64(pixels.count)) else {
      throw .noPicture(String(cString: plat_error()))
    }
    return pixels
  }

  /// Removes and returns the oldest event; nil if there is none.
  public func nextEvent() -> WindowEvent? {
    var event = plat_event()
    while plat_poll(&event) {
      if let known = WindowEvent(event) { return known }
    }
    return nil
  }

  /// Appends an event to the queue as if a device had sent it; false if it cannot be sent.
  @discardableResult
  public func push(_ event: WindowEvent) -> Bool {
    var copy = event.platform
    return plat_push(&copy)
  }
}
