#!/bin/sh
# Install the rag-pipelines skill for Claude Code; `sh install.sh --help` shows every option.
#
# This file only finds a Python and the skill's files, then runs scripts/install.py, which does the work. Piped
# (`curl ... | RAG_PIPELINES_SOURCE=... sh -s -- --project .`) it has no files beside it: they come from SOURCE.
set -eu

SOURCE=${RAG_PIPELINES_SOURCE:-} # a folder, .zip or .tar.gz, as a path or URL; default: where this file lies

fail() {
    printf 'install.sh: %s\n' "$2" >&2
    exit "$1"
}

recent() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' </dev/null >/dev/null 2>&1
}

# Python: the one of --python PATH, else the first recent one that has a usual name.
python='' previous=''
for argument; do
    case $argument in --python=*) python=${argument#--python=} ;; esac
    if [ "$previous" = --python ]; then python=$argument; fi
    previous=$argument
done
if [ -n "$python" ]; then
    recent "$python" || fail 3 "--python $python: not a Python of version 3.10 or newer"
else
    for name in python3 python python3.14 python3.13 python3.12 python3.11 python3.10; do
        if recent "$name"; then python=$name && break; fi
    done
    [ -n "$python" ] || fail 3 'needs Python 3.10 or newer; install it, or name one with --python PATH'
fi

# The skill's files: SOURCE, unpacked if it is an archive, else the folder of this file, through links to it.
temporary=''
trap 'if [ -n "$temporary" ]; then rm -rf "$temporary"; fi' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
if [ -n "$SOURCE" ] && [ ! -d "$SOURCE" ]; then
    temporary=$(mktemp -d "${TMPDIR:-/tmp}/rag-pipelines.XXXXXX")
    "$python" -I - "$SOURCE" "$temporary" <<'END' || exit 2
import os, sys, tarfile, urllib.request, zipfile

source, folder = sys.argv[1:]
try:
    archive = urllib.request.urlretrieve(source, os.path.join(folder, "archive"))[0] if "://" in source else source
    if zipfile.is_zipfile(archive):
        zipfile.ZipFile(archive).extractall(folder)  # never writes outside the folder
    else:
        with tarfile.open(archive) as files:
            unsafe = [m.name for m in files if m.name[:1] == "/" or ".." in m.name.split("/") or not (m.isfile() or m.isdir())]
            if unsafe:
                sys.exit(f"install.sh: {source}: refused, it holds {unsafe[0]}")
            files.extractall(folder)
except (OSError, ValueError, tarfile.TarError, zipfile.BadZipFile) as error:
    sys.exit(f"install.sh: {source}: {error}; RAG_PIPELINES_SOURCE must be a folder, .zip or .tar.gz")
END
    for folder in "$temporary" "$temporary"/*; do
        if [ -f "$folder/scripts/install.py" ]; then SOURCE=$folder && break; fi
    done
elif [ -z "$SOURCE" ]; then
    case $0 in # piped, $0 is the shell's own name, and the current folder is not to be trusted
    *install.sh) SOURCE=$("$python" -I -c 'import os, sys; print(os.path.dirname(os.path.realpath(sys.argv[1])))' "$0") ;;
    *) fail 2 'no files beside this script; set RAG_PIPELINES_SOURCE to a folder, .zip or .tar.gz (path or URL) of the skill' ;;
    esac
fi
[ -f "$SOURCE/scripts/install.py" ] || fail 2 "$SOURCE: the skill's files are not here; get a fresh copy"

"$python" -B "$SOURCE/scripts/install.py" "$@" </dev/null
