#pragma once
// A shared library of the system that is loaded where it is first needed, and stays until the program ends:
// some are large, or pull in many others, and most runs do without.
//
//   struct Zeta {
//     LazyLibrary library{"libzeta.so.1"};
//     SIM_FUNCTION(library, zeta_open)      // a member zeta_open of that function's type
//   };
#include <dlfcn.h>

namespace sim {

class LazyLibrary {
 public:
  // Looked for as the system's loader does.
  explicit LazyLibrary(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {}
  LazyLibrary(const LazyLibrary&) = delete;
  LazyLibrary& operator=(const LazyLibrary&) = delete;

  // Whether it is there, with all functions that were asked for so far.
  explicit operator bool() const { return handle_ && complete_; }

  // Null where there is none of this name.
  template <class Function>
  Function function(const char* name) {
    void* const found = handle_ ? dlsym(handle_, name) : nullptr;
    complete_ = complete_ && found;
    return reinterpret_cast<Function>(found);
  }

 private:
  void* handle_;
  bool complete_ = true;
};

// A member of this name. NOLINTNEXTLINE(bugprone-macro-parentheses)
#define SIM_FUNCTION(library, name) decltype(&::name) name = library.function<decltype(&::name)>(#name);

}  // namespace sim
