#!/bin/sh
# Installs the missing system packages that the build needs, or prints the command to type.
#
# usage: setup.sh [app | page | release]
#
# "app" installs only the packages that the build of an app needs. "page" adds the packages for the
# tests of the page in browsers, and "release" those that build and check a release.
set -eu

is_missing() { ! command -v "$1" > /dev/null 2>&1; }

if is_missing "${SWIFT:-swift}"; then
  echo "reprise needs Swift 6.2 or later; install it from https://www.swift.org/install" >&2
  exit 1
fi

missing=""
if is_missing pkg-config; then missing="$missing pkg-config"; fi
if [ "${1:-}" != app ]; then
  if is_missing python3; then missing="$missing python3"; fi
  # Sessions in the documentation use jq, and the tests run them.
  if is_missing jq; then missing="$missing jq"; fi
fi
if ! pkg-config --exists zlib 2> /dev/null; then missing="$missing zlib1g-dev"; fi
if ! pkg-config --exists ncursesw 2> /dev/null; then missing="$missing libncurses-dev"; fi
if [ "${1:-}" = page ]; then
  if is_missing node; then missing="$missing nodejs"; fi
  if is_missing eslint; then missing="$missing eslint"; fi
  if is_missing chromium; then missing="$missing chromium"; fi
  if is_missing firefox-esr && is_missing firefox; then missing="$missing firefox-esr"; fi
fi
if [ "${1:-}" = release ]; then
  if is_missing debootstrap; then missing="$missing debootstrap"; fi
  if is_missing dpkg-shlibdeps; then missing="$missing dpkg-dev"; fi
  if is_missing lintian; then missing="$missing lintian"; fi
fi
# 'serve' loads the library when it is used.
if ! pkg-config --exists libmicrohttpd 2> /dev/null; then missing="$missing libmicrohttpd-dev"; fi
[ -z "$missing" ] && exit 0

install="apt-get install --yes --no-install-recommends$missing"
if is_missing apt-get; then
  cat >&2 << 'END'
reprise needs zlib, ncurses, libmicrohttpd, pkg-config, Python 3 and jq; install them with your
package manager, for example:
  Homebrew: brew install zlib libmicrohttpd pkg-config python jq
  Fedora: dnf install zlib-devel ncurses-devel libmicrohttpd-devel pkgconf jq
END
  exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
  sudo=""
elif ! is_missing sudo && sudo -n true 2> /dev/null; then
  sudo="sudo"
else
  echo "reprise needs the packages$missing; type:" >&2
  echo "  sudo $install" >&2
  exit 1
fi
echo "installing$missing" >&2
$sudo apt-get update --quiet --quiet
DEBIAN_FRONTEND=noninteractive $sudo $install > /dev/null
