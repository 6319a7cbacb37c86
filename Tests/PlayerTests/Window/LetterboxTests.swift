import CaromPlayer
import Testing

@Suite("Letterbox")
struct LetterboxTests {
  @Test("An image with the window's aspect ratio fills the window")
  func sameShapeFills() {
    let place = Letterbox(picture: (640, 360), window: (1280, 720))
    #expect((place.x, place.y, place.width, place.height) == (0, 0, 1280, 720))
  }

  @Test("A wider window has bars left and right, a taller one above and below")
  func barsWhereTheWindowIsLarger() {
    let wide = Letterbox(picture: (100, 100), window: (300, 200))
    #expect((wide.x, wide.y, wide.width, wide.height) == (50, 0, 200, 200))
    let tall = Letterbox(picture: (100, 100), window: (200, 300))
    #expect((tall.x, tall.y, tall.width, tall.height) == (0, 50, 200, 200))
  }

  @Test("A position in the window is a fraction of the image, clamped on the bars")
  func normalizedPlaces() {
    let place = Letterbox(picture: (100, 100), window: (300, 200))
    #expect(place.normalized(x: 150, y: 100) == (0.5, 0.5))
    #expect(place.normalized(x: 100, y: 50) == (0.25, 0.25))
    #expect(place.normalized(x: 0, y: 500) == (0, 1))
  }

  @Test("A window one pixel wide still shows something")
  func tinyWindow() {
    let place = Letterbox(picture: (640, 360), window: (1, 900))
    #expect((place.width, place.height) == (1, 1))
  }
}
