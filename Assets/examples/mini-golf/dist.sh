#!/bin/sh
# Makes dist/mini-golf, a folder that runs on a Linux machine without Swift. SDL2, which opens the
# window, is not in it; on Debian and Ubuntu, it is in the package libsdl2-2.0-0.
#
#   ./dist.sh          an optimized build
#   ./dist.sh debug    a build with assertions
set -eu
cd "$(dirname "$0")"
out=dist/mini-golf
# The program finds its libraries in the folder lib next to bin.
set -- -c "${1:-release}" --product mini-golf -Xlinker -rpath -Xlinker '$ORIGIN/../lib'
swift build "$@"
rm -rf "$out"
mkdir -p "$out/bin" "$out/lib" "$out/share/carom"
cp "$(swift build "$@" --show-bin-path)/mini-golf" "$out/bin/"
cp -R Scenes Assets "$out/share/carom/"
# The libraries of Swift, and those for PNG and JPEG files with their licenses.
ldd "$out/bin/mini-golf" | awk '/\/swift\/linux\/|libspng|libturbojpeg/ { print $3 }' |
  while read -r library; do
    cp -L "$library" "$out/lib/"
    package=$(dpkg-query -S "$(readlink -f "$library")" 2>/dev/null | cut -d: -f1) || continue
    [ -z "$package" ] || cp "/usr/share/doc/$package/copyright" "$out/lib/$package-copyright.txt"
  done
echo "$out: run $out/bin/mini-golf play"
