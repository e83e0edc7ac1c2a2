#include "sim_core/simulate/tap.h"

#include "sim_core/simulate/probe.h"

namespace sim {

static std::vector<std::string> names_of(const Program& program, const std::vector<int>& outputs) {
  std::vector<std::string> names;
  for (const int index : outputs) {
    const WatchedSignal& signal = program.watched[static_cast<std::size_t>(index)];
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(signal.block)];
    const PortInfo& port = block.outputs[static_cast<std::size_t>(signal.port)];
    const std::string name = block.path + (block.outputs.size() > 1 ? ":" + port.name : "");
    for (int k = 0; k < signal.total; ++k)
      names.push_back(
          name +
          element_suffix(port.shape.size() == signal.total ? port.shape : vector_shape(signal.total), k));
  }
  return names;
}

Tap::Tap(const Program& program, std::vector<int> outputs)
    : outputs_(std::move(outputs)), log_(names_of(program, outputs_)) {
  int next = 0;
  for (const int index : outputs_) {
    firsts_.push_back(next);
    next += program.watched[static_cast<std::size_t>(index)].total;
  }
  row_.resize(static_cast<std::size_t>(next));
}

Tap::~Tap() = default;

void Tap::append(const std::shared_ptr<const Program>& program, const ModelEquations& now, double t,
                 std::span<const double> x, std::size_t most) {
  if (full()) return;
  if ((log_.size() + 1) * (row_.size() + 1) > most) return full_.store(true, std::memory_order_relaxed);
  if (!probe_) {
    std::vector<ir::NodeId> nodes;
    for (const int index : outputs_) nodes.push_back(program->watched[static_cast<std::size_t>(index)].node);
    probe_ = std::make_unique<Probe>(program, nodes);
    probe_->stop_when(stop_);
  }
  probe_->evaluate(now, t, x, row_);
  if (!log_.append(t, row_)) full_.store(true, std::memory_order_relaxed);
}

void Tap::go_back_to(double t) {
  std::size_t low = 0, high = log_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (log_.time(middle) <= t)
      low = middle + 1;
    else
      high = middle;
  }
  log_.truncate(low);
}

}  // namespace sim
