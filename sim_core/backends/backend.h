#pragma once
// What evaluates the kernels of a program.
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

}  // namespace sim
