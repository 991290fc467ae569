#!/bin/sh
# Builds a site of the pages and of the libraries' documentation, and fails on any warning.
#
# usage: build.sh SYMBOL-GRAPH-DIRECTORY SITE
set -eu

graphs=$1
site=$2
tools=$(dirname "$0")
parts=$graphs/archives
rm -rf "$parts" "$site"
mkdir -p "$parts"

# Converts a catalog or the symbol graph of a module. Prints the output of docc if it fails.
convert() {
  name=$1
  shift
  if ! text=$(docc convert "$@" --warnings-as-errors --fallback-display-name "$name" \
    --fallback-bundle-identifier "reprise.$name" --transform-for-static-hosting \
    --output-path "$parts/$name.doccarchive" 2>&1); then
    printf '%s\n' "$text" >&2
    exit 1
  fi
}

"$tools/catalogue.py" "$graphs/Reprise.docc"
convert Reprise "$graphs/Reprise.docc"
for graph in "$graphs"/*/; do
  module=$(basename "$graph")
  case $module in archives | *.docc) continue ;; esac
  convert "$module" --additional-symbol-graph-dir "$graph"
done
others=$(ls -d "$parts"/*.doccarchive | grep -v /Reprise.doccarchive)
docc merge "$parts/Reprise.doccarchive" $others --synthesized-landing-page-name Reprise \
  --output-path "$site"
# The root page that docc creates does not find any documentation, so a page redirects to it.
cat > "$site/index.html" <<'PAGE'
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<title>Reprise</title>
<a href="documentation/">Reprise</a>
PAGE
"$tools/check_site.py" "$site"
echo "The site is in $site. Any web server shows it; for example:"
echo "  python3 -m http.server 8000 --directory $site"
echo "and open http://localhost:8000"
