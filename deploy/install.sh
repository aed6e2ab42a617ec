#!/bin/sh
# Installs a wheel with the table server into a new environment: deploy/install.sh FOLDER-OF-THE-WHEEL ENVIRONMENT
set -eu
constraints=$(dirname "$0")/../constraints.txt
"${PYTHON:-python3}" -m venv "$2"
"$2/bin/python" -m pip install --constraint "$constraints" "$(ls "$1"/vigil_table-*.whl)[serve]"
"$2/bin/vigil" --version
