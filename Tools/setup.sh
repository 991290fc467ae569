#!/bin/sh
# Installs the system packages that the build needs and that are missing, or says what to type.
# With the word "page", also those that the tests of the page for the browser need; with "app", only those
# that the build of an app needs; with "release", those that build and check a release.
set -eu

if ! command -v "${SWIFT:-swift}" > /dev/null 2>&1; then
  echo "reprise needs Swift 6.2 or later; install it from https://www.swift.org/install" >&2
  exit 1
fi

missing=""
command -v pkg-config > /dev/null 2>&1 || missing="$missing pkg-config"
if [ "${1:-}" != app ]; then
  command -v python3 > /dev/null 2>&1 || missing="$missing python3"
  # Sessions in the documentation use it, and the tests run them.
  command -v jq > /dev/null 2>&1 || missing="$missing jq"
fi
if ! pkg-config --exists zlib 2> /dev/null; then missing="$missing zlib1g-dev"; fi
if ! pkg-config --exists ncursesw 2> /dev/null; then missing="$missing libncurses-dev"; fi
if [ "${1:-}" = page ]; then
  command -v node > /dev/null 2>&1 || missing="$missing nodejs"
  command -v eslint > /dev/null 2>&1 || missing="$missing eslint"
  command -v chromium > /dev/null 2>&1 || missing="$missing chromium"
  command -v firefox-esr > /dev/null 2>&1 || command -v firefox > /dev/null 2>&1 || missing="$missing firefox-esr"
fi
if [ "${1:-}" = release ]; then
  command -v debootstrap > /dev/null 2>&1 || missing="$missing debootstrap"
  command -v dpkg-shlibdeps > /dev/null 2>&1 || missing="$missing dpkg-dev"
  command -v lintian > /dev/null 2>&1 || missing="$missing lintian"
fi
# For 'serve', which loads it when it is used.
if ! pkg-config --exists libmicrohttpd 2> /dev/null; then missing="$missing libmicrohttpd-dev"; fi
[ -z "$missing" ] && exit 0

install="apt-get install --yes --no-install-recommends$missing"
if ! command -v apt-get > /dev/null 2>&1; then
  echo "reprise needs zlib, ncurses, libmicrohttpd, pkg-config, Python 3 and jq; install them with your package manager" >&2
  echo "(Homebrew: brew install zlib libmicrohttpd pkg-config python jq; Fedora: dnf install zlib-devel ncurses-devel libmicrohttpd-devel pkgconf jq)" >&2
  exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
  sudo=""
elif command -v sudo > /dev/null 2>&1 && sudo -n true 2> /dev/null; then
  sudo="sudo"
else
  echo "reprise needs the packages$missing; type:" >&2
  echo "  sudo $install" >&2
  exit 1
fi
echo "installing$missing" >&2
$sudo apt-get update --quiet --quiet
DEBIAN_FRONTEND=noninteractive $sudo $install > /dev/null
