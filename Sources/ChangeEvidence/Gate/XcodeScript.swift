/// The shell script that runs the tests of an Xcode project under a gate.
package enum XcodeScript {
  /// Its name where it is written to a file.
  package static let fileName = "xcode-tests.sh"

  /// The script, for any POSIX shell. It uses nothing but `awk`, `grep` and Xcode's own tools.
  package static let text = #"""
    #!/bin/sh
    # Runs the tests of an Xcode project, and leaves their results for 'intake gate' to judge:
    #
    #   intake gate xcode > xcode-tests.sh
    #   intake gate --results results -- sh xcode-tests.sh --scheme App
    #
    # Options:
    #   --scheme NAME         the scheme whose tests are run
    #   --project FILE        the project; without it and --workspace, the one in the folder
    #   --workspace FILE      the workspace
    #   --simulator NAME      the simulator, such as 'iPhone 17'; by default the first iPhone of the newest iOS
    #   --destination TEXT    any destination of xcodebuild, such as 'platform=macOS'; no simulator is looked for
    #   -- ARGUMENT ...       more arguments for xcodebuild
    #
    # What keeps the tests from running is named in the file 'complaint' beside the results, in one word.

    set -u

    results=${INTAKE_GATE_RESULTS:-}
    scheme= project= workspace= simulator= destination=

    fail() {
      printf '%s\n' "xcode-tests.sh: $2" >&2
      exit "$1"
    }

    complain() {
      printf '%s\n' "$1" > "$results/complaint"
      fail 1 "$2"
    }

    while [ $# -gt 0 ]; do
      case $1 in
        --) shift; break ;;
        --scheme | --project | --workspace | --simulator | --destination)
          [ $# -ge 2 ] || fail 2 "'$1' needs a value."
          eval "${1#--}=\$2"
          shift 2 ;;
        *) fail 2 "'$1' is no option; arguments for xcodebuild follow '--'." ;;
      esac
    done
    [ -n "$scheme" ] || fail 2 "name the scheme: --scheme NAME."
    [ -n "$results" ] || fail 2 "run it by 'intake gate -- sh xcode-tests.sh …', which judges the results."

    # In front of the arguments for xcodebuild.
    [ -z "$project" ] || set -- -project "$project" "$@"
    [ -z "$workspace" ] || set -- -workspace "$workspace" "$@"

    for tool in xcodebuild xcrun; do
      command -v "$tool" > /dev/null || complain tool-missing "there is no '$tool' here."
    done

    list() {
      if [ -n "$workspace" ]; then xcodebuild -list -workspace "$workspace"
      elif [ -n "$project" ]; then xcodebuild -list -project "$project"
      else xcodebuild -list
      fi
    }

    list > "$results/schemes.txt" || complain scheme-missing "'xcodebuild -list' failed."
    awk '
      on && NF == 0 { on = 0 }
      on { sub(/^[ \t]+/, ""); sub(/[ \t\r]+$/, ""); print }
      /^[ \t]*Schemes:[ \t\r]*$/ { on = 1 }
    ' "$results/schemes.txt" | grep -F -x -e "$scheme" > /dev/null ||
      complain scheme-missing "there is no scheme '$scheme'."

    if [ -z "$destination" ]; then
      xcrun simctl list devices available > "$results/simulators.txt" ||
        complain simulator-missing "'xcrun simctl list devices available' failed."
      # The runtimes are listed from the oldest to the newest.
      identifier=$(awk -v want="$simulator" '
        /^-- / { isIOS = $2 == "iOS"; isNewRuntime = 1; next }
        want == "" && !isIOS { next }
        match($0, / \([0-9A-Fa-f][0-9A-Fa-f-]+\) \([A-Za-z ]+\)[ \t\r]*$/) {
          name = substr($0, 1, RSTART - 1)
          sub(/^[ \t]+/, "", name)
          rest = substr($0, RSTART + 2)
          sub(/\).*/, "", rest)
          if (want == "" ? name ~ /^iPhone/ && isNewRuntime : name == want) {
            found = rest
            isNewRuntime = 0
          }
        }
        END { print found }
      ' "$results/simulators.txt")
      [ -n "$identifier" ] ||
        complain simulator-missing "there is no simulator '${simulator:-iPhone}' that is available."
      destination="id=$identifier"
    fi

    # Xcode passes variables with this prefix on to the tests, without it.
    if [ -n "${INTAKE_DRILL:-}" ]; then
      TEST_RUNNER_INTAKE_DRILL=$INTAKE_DRILL
      export TEST_RUNNER_INTAKE_DRILL
    fi

    # New, as the folder is: an old bundle cannot pass for the new one.
    bundle=$results/tests.xcresult
    xcodebuild test -scheme "$scheme" -destination "$destination" -resultBundlePath "$bundle" "$@"
    status=$?

    [ -e "$bundle" ] || complain result-bundle-missing "xcodebuild ended with $status, and left no result bundle."
    for part in summary tests; do
      file=$results/xcresult-$part.json
      xcrun xcresulttool get test-results "$part" --path "$bundle" > "$file" || {
        rm -f "$file"
        complain result-bundle-unreadable "'xcrun xcresulttool get test-results $part' failed."
      }
    done
    exit "$status"

    """#
}
