#include "app/window/display.h"

#include <QByteArray>
#include <algorithm>
#include <cstdio>
#include <string_view>

namespace fluxion {

static bool needsNoWindow(std::string_view option) {
  return option == "--headless" || option == "--help" || option == "-h" || option == "--version" ||
         option == "-v";
}

bool prepareDisplay(int argc, char** argv) {
  if (!qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) return true;
  if (std::any_of(argv + 1, argv + argc, needsNoWindow)) {
    qputenv("QT_QPA_PLATFORM", QByteArrayLiteral("offscreen"));
    return true;
  }
#ifdef Q_OS_LINUX
  const bool given = std::any_of(argv + 1, argv + argc, [](std::string_view option) {
    return option == "-platform" || option == "--platform" || option == "-display" || option == "--display";
  });
  if (!given && qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")) {
    std::fprintf(
        stderr,
        "error: there is no display to open a window on (set DISPLAY, or run a model without a window: "
        "fluxion --headless --out DIR FILE)\n");
    return false;
  }
#endif
  return true;
}

}  // namespace fluxion
