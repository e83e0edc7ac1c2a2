#pragma once
// The methods of a plug-in's block as functions that equations can call, with the arguments t, x, u, mode,
// d, hit and then each parameter. What a method leaves unwritten is NaN, so that the run names the block.
#include <memory>

#include "sim_core/ir/external_function.h"
#include "sim_core/plugin/plugin_block.h"

namespace sim {

// A block in one compiled model, with what its `start` made.
class PluginInstance {
 public:
  PluginInstance(std::shared_ptr<const PluginBlock> block, std::vector<std::int32_t> parameter_widths)
      : block_(std::move(block)), widths_(std::move(parameter_widths)) {}
  ~PluginInstance();
  PluginInstance(const PluginInstance&) = delete;
  PluginInstance& operator=(const PluginInstance&) = delete;

  // Calls check_parameters and start. Gives what is wrong, or nothing.
  std::string start(const std::vector<const double*>& parameters);

  const PluginBlock& block() const { return *block_; }
  int parameter_count() const { return static_cast<int>(widths_.size()); }
  int parameter_width(int k) const { return widths_[static_cast<std::size_t>(k)]; }
  fluxion_arguments arguments(double t, const double* x, const double* u, const double* const* p,
                              const double* mode, const double* d = nullptr,
                              const double* hit = nullptr) const;

 private:
  std::shared_ptr<const PluginBlock> block_;
  std::vector<std::int32_t> widths_;
  void* data_ = nullptr;
  bool started_ = false;
};

enum class PluginMethod { Outputs, Derivatives, ZeroCrossings, Invariants, InitialDiscrete, Update };

// The indices of the arguments.
namespace plugin_argument {
inline constexpr int time = 0, x = 1, u = 2, mode = 3, d = 4, hit = 5, parameters = 6;
}

std::shared_ptr<const ir::ExternalFunction> plugin_function(std::shared_ptr<const PluginInstance> instance,
                                                            PluginMethod method);

// Its `p` are the elements of all parameters, one after the other. x and the error stay as they are where the
// method fails or writes what is not finite.
ir::ProjectionMethod plugin_projection(std::shared_ptr<const PluginInstance> instance);

EvalStatus plugin_status(std::int32_t status);

}  // namespace sim
