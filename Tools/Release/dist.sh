#!/usr/bin/env bash
# Builds the files of a release from the last commit, in .build/dist:
#
#   reprise-VERSION.tar.gz               the sources, which build without a network
#   reprise-compatibility-VERSION.tar.gz the sources of the repository of `Compatibility`
#   reprise-VERSION-linux-MACHINE.tar.gz the program, which needs only the C library
#   reprise_VERSION-1_ARCHITECTURE.deb   the Debian package, which needs Debian's libraries
#   SHA256SUMS                           the checksums
#
# The programs are built from the unpacked source archive. Both contain the Swift runtime.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(Tools/Release/version.sh)
dist=$PWD/.build/dist
work=$PWD/.build/dist-work
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
if ! git diff --quiet HEAD; then
  echo "changes that are not committed are not part of the release" >&2
fi

rm -rf "$dist" "$work/source" "$work/root" "$work/unpacked"
mkdir -p "$dist" "$work/source"
git archive --prefix="reprise-$version/" HEAD | gzip -9n > "$dist/reprise-$version.tar.gz"
tar -xzf "$dist/reprise-$version.tar.gz" -C "$work/source"
source=$work/source/reprise-$version
commit=$(Tools/Release/compatibility.sh)
git archive --prefix="reprise-compatibility-$version/" "$commit" | gzip -9n \
  > "$dist/reprise-compatibility-$version.tar.gz"

# A new network namespace has no network. Containers may not permit one.
offline=(unshare --map-root-user --net)
if ! "${offline[@]}" true 2> /dev/null; then
  echo "the build is not separated from the network, because this machine does not permit it" >&2
  offline=()
fi

# Installs under $1 with the further variables of make.
install_program() {
  local root=$1
  shift
  "${offline[@]}" make --no-print-directory -C "$source" install INSTALL_BUILD="$work/build" \
    DESTDIR="$root" "$@"
  # The names of functions are kept, because crash reports show them.
  find "$root" -path '*/bin/reprise' -exec strip --strip-debug {} +
}

# The linker uses the first library with a name, and first searches the folder in the pkg-config
# file of zlib. That folder is empty for the Debian package. For the archive, it contains static
# libraries.
libraries=$work/libraries
rm -rf "$libraries"
mkdir -p "$libraries"
sed "s|^libdir=.*|libdir=$libraries|" "$(pkg-config --variable=pcfiledir zlib)/zlib.pc" \
  > "$libraries/zlib.pc"
export PKG_CONFIG_PATH=$libraries

install_program "$work/root" PREFIX=/usr \
  ZSH_FOLDER="$work/root/usr/share/zsh/vendor-completions"
Tools/Release/debian.sh "$work/root" "$version" "$dist"

name=reprise-$version-linux-$(uname -m)
documents=$work/unpacked/$name/share/doc/reprise
mkdir -p "$documents"
cp Tools/Release/copyright "$documents"
for library in ncursesw tinfo z stdc++; do
  file=$(readlink -f "$(gcc -print-file-name="lib$library.a")")
  if ! [ -f "$file" ]; then
    echo "lib$library.a is missing; install its development package" >&2
    exit 1
  fi
  ln -sf "$file" "$libraries/lib$library.a"
  package=$(dpkg --search "$file" | cut -d : -f 1)
  cp "/usr/share/doc/$package/copyright" "$documents/$package.copyright"
done
install_program "$work/unpacked/$name" PREFIX= INSTALL_FLAGS="-Xlinker -ltinfo"
cp LICENSE README.md CHANGELOG.md "$work/unpacked/$name"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  -C "$work/unpacked" -cf - "$name" | gzip -9n > "$dist/$name.tar.gz"

(cd "$dist" && sha256sum -- * > SHA256SUMS)
(cd "$dist" && stat --printf '%10s bytes  %n\n' -- *)
