# Flags every target shares, and the helpers that give a target its layer's rules.

add_library(xcc-flags INTERFACE)
target_include_directories(xcc-flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_compile_options(xcc-flags INTERFACE
  -Wall -Wextra -Werror -Wimplicit-fallthrough -Wno-unused-parameter -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -Wnon-virtual-dtor -Woverloaded-virtual>)

# Instruments everything but the plugins. Compiled programs would need the sanitizer's runtime as well, so builds with
# this are for unit tests and fuzz targets only.
set(XCC_SANITIZE "" CACHE STRING "Value of -fsanitize=; set by presets")
if(XCC_SANITIZE)
  add_compile_options(-fsanitize=${XCC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${XCC_SANITIZE})
endif()
