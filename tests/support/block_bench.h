#pragma once
// Puts one block on a bench: every input element is driven by a state of its own (so that derivatives exist),
// every output is recorded and integrated. Gives its outputs and derivatives as functions of the states.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "plugins/libraries.h"
#include "sim_core/backends/make_executable.h"
#include "sim_core/base/text.h"
#include "sim_core/block/block_type.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/simulate/discrete_updates.h"
#include "sim_core/simulate/mode_keeper.h"
#include "tests/support/model_builder.h"

namespace sim {

// One for the whole program: block types are found in it by address.
inline const BlockLibrary& the_library() {
  static const BlockLibrary library = [] {
    BlockLibrary all = standard_library();
    add_network_libraries(all);
    return all;
  }();
  return library;
}

using Parameters = std::map<std::string, std::string>;

struct BlockBench {
  Diagram diagram;
  Id block = no_id;
  std::vector<Id> drivers;  // by input: the integrator
  std::shared_ptr<const Program> program;
  Diagnostics problems;  // of compilation; `program` is null then

  // Complex: what drives the block is complex with imaginary parts of 0.
  BlockBench(const BlockType& type, const Parameters& parameters, int width, bool complex = false) {
    ModelBuilder m;
    block = m.block(type.id, "Block", parameters);
    const BlockInterface ports = block_interface(m.diagram, the_library(), block);
    const Id scope = m.block("sinks/scope", "Scope",
                             {{"inputs", std::to_string(std::max<std::size_t>(1, ports.outputs.size()))}});
    for (std::size_t k = 0; k < ports.inputs.size(); ++k) {
      const std::string base = to_text(0.31 + 0.17 * static_cast<double>(k));
      const Id x = m.block("continuous/integrator", "x" + std::to_string(k),
                           {{"x0", width == 1 ? base : base + " + (1:" + std::to_string(width) + ")/7"}});
      const Id decay = m.block("math/gain", "decay" + std::to_string(k), {{"k", "-0.7"}});
      m.connect(x, decay).connect(decay, x);
      Id source = x;
      if (complex) {
        source = m.block("math/real_imag_to_complex", "complex" + std::to_string(k), {{"Input", "Real"}});
        m.connect(x, source);
      }
      if (type.id == "math/algebraic_constraint") {  // stands in a loop only
        const Id difference = m.block("math/sum", "difference", {{"signs", "+-"}});
        m.connect(source, difference, 0).connect(block, difference, 1).connect(difference, block);
      } else {
        m.connect(source, block, static_cast<int>(k));
      }
      drivers.push_back(x);
    }
    for (std::size_t k = 0; k < ports.outputs.size(); ++k) {
      const Id z = m.block("continuous/integrator", "z" + std::to_string(k));
      m.connect(block, static_cast<int>(k), z, 0)
          .connect(block, static_cast<int>(k), scope, static_cast<int>(k));
      // Recorded even where nothing but the block itself is of interest.
      const Id out = m.block("ports/outport", "y" + std::to_string(k), {{"port", std::to_string(k + 1)}});
      m.connect(z, out);
    }
    diagram = std::move(m.diagram);
    auto compiled = compile(diagram, the_library());
    if (compiled)
      program = compiled->program;
    else
      problems = compiled.errors();
  }

  // Index of a block in the program.
  int index_of(Id id) const {
    for (std::size_t k = 0; k < program->blocks.size(); ++k)
      if (program->blocks[k].id == id) return static_cast<int>(k);
    return -1;
  }
};

// Evaluates kernels at points, with the modes that belong to one point.
class KernelRunner {
 public:
  explicit KernelRunner(std::shared_ptr<const Program> program)
      : program_(program),
        executable_(make_executable(program, Backend::Interpreter)),
        native_(make_executable(program, Backend::Native)),
        equations_(program),
        keeper_(equations_) {
    seed_.resize(static_cast<std::size_t>(program_->state_count));
  }
  // The modes stay those of this point until the next call.
  void settle(double t, const std::vector<double>& x) {
    std::vector<double> start = x;
    updates_.initialize(t, start);
    keeper_.load_event_times([](double t) { return t; });
    keeper_.settle(t, x);
    bool primed = false;
    updates_.prime(t, x, primed);
    const auto solutions = executable_->loop_solutions();
    std::copy(solutions.begin(), solutions.end(), native_->loop_solutions().begin());
    executable_->hold(frame(t, x));
    native_->hold(frame(t, x));
  }
  // By both backends, which must give the same bits.
  std::vector<double> run(KernelKind kind, double t, const std::vector<double>& x) {
    std::vector<double> out(static_cast<std::size_t>(program_->kernel(kind).size)), again(out.size());
    const auto start = executable_->loop_solutions();
    std::copy(start.begin(), start.end(), native_->loop_solutions().begin());
    const EvalStatus status = executable_->run(kind, frame(t, x), out.data());
    EXPECT_EQ(native_->run(kind, frame(t, x), again.data()), status);
    if (status == EvalStatus::Ok) {
      for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_TRUE(std::bit_cast<std::uint64_t>(out[i]) == std::bit_cast<std::uint64_t>(again[i]) ||
                    (std::isnan(out[i]) && std::isnan(again[i])))
            << "machine code gives " << again[i] << ", the interpreter " << out[i] << ", kernel "
            << static_cast<int>(kind) << ", element " << i;
    } else {
      EXPECT_EQ(native_->failed_block(), executable_->failed_block());
    }
    return out;
  }
  // (df/dx) s.
  std::vector<double> tangent(double t, const std::vector<double>& x, const std::vector<double>& s) {
    seed_ = s;
    return run(KernelKind::Tangents, t, x);
  }
  // By column, the colors of the program's coloring side by side.
  std::vector<double> colored_jacobian(double t, const std::vector<double>& x) {
    const auto n = static_cast<std::size_t>(program_->state_count);
    std::vector<double> jacobian(n * n, 0.0);
    std::vector<double> values(program_->jacobian_pattern.row_index.size());
    executable_->jacobian(KernelKind::Tangents, frame(t, x), values.data());
    for (int column = 0, at = 0; column < program_->state_count; ++column)
      for (int row : program_->jacobian_pattern.column(column))
        jacobian[static_cast<std::size_t>(row) + static_cast<std::size_t>(column) * n] =
            values[static_cast<std::size_t>(at++)];
    return jacobian;
  }
  // One column by central differences with steps h and h/2.
  std::vector<double> difference(double t, std::vector<double> x, std::size_t column, double h) {
    const double at = x[column];
    x[column] = at + h;
    std::vector<double> d = run(KernelKind::Derivatives, t, x);
    const double above = x[column];
    x[column] = at - h;
    const std::vector<double> low = run(KernelKind::Derivatives, t, x);
    for (std::size_t k = 0; k < d.size(); ++k) d[k] = (d[k] - low[k]) / (above - x[column]);
    return d;
  }

 private:
  Frame frame(double t, const std::vector<double>& x) const {
    return {t,
            x.data(),
            program_->parameters.data(),
            equations_.modes().data(),
            captured_.data(),
            seed_.data(),
            nullptr,
            equations_.discrete().data()};
  }
  std::shared_ptr<const Program> program_;
  std::unique_ptr<Executable> executable_, native_;
  ModelEquations equations_;
  ModeKeeper keeper_;
  DiscreteUpdates updates_{equations_};
  std::vector<double> seed_, captured_ = std::vector<double>(4096, 0.0);
};

}  // namespace sim
