# libzip, which reads archives; its own CMake configuration wants its programs installed too. Defines Libzip::libzip.
find_path(Libzip_CONFIGURATION_DIR zipconf.h)
include(FoundLibrary)
found_library(Libzip zip.h zip Libzip::libzip Libzip_CONFIGURATION_DIR)
