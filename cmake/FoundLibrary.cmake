# What find modules of C libraries share whose own CMake configuration is missing, or of no use.
# found_library(NAME HEADER LIBRARY TARGET [VARIABLE..]): finds header and library, and defines the target. Further variables
# must have been found, too.
include(FindPackageHandleStandardArgs)
macro(found_library name header library target)
  find_path(${name}_INCLUDE_DIR ${header})
  find_library(${name}_LIBRARY ${library})
  find_package_handle_standard_args(${name} REQUIRED_VARS ${name}_LIBRARY ${name}_INCLUDE_DIR ${ARGN})
  if(${name}_FOUND AND NOT TARGET ${target})
    add_library(${target} UNKNOWN IMPORTED)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION ${${name}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
  endif()
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
endmacro()
