#!/bin/sh
# Installs Standfast into an environment of its own and makes its home a folder that the container's user owns.
# Options come as VERSION and EXTRAS, the user as _REMOTE_USER; ROOT is for trying it out under another root.
set -eu

version=${VERSION:-latest}
extras=${EXTRAS:-}
user=${_REMOTE_USER:-root}
root=${ROOT:-}
package=${PACKAGE:-standfast}

[ -n "$extras" ] && package="$package[$extras]"
[ "$version" = latest ] || package="$package==$version"

if ! command -v python3 >/dev/null || ! python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))'; then
    if command -v apt-get >/dev/null; then
        apt-get update && apt-get install --yes --no-install-recommends python3 python3-venv git ca-certificates
        rm -rf /var/lib/apt/lists/*
    else
        echo "Standfast needs Python 3.11 or later: add the python feature before this one." >&2
        exit 1
    fi
fi

python3 -m venv "$root/opt/standfast"
"$root/opt/standfast/bin/pip" install --no-cache-dir --disable-pip-version-check --quiet ${PIP_OPTIONS:-} "$package"
mkdir -p "$root/usr/local/bin" "$root/var/lib/standfast"
ln -sf "$root/opt/standfast/bin/standfast" "$root/usr/local/bin/standfast"
chmod 0700 "$root/var/lib/standfast"
chown -R "$user" "$root/var/lib/standfast"
"$root/usr/local/bin/standfast" --version
