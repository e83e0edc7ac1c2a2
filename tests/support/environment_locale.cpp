// Test programs have the locale of the environment, as the window has by Qt: ./dev locale-test runs them with
// decimal commas and Turkish casing.
#include <clocale>

[[maybe_unused]] static const char* const environment_locale = std::setlocale(LC_ALL, "");
