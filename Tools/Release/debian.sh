#!/usr/bin/env bash
# Creates a Debian package of the files that 'make install' installed under ROOT, and checks it with
# lintian.
#
# usage: debian.sh ROOT VERSION OUTPUT-DIRECTORY
#
# DEBFULLNAME and DEBEMAIL name the maintainer (default: the author of the last commit).
set -euo pipefail
[ $# -eq 3 ] || { echo "usage: debian.sh ROOT VERSION OUTPUT-DIRECTORY" >&2; exit 2; }
root=$1 version=$2 output=$3
here=$(cd "$(dirname "$0")" && pwd)
repository=$here/../..
maintainer="${DEBFULLNAME:-$(git -C "$repository" log -1 --format=%an)}"
maintainer+=" <${DEBEMAIL:-$(git -C "$repository" log -1 --format=%ae)}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$repository" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)
package=$output/reprise_$version-1_$architecture.deb
documents=$root/usr/share/doc/reprise

mkdir -p "$documents" "$root/usr/share/lintian/overrides" "$root/DEBIAN"
gzip -9nf "$root/usr/share/man/man1/reprise.1"
gzip -9nc "$repository/CHANGELOG.md" > "$documents/changelog.gz"
gzip -9nc > "$documents/changelog.Debian.gz" << END
reprise ($version-1) unstable; urgency=medium

  * Release $version; see changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
cp "$here/copyright" "$documents/copyright"
cp "$here/lintian-overrides" "$root/usr/share/lintian/overrides/reprise"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -not -path '*/bin/*' -exec chmod 644 {} +

# The packages of the libraries that the program is linked with, in the versions that it needs.
stub=$(mktemp -d)
trap 'rm -r "$stub"' EXIT
mkdir "$stub/debian"
printf 'Source: reprise\n\nPackage: reprise\nArchitecture: any\n' > "$stub/debian/control"
depends=$(cd "$stub" && dpkg-shlibdeps -O "$root/usr/bin/reprise" | sed -n 's/^shlibs:Depends=//p')

size=$(du -k --apparent-size --summarize --exclude=DEBIAN "$root" | cut -f 1)
sed -e "s/@VERSION@/$version-1/" -e "s/@ARCHITECTURE@/$architecture/" \
  -e "s/@MAINTAINER@/$maintainer/" -e "s/@SIZE@/$size/" -e "s/@DEPENDS@/$depends/" \
  "$here/control" > "$root/DEBIAN/control"
(cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) > "$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz --build "$root" "$package"

if command -v lintian > /dev/null; then
  lintian --fail-on error "$package"
else
  echo "the package is not checked: lintian is not installed" >&2
fi
