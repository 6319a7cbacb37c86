import Carom
import CaromPlayer
import Glibc
import Testing

/// Everything that opens a window, serialized: SDL has one event queue per process.
@Suite("With a window", .serialized, .enabled(if: Window.isAvailable, "SDL2 is not installed"))
struct WithWindow {
  init() {
    // No display is needed: SDL renders to memory.
    setenv("SDL_VIDEODRIVER", "dummy", 1)
    setenv("SDL_AUDIODRIVER", "dummy", 1)
  }
}

extension WithWindow {
  @Suite("Window")
  struct WindowTests {
    /// A window whose initial events have been removed.
    private func quietWindow(_ width: Int, _ height: Int) throws -> Window {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      let window = try Window(title: "test", width: width, height: height)
      while window.nextEvent() != nil {}
      return window
    }

    @Test("Shows the image scaled to its center with black bars")
    func letterboxedPicture() throws {
      let window = try quietWindow(60, 20)
      var pixels: [UInt8] = []
      for y in 0..<2 {
        for _ in 0..<2 { pixels += y == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
      }
      try window.present(pixels, width: 2, height: 2)
      let shown = try window.contents()
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        Array(shown[(y * 60 + x) * 4..<(y * 60 + x) * 4 + 3])
      }
      #expect(window.size == (60, 20))
      #expect(pixel(5, 10) == [0, 0, 0])
      #expect(pixel(55, 10) == [0, 0, 0])
      #expect(pixel(30, 1) == [255, 0, 0])
      #expect(pixel(30, 18) == [0, 0, 255])
    }

    /// A window of 1280 × 720 left a screen of 720 × 1280.
    @Test("A window that has to fit the display is no larger than it, and others are as requested")
    func displaySize() throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      let large = try Window(title: "test", width: 5000, height: 200, fitsDisplay: true)
      #expect(large.size.width < 5000 && large.size.height == 200)
      let small = try Window(title: "test", width: 64, height: 36, fitsDisplay: true)
      #expect(small.size == (64, 36))
      #expect(try Window(title: "test", width: 5000, height: 200).size == (5000, 200))
    }

    @Test("Delivers every kind of pushed event, unchanged and in order")
    func eventsRoundTrip() throws {
      let window = try quietWindow(64, 36)
      let events: [WindowEvent] = [
        .key(.w, isDown: true, isRepeated: false), .key(.w, isDown: true, isRepeated: true),
        .key(.w, isDown: false, isRepeated: false),
        .key(.init(rawValue: 100), isDown: true, isRepeated: false),
        .pointerMoved(x: 10, y: 20, dx: -3, dy: 4), .pointerButton(1, isDown: true, x: 10, y: 20),
        .pointerButton(3, isDown: false, x: 11, y: 21), .wheel(dx: 0, dy: -1),
        .focus(false), .focus(true), .padAxis(.leftX, -1, device: 3),
        .padAxis(.rightTrigger, 1, device: 3), .padButton(.right, isDown: true, device: 3),
        .touch(.pressed, x: 0.5, y: 0.25, finger: 9), .touch(.released, x: 0.5, y: 0.5, finger: 9),
        .padButton(.a, isDown: false, device: 3), .acceleration(x: 1, y: -9.5, z: 0.25, device: 0),
        .resized(width: 80, height: 45), .quit,
      ]
      for event in events { #expect(window.push(event), "\(event)") }
      var seen: [WindowEvent] = []
      while let event = window.nextEvent() { seen.append(event) }
      #expect(seen == events)
    }

    @Test("Has no event without input, and cannot connect a gamepad that does not exist")
    func emptyQueue() throws {
      let window = try quietWindow(64, 36)
      #expect(window.nextEvent() == nil)
      #expect(!window.push(.padConnected(true, device: 0)))
    }

    @Test("Can be opened again after it was closed")
    func reopens() throws {
      for _ in 0..<3 {
        let window = try quietWindow(32, 32)
        try window.present([1, 2, 3, 255], width: 1, height: 1)
        #expect(try window.contents()[0] == 1)
      }
    }

    @Test("Reports why it cannot open on a display that does not exist")
    func noDisplay() {
      setenv("SDL_VIDEODRIVER", "no-such-driver", 1)
      defer { setenv("SDL_VIDEODRIVER", "dummy", 1) }
      #expect {
        _ = try Window(title: "test", width: 8, height: 8)
      } throws: { error in
        "\(error)".contains("no-such-driver") && "\(error)".hasPrefix("window: ")
      }
    }
  }
}

@Suite("Without SDL2", .enabled(if: !Window.isAvailable, "SDL2 is installed"))
struct WithoutWindowTests {
  @Test("Opening a window reports what to install")
  func saysWhatToInstall() {
    #expect {
      _ = try Window(title: "test", width: 8, height: 8)
    } throws: { error in
      "\(error)".contains("apt-get install libsdl2-dev")
    }
  }
}
