#!/bin/sh
# Builds the wheel, with the page and the compiled engine: deploy/build.sh FOLDER
# Needs Python, a C compiler and Node.js.
set -eu
folder=$1
cd "$(dirname "$0")/.."
export VIGIL_WHEEL_ENGINE=compiled PIP_CONSTRAINT="$PWD/constraints.txt" PIP_BUILD_CONSTRAINT="$PWD/constraints.txt"
"${PYTHON:-python3}" -m pip wheel --no-deps --wheel-dir "$folder" .
