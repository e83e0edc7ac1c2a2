#include "sim_core/backends/make_executable.h"

#include "sim_core/backends/interpreter/interpreter.h"
#ifdef FLUXION_NATIVE
#include "sim_core/backends/native/native_executable.h"
#endif

namespace sim {

#ifdef FLUXION_NATIVE
std::unique_ptr<Executable> make_executable(std::shared_ptr<const Program> program, Backend backend) {
  return backend == Backend::Interpreter
             ? make_interpreter(std::move(program))
             : native::make_native(std::move(program), backend == Backend::Native);
}
#else
std::unique_ptr<Executable> make_executable(std::shared_ptr<const Program> program, Backend) {
  return make_interpreter(std::move(program));
}
#endif

}  // namespace sim
