#!/usr/bin/env bash
# The tests of the compiled core and random positions, with the core built with sanitizers into the venv given.
set -eu -o pipefail
cd "$(dirname "$0")/.."
venv=$1
compiler=${CXX:-c++}

# The module is loaded into a Python that was built without sanitizers: their library must be there first. Python itself
# does not give back all memory at its end, so leaks are not looked for.
preload=$("$compiler" -print-file-name=libasan.so):$("$compiler" -print-file-name=libubsan.so)
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 KING_REQUIRE_NATIVE=1

LD_PRELOAD=$preload "$venv/bin/pytest" -q -p no:cacheprovider -m 'not slow' \
    --ignore=tests/test_kernel_interrupt.py tests/test_kernel_*.py tests/test_cores.py -k 'not jobs'
LD_PRELOAD=$preload "$venv/bin/python" scripts/torture_kernel.py --positions "${POSITIONS:-20000}"
