# What every target of Fluxion shares: the language, the warnings, the sanitizers, where things land.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(FLUXION_PLUGIN_DIRECTORY ${CMAKE_BINARY_DIR}/lib/fluxion/plugins)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths relative to the source tree, so that a fresh clone hits the same cache.
  set(ccache_launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache_launcher})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wpedantic)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options(-O2)
endif()
# The engine promises bit-identical results: no fused multiply-add where the source has none.
add_compile_options(-ffp-contract=off)

# The sanitizers of FLUXION_SANITIZE watch every target. Undefined behavior is watched in the engine only: in the window's
# targets, known by their moc, its checks of each virtual call would double the compile time and mostly look at Qt's code.
if(FLUXION_SANITIZE)
  add_compile_options(-fsanitize=${FLUXION_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FLUXION_SANITIZE})
endif()
if(FLUXION_SANITIZE_ENGINE)
  add_compile_options("$<$<NOT:$<BOOL:$<TARGET_PROPERTY:AUTOMOC>>>:-fsanitize=${FLUXION_SANITIZE_ENGINE};-fno-sanitize-recover=all>")
  add_link_options(-fsanitize=${FLUXION_SANITIZE_ENGINE})
endif()

# The libraries are part of each program, or shared by all of them: a hundred test programs that each hold the engine with a
# sanitizer's code and line numbers take 30 GB. DEFINE_SYMBOL is left out, so that both kinds compile alike.
set(FLUXION_LIBRARY STATIC)
if(FLUXION_SHARED)
  set(FLUXION_LIBRARY SHARED)
endif()
function(add_fluxion_library name)
  set(tables ${ARGN})
  list(FILTER tables INCLUDE REGEX "\\.def$")
  set_source_files_properties(${tables} PROPERTIES HEADER_FILE_ONLY ON)
  add_library(${name} ${FLUXION_LIBRARY} ${ARGN})
  set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")
endfunction()

# What runs once a click compiles at -O1 in a fifth less processor time (10.7 s and 8.5 s for editor/window's first unit; 7.9 s
# at -O0). What else was measured, and does not pay: a precompiled header of the standard library saves 1.5 % (30.4 s and 29.9 s
# for four units of the engine), one of Qt 8 %, whose 287 MB a compiler cache has to read for each unit.
set(FLUXION_LIGHT $<$<CONFIG:Release>:-O1>)

# compile_folders_together(TARGET COUNT FOLDER... [LIGHT FOLDER...] [APART FILE...]): the sources of a folder are compiled as translation units
# of about COUNT files, for their headers cost more than they do. Names in one folder must not clash then, static ones neither.
# Files with options of their own, which are set before, stay apart, and those that are named.
# Those of LIGHT folders are compiled with FLUXION_LIGHT.
# CMake's own unity builds name absolute paths, which a compiler cache does not find again in another clone.
function(compile_folders_together target count)
  file(RELATIVE_PATH here ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  cmake_parse_arguments(PARSE_ARGV 2 given "" "" "LIGHT;APART")
  foreach(folder ${given_UNPARSED_ARGUMENTS} ${given_LIGHT})
    # GCC warns of names without linkage in included files, which the sources only are here.
    set(unit_options $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    if(folder IN_LIST given_LIGHT)
      list(APPEND unit_options ${FLUXION_LIGHT})
    endif()
    file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    foreach(file ${files})
      get_source_file_property(options ${file} COMPILE_OPTIONS)
      get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
      if(options OR definitions OR file IN_LIST given_APART)
        list(REMOVE_ITEM files ${file})
      endif()
    endforeach()
    string(REGEX REPLACE "[/.]+" "_" name ${target}_${folder})
    # Parts of one size, so that none is left with the last one or two.
    list(LENGTH files length)
    math(EXPR parts "(${length} + ${count} - 1) / ${count}")
    if(parts)
      math(EXPR size "(${length} + ${parts} - 1) / ${parts}")
    endif()
    while(files)
      list(SUBLIST files 0 ${size} together)
      list(REMOVE_ITEM files ${together})
      list(GET together 0 first)
      get_filename_component(first ${first} NAME_WE)
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/together/${name}_${first}.cpp)
      list(TRANSFORM together REPLACE "(.+)" "#include \"${here}/\\1\"" OUTPUT_VARIABLE lines)
      list(JOIN lines "\n" text)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${text}\n" @ONLY)
      set_source_files_properties(${together} PROPERTIES HEADER_FILE_ONLY ON)
      set_source_files_properties(${unit} PROPERTIES SKIP_AUTOMOC ON COMPILE_OPTIONS "${unit_options}")
      target_sources(${target} PRIVATE ${unit})
    endwhile()
  endforeach()
endfunction()
