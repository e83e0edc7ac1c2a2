// What asmjit says when it cannot go on. Its own version, in a static library that is not made for shared
// ones, reads `stderr` in a way that they, a Python module too, cannot be linked with; this one takes its
// place.
#include <asmjit/core.h>

#include <cstdio>
#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return "machine code cannot be written"; }

void DebugUtils::debugOutput(const char* text) noexcept { std::fputs(text, stderr); }

void DebugUtils::assertionFailed(const char* file, int line, const char* message) noexcept {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message);
  std::abort();
}

ASMJIT_END_NAMESPACE
