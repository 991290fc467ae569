#!/bin/sh
# Prints the version of the release, from its only declaration.
set -eu
declaration=$(dirname "$0")/../reprise/Reprise.swift
sed -n 's/^ *static let version = "\([0-9.]*\)"$/\1/p' "$declaration" | grep .
