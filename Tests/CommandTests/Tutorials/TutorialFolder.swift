import CaromPlayer
import Foundation
import TestSupport

/// The folder of a reader who follows a tutorial.
///
/// The commands run as they stand there. `carom` and `swift` are scripts: `swift` compiles the
/// reader's package against the modules and object files of the running build, because building
/// the engine again takes minutes. Windows close after half a second.
struct TutorialFolder {
  /// The folder that the reader is in.
  private(set) var current: URL
  private let tools: URL

  /// Prepares an empty folder.
  init(in folder: URL) throws {
    current = folder.appending(path: "reader")
    tools = folder.appending(path: "tools")
    for place in [current, tools] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    for (name, script) in [("carom", Self.carom), ("swift", Self.swift)] {
      let file = tools.appending(path: name)
      try Data(script.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  /// Writes the file of a step, or runs its commands.
  ///
  /// - Returns: The output and errors of the commands that failed, or nil.
  mutating func follow(_ step: Tutorial.Step) throws -> String? {
    if !step.isTerminal {
      let file = current.appending(path: step.name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try step.contents.write(to: file)
      return nil
    }
    // The release folder of a package takes minutes to make, and its tests run in this build.
    let lines = String(decoding: step.contents, as: UTF8.self).split(separator: "\n")
      .filter { $0 != "./dist.sh" && $0 != "swift test" }
    let outcome = try Program.shell(
      "set -e; " + lines.joined(separator: "; ") + "; pwd > \(tools.path)/current", in: current,
      environment: [
        "PATH": tools.path + ":/usr/local/bin:/usr/bin:/bin",
        "SWIFTC": BuildProducts.compiler, "BUILD": BuildProducts.folder,
        "INCLUDE": BuildProducts.searchPaths.joined(separator: " "), "OBJECTS": tools.path,
        "SDL_AUDIODRIVER": "dummy",
        "WINDOWS": Window.isAvailable ? "yes" : "no",
      ])
    guard outcome.exitCode == 0 else { return outcome.output + outcome.errors }
    let path = try String(contentsOf: tools.appending(path: "current"), encoding: .utf8)
    current = URL(filePath: path.trimmingCharacters(in: .newlines), directoryHint: .isDirectory)
    return nil
  }

  private static let carom = """
    #!/bin/sh
    if [ "$1" = play ]; then
      [ "$WINDOWS" = no ] && exit
      set -- "$@" --ticks 30 --mute
    fi
    exec "$CAROM" "$@"
    """

  private static let swift = #"""
    #!/bin/bash
    # swift run -c release carom …, swift run PROGRAM …, swift build
    set -e
    case $1 in
    run) shift ;;
    build) ;;
    *) echo "swift $1 is not known here" >&2; exit 2 ;;
    esac
    if [ "$1" = -c ]; then shift 3; exec carom "$@"; fi
    program=$(ls Sources | grep -v Kit)
    kit=$(ls Sources | grep Kit)
    newest=$(ls -t Sources/*/*.swift | head -1)
    if [ ! -x "$OBJECTS/$program" ] || [ "$newest" -nt "$OBJECTS/$program" ] || [ "$1" = build ]; then
      "$SWIFTC" -wmo -module-name "$kit" -parse-as-library -emit-module \
        -emit-module-path "$OBJECTS/$kit.swiftmodule" -c Sources/$kit/*.swift -o "$OBJECTS/kit.o" -I "$OBJECTS" $INCLUDE
      "$SWIFTC" -module-name Main -c "Sources/$program/main.swift" -o "$OBJECTS/main.o" -I "$OBJECTS" $INCLUDE
      # Objects of sources that are gone stay in the folder of an incremental build.
      objects=$(tr -d "'\"" <"$BUILD/mini-golf.product/Objects.LinkFileList" |
        grep "/Carom[A-Za-z]*\.build/\|/ArgumentParser[A-Za-z]*\.build/\|/CPlatform\.build/\|/CPrefetch\.build/")
      "$SWIFTC" "$OBJECTS/kit.o" "$OBJECTS/main.o" $objects -o "$OBJECTS/$program" \
        -lspng -lturbojpeg -lm
    fi
    [ "$1" = build ] && exit
    [ "$1" = "$program" ] || { echo "there is no program $1" >&2; exit 2; }
    shift
    if [ "$1" = play ]; then
      [ "$WINDOWS" = no ] && exit
      # Without a game, the title screen stays open.
      [ $# = 1 ] && set -- play "$program"
      set -- "$@" --ticks 30 --mute
    fi
    CAROM_ROOT=$PWD exec "$OBJECTS/$program" "$@"
    """#
}
