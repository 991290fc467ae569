# shellcheck shell=bash
# Functions of the action's scripts.

# Prints an error as an annotation, and ends the script.
fail() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  echo "::error title=Replay::$text"
  exit 2
}
