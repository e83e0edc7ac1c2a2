# UMFPACK and KLU of SuiteSparse 5, which ships no CMake configuration of its own.
# Defines SuiteSparse::UMFPACK and SuiteSparse::KLU.
find_path(SuiteSparse_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse)
foreach(name umfpack klu)
  find_library(SuiteSparse_${name}_LIBRARY ${name})
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SuiteSparse
  REQUIRED_VARS SuiteSparse_umfpack_LIBRARY SuiteSparse_klu_LIBRARY SuiteSparse_INCLUDE_DIR)
if(SuiteSparse_FOUND)
  foreach(name umfpack klu)
    string(TOUPPER ${name} target)
    if(NOT TARGET SuiteSparse::${target})
      add_library(SuiteSparse::${target} UNKNOWN IMPORTED)
      set_target_properties(SuiteSparse::${target} PROPERTIES
        IMPORTED_LOCATION ${SuiteSparse_${name}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${SuiteSparse_INCLUDE_DIR})
    endif()
  endforeach()
endif()
mark_as_advanced(SuiteSparse_INCLUDE_DIR SuiteSparse_umfpack_LIBRARY SuiteSparse_klu_LIBRARY)
