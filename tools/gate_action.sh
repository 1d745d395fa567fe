#!/usr/bin/env bash
# The script of action.yml: run the gate, write the summary of the job, the page and the outcome, and leave with the code of the gate.
# The texts of the user come as environment variables, so that none of them is read as a command.
set -u -f
folder="${GATE_FOLDER:-.}" choice="${GATE_UNDECIDED:-fail}"
read -r -a options <<<"${GATE_OPTIONS//$'\n'/ }"
undecided=()
case "$choice" in
  pass | fail) undecided=(--undecided "$choice") ;;
  warn) ;;
  *)
    echo "undecided is pass, fail or warn, not $choice" >&2
    exit 2
    ;;
esac
bakeoff gate "$GATE_BASE" "$GATE_NEW" "${options[@]}" "${undecided[@]}" --summary "$folder/gate.md" -o "$folder/gate.html"
code=$?
[ -f "$folder/gate.md" ] || exit "$code"
# The summary of a job shows no pictures of files beside it; the page has the picture.
grep -v '^!\[' "$folder/gate.md" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
outcome="$(sed -n 's/^### [^ ]* \([A-Z]*\):.*/\1/p' "$folder/gate.md" | head -n 1 | tr '[:upper:]' '[:lower:]')"
echo "outcome=$outcome" >>"${GITHUB_OUTPUT:-/dev/null}"
if [ "$code" = 5 ]; then
  echo "::warning::the gate is undecided: the rows cannot tell whether the new model is worse"
  exit 0
fi
exit "$code"
