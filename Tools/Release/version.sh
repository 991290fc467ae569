#!/bin/sh
# Prints the version of the release, which only the sample app's declaration has.
set -eu
sed -n 's/^ *static let version = "\([0-9.]*\)"$/\1/p' "$(dirname "$0")/../reprise/Reprise.swift" | grep .
