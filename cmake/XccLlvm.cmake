# LLVM and clang 19 as installed by the distribution.
#
# LLVM's own CMake packages are not used: importing them demands every static library and tool of LLVM and clang to be
# installed, while all we need is headers (the plugins take their symbols from the process that loads them) and, for
# unit tests of LLVM code, the one shared library.
set(XCC_LLVM_ROOT "/usr/lib/llvm-19" CACHE PATH "Prefix of the LLVM 19 installation")
find_path(XCC_LLVM_INCLUDE llvm/Passes/PassPlugin.h PATHS ${XCC_LLVM_ROOT}/include NO_DEFAULT_PATH REQUIRED)
find_path(XCC_CLANG_INCLUDE clang/Frontend/FrontendPluginRegistry.h PATHS ${XCC_LLVM_ROOT}/include NO_DEFAULT_PATH
  REQUIRED)
find_library(XCC_LLVM_LIBRARY NAMES LLVM-19 PATHS ${XCC_LLVM_ROOT}/lib NO_DEFAULT_PATH REQUIRED)

# Headers only: for the plugins and for code that is linked into them.
add_library(xcc-llvm-headers INTERFACE)
target_include_directories(xcc-llvm-headers SYSTEM INTERFACE ${XCC_LLVM_INCLUDE} ${XCC_CLANG_INCLUDE})
target_compile_definitions(xcc-llvm-headers INTERFACE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)

# Headers and the shared library: for executables.
add_library(xcc-llvm INTERFACE)
target_link_libraries(xcc-llvm INTERFACE xcc-llvm-headers ${XCC_LLVM_LIBRARY})

# xcc_add_plugin(name sources...): a module that clang, opt or lld loads and that is linked against nothing of LLVM.
# Never instrumented by a sanitizer: the processes that load it are not.
function(xcc_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  set(exports ${CMAKE_SOURCE_DIR}/cmake/plugin.exports)
  set_target_properties(${name} PROPERTIES PREFIX "" LINK_DEPENDS ${exports})
  target_compile_options(${name} PRIVATE -Wglobal-constructors -fno-sanitize=all)
  target_link_options(${name} PRIVATE -fno-sanitize=all -Wl,--version-script=${exports})
  target_link_libraries(${name} PRIVATE xcc-flags xcc-llvm-headers)
  install(TARGETS ${name} LIBRARY DESTINATION lib/xcc)
endfunction()
