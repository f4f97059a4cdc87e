# The lit suite: what xcc prints and the code it makes. The folders mirror src/.
#
#   %xcc %xcc++   the compiler under test
#   %clang        the clang it drives, %clang++ as C++
#   %opt          opt with xcc-pass.so loaded, so that -passes= knows xcc's passes
#   %lib          folder of the plugins and the runtime; %pass, %front the plugins
#   %python       the Python that runs the suite
#   %warn-plugin  a pass plugin that warns at every loop through the front plugin
# LLVM's FileCheck, not, llvm-nm, … are called by their own names.
import os
import shutil
import sys

import lit.formats

config.name = "xcc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cpp", ".ll", ".xc"]
config.excludes = ["Inputs", "warn_plugin.cpp"]
config.test_source_root = os.path.join(config.source_dir, "tests", "lit")
config.test_exec_root = os.path.join(config.build_dir, "tests", "lit")

config.environment["PATH"] = os.pathsep.join([config.llvm_bin, config.bin_dir, os.environ.get("PATH", "/usr/bin:/bin")])
config.environment["LC_ALL"] = "C"
config.environment["XCC_VERIFY"] = "1"
# What a user has set must not change what tests see.
for name in ("XCC_CLANG", "XCC_OPTIONS", "XC_PAR", "XC_PAR_REPORT", "XC_PAR_THREADS", "CPATH", "LIBRARY_PATH"):
    config.environment.pop(name, None)

xcc = os.path.join(config.bin_dir, "xcc")
pass_plugin = os.path.join(config.lib_dir, "xcc-pass.so")
# Longer names first: lit replaces from the front of the list, and %xcc is the start of %xcc++.
config.substitutions += [
    ("%xcc[+][+]", xcc + "++"),
    ("%xcc", xcc),
    ("%clang[+][+]", os.path.join(config.llvm_bin, "clang++")),
    ("%clang", os.path.join(config.llvm_bin, "clang")),
    ("%opt", f"{os.path.join(config.llvm_bin, 'opt')} -load-pass-plugin={pass_plugin}"),
    ("%FileCheck", os.path.join(config.llvm_bin, "FileCheck")),
    ("%pass", pass_plugin),
    ("%front", os.path.join(config.lib_dir, "xcc-front.so")),
    ("%warn-plugin", os.path.join(config.lib_dir, "test", "warn_plugin.so")),
    ("%lib", config.lib_dir),
    ("%source", config.source_dir),
    ("%python", sys.executable),
]

if os.path.exists(pass_plugin) and os.path.exists(os.path.join(config.lib_dir, "libxcrt.a")):
    config.available_features.add("lifting")
for linker in ("ld.bfd", "ld.gold", "ld.lld"):
    folders = [config.llvm_bin] + os.environ.get("PATH", "").split(os.pathsep)
    if any(os.access(os.path.join(folder, linker), os.X_OK) for folder in folders):
        config.available_features.add(linker.removeprefix("ld."))
# NVIDIA's assembler: part of the CUDA toolkit, which need not be installed.
cuda = os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin")
if shutil.which("ptxas", path=os.pathsep.join([os.environ.get("PATH", ""), cuda])):
    config.environment["PATH"] += os.pathsep + cuda
    config.available_features.add("ptxas")
