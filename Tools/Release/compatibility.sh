#!/usr/bin/env bash
# Makes a commit for the repository of `Compatibility`, and prints it. The package manager takes no
# package from a folder of a repository, so a release has a repository for this one.
#
# usage: compatibility.sh [URL]     the repository of Reprise (default: the origin of this one)
#
# The commit has the files of the folder and the license. Its manifest depends on the release of
# Reprise at URL. The same commit of Reprise always makes the same one.
set -euo pipefail
cd "$(dirname "$0")/../.."

url=${1:-$(git config remote.origin.url || echo "file://$PWD")}
# A clone in CI may have a token in its address.
url=$(sed -E 's|^(https?://)[^/@]*@|\1|' <<< "$url")
name=${url##*/}
version=$(Tools/Release/version.sh)
GIT_INDEX_FILE=$(mktemp --dry-run)
export GIT_INDEX_FILE
trap 'rm -f "$GIT_INDEX_FILE"' EXIT

# Reads the manifest of the folder, and writes that of the release.
manifest() {
  sed -e "s|name: \"reprise\", path: \"..\"|url: \"$url\", exact: \"$version\"|" \
    -e "s|package: \"reprise\"|package: \"${name%.git}\"|" -e "/Tools\/Release/d"
}

git read-tree HEAD:Compatibility
blob=$(git show HEAD:Compatibility/Package.swift | manifest | git hash-object -w --stdin)
git cat-file blob "$blob" | grep -qF "url: \"$url\"" \
  || { echo "Compatibility/Package.swift depends on Reprise in another way" >&2; exit 1; }
git update-index --cacheinfo "100644,$blob,Package.swift"
git update-index --add --cacheinfo "100644,$(git rev-parse HEAD:LICENSE),LICENSE"
{
  echo "tree $(git write-tree)"
  git log -1 --date=raw \
    --format="author %an <%ae> %ad%ncommitter %cn <%ce> %cd%n%nCompatibility of Reprise $version"
} | git hash-object -t commit -w --stdin
