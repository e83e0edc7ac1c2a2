# What is installed and packed: a tree that runs from wherever it is put.
#   bin/  lib/fluxion/plugins/  share/fluxion/  and what the desktop reads
include(GNUInstallDirs)

set(programs)
foreach(program fluxion fluxion-cli)
  if(TARGET ${program})
    list(APPEND programs ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
  endif()
endforeach()
if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION bin)
endif()

get_property(plugin_targets DIRECTORY ${CMAKE_SOURCE_DIR}/plugins PROPERTY BUILDSYSTEM_TARGETS)
foreach(plugin ${plugin_targets})
  get_target_property(type ${plugin} TYPE)
  if(type STREQUAL "MODULE_LIBRARY")
    set_target_properties(${plugin} PROPERTIES INSTALL_RPATH "$ORIGIN/../..")
    install(TARGETS ${plugin} LIBRARY DESTINATION lib/fluxion/plugins)
  endif()
endforeach()

# The Python module is a package of its own; it has the engine in it, and plug-ins and examples where the other one is.
if(TARGET fluxion_python)
  set(python_destination lib/python3/dist-packages/fluxion)
  install(TARGETS fluxion_python LIBRARY DESTINATION ${python_destination} COMPONENT python)
  install(DIRECTORY app/python/fluxion/ DESTINATION ${python_destination} COMPONENT python
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
endif()

install(DIRECTORY plugins/sdk/ DESTINATION include/fluxion/plugins/sdk FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY resources/templates/ DESTINATION share/fluxion/templates)
install(DIRECTORY examples/ DESTINATION share/fluxion/examples OPTIONAL PATTERN draw_pictures.py EXCLUDE)

# The handbook, where ./dev docs has built it.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/build/handbook DESTINATION share/fluxion OPTIONAL)

set(desktop resources/desktop)
set(id io.github.fluxion.Fluxion)
install(FILES ${desktop}/${id}.desktop DESTINATION share/applications)
install(FILES ${desktop}/${id}.metainfo.xml DESTINATION share/metainfo)
install(FILES ${desktop}/${id}.xml DESTINATION share/mime/packages)
install(FILES ${desktop}/${id}.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES ${desktop}/application-x-fluxion.svg DESTINATION share/icons/hicolor/scalable/mimetypes)
install(FILES LICENSE THIRD_PARTY.md ${desktop}/copyright DESTINATION share/doc/fluxion)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME fluxion)
set(CPACK_PACKAGE_VENDOR "The Fluxion maintainers")
set(CPACK_PACKAGE_CONTACT "The Fluxion maintainers <maintainers@fluxion.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Draw block diagrams and simulate them")
set(CPACK_PACKAGE_DESCRIPTION
  "Fluxion is an editor and simulator for block diagrams of dynamic systems:
continuous, sampled and hybrid, with exact Jacobians, located zero crossings
and projection onto invariants. It has a window and a command line, and it
loads blocks from plug-ins.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
get_property(lazy_packages GLOBAL PROPERTY FLUXION_LAZY_PACKAGES)
list(JOIN lazy_packages ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core, qt6-wayland")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME fluxion)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION ${CPACK_PACKAGE_DESCRIPTION})
if(TARGET fluxion_python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-fluxion)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  math(EXPR next_python "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_PACKAGE_DEPENDS}, python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_python}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS fluxion)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-xarray, python3-matplotlib, python3-distributed")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Open, change and simulate block diagrams of Fluxion from Python")
endif()
include(CPack)
