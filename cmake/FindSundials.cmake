# CVODE and IDA of SUNDIALS 6. Its own CMake configuration asks for everything it was built with, MPI and PETSc too, which
# neither of them needs. Defines Sundials::cvode and Sundials::ida; for benchmarks also Sundials::serial, by which equations are
# written as SUNDIALS' own examples are.
find_path(Sundials_INCLUDE_DIR cvode/cvode.h)
foreach(name cvode ida nvecserial sunmatrixdense sunmatrixband sunmatrixsparse sunlinsoldense sunlinsolband sunlinsolklu)
  find_library(Sundials_${name}_LIBRARY sundials_${name})
endforeach()
set(version_file ${Sundials_INCLUDE_DIR}/sundials/sundials_config.h)
if(EXISTS ${version_file})
  file(STRINGS ${version_file} line REGEX "#define SUNDIALS_VERSION \"")
  string(REGEX REPLACE ".*\"([0-9.]+).*\".*" "\\1" Sundials_VERSION "${line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sundials
  REQUIRED_VARS Sundials_cvode_LIBRARY Sundials_ida_LIBRARY Sundials_INCLUDE_DIR
  VERSION_VAR Sundials_VERSION HANDLE_VERSION_RANGE)
if(Sundials_FOUND AND NOT TARGET Sundials::cvode)
  foreach(name cvode ida)
    add_library(Sundials::${name} UNKNOWN IMPORTED)
    set_target_properties(Sundials::${name} PROPERTIES
      IMPORTED_LOCATION ${Sundials_${name}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${Sundials_INCLUDE_DIR})
  endforeach()
  if(Sundials_nvecserial_LIBRARY AND Sundials_sunlinsolklu_LIBRARY AND Sundials_sunlinsolband_LIBRARY)
    find_package(SuiteSparse REQUIRED)  # whose header that of the KLU solver includes
    add_library(Sundials::serial INTERFACE IMPORTED)
    target_link_libraries(Sundials::serial INTERFACE Sundials::cvode SuiteSparse::KLU
      ${Sundials_nvecserial_LIBRARY} ${Sundials_sunmatrixdense_LIBRARY} ${Sundials_sunmatrixband_LIBRARY}
      ${Sundials_sunmatrixsparse_LIBRARY} ${Sundials_sunlinsoldense_LIBRARY} ${Sundials_sunlinsolband_LIBRARY}
      ${Sundials_sunlinsolklu_LIBRARY})
  endif()
endif()
mark_as_advanced(Sundials_INCLUDE_DIR Sundials_cvode_LIBRARY Sundials_ida_LIBRARY Sundials_nvecserial_LIBRARY
  Sundials_sunmatrixdense_LIBRARY Sundials_sunmatrixband_LIBRARY Sundials_sunmatrixsparse_LIBRARY
  Sundials_sunlinsoldense_LIBRARY Sundials_sunlinsolband_LIBRARY Sundials_sunlinsolklu_LIBRARY)
