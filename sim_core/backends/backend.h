#pragma once
// What evaluates the kernels of a program.
#include <string>
#include <string_view>

namespace sim {

// Both compute the same numbers, to the last bit.
enum class Backend {
  Auto,  // machine code for kernels that are evaluated often, where the processor is one that it is for
  Interpreter,  // the reference
  Native        // machine code from the first evaluation on, where the processor is one that it is for
};

constexpr std::string_view to_text(Backend backend) {
  return backend == Backend::Auto ? "auto" : backend == Backend::Native ? "native" : "interpreter";
}

// What evaluated the kernels of a program so far.
struct BackendUse {
  bool available = false;  // machine code, in this build
  int native = 0;          // kernels that are machine code
  int too_large = 0;       // kernels that are not, as they have too many operations
  int refused = 0;         // ... as there was no memory for it
};

// What evaluates the equations, where one asked for `asked`, and why it is not machine code: "machine code",
// "interpreter, as the setting Backend says", ...
std::string described(Backend asked, const BackendUse& use);

}  // namespace sim
