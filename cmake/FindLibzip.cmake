# libzip, which reads archives; its own CMake configuration wants its programs installed too. Defines Libzip::libzip.
find_path(Libzip_INCLUDE_DIR zip.h)
find_path(Libzip_CONFIGURATION_DIR zipconf.h)
find_library(Libzip_LIBRARY zip)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libzip DEFAULT_MSG Libzip_LIBRARY Libzip_INCLUDE_DIR Libzip_CONFIGURATION_DIR)
if(Libzip_FOUND AND NOT TARGET Libzip::libzip)
  add_library(Libzip::libzip UNKNOWN IMPORTED)
  set_target_properties(Libzip::libzip PROPERTIES
    IMPORTED_LOCATION "${Libzip_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${Libzip_INCLUDE_DIR}")
endif()
