import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The reason why a port cannot be bound.
struct BindProblem: Error, CustomStringConvertible {
  let description: String
}

/// Listens for requests on a port of this machine.
final class HTTPServer: Sendable {
  /// The bound port.
  let port: Int

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel

  /// A function that answers requests and calls its handler once.
  typealias Answer =
    @Sendable (HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) -> Void

  /// Binds a port.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: The port; 0 for any free one.
  ///   - limits: The limits.
  ///   - makeAnswer: Creates the function that answers requests, given the bound port.
  /// - Throws: The error of the system if the port cannot be bound.
  init(
    host: String, port: Int, limits: ServerLimits, makeAnswer: (_ port: Int) -> Answer
  ) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let counter = ConnectionCounter(limit: limits.connections)
    let answer = LateAnswer()
    do {
      channel = try ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // A client may close its side after its last request and still read the response.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let deadline = RequestDeadline(seconds: limits.requestSeconds)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(deadline)
            try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
            try pipeline.addHandler(
              RequestHandler(limits, deadline, isAccepted: counter.enter()) { request, respond in
                answer.function(request, respond)
              } onClose: {
                counter.leave()
              })
          }
        }
        .bind(host: host, port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      guard let code = (error as? IOError)?.errnoCode else { throw error }
      throw BindProblem(
        description: code == EADDRINUSE
          ? "another program uses it; 0 takes any free one" : String(cString: strerror(code)))
    }
    self.group = group
    self.port = channel.localAddress?.port ?? port
    answer.set(makeAnswer(self.port))
  }

  /// Runs a function every second until the server stops.
  func everySecond(_ body: @escaping @Sendable () -> Void) {
    channel.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
      body()
    }
  }

  /// Closes the port and all connections.
  func stop() {
    try? channel.close().wait()
    try? group.syncShutdownGracefully()
  }
}
