#include "sim_core/model_run/tunable_model.h"

#include <utility>

namespace sim {

TunableModel::TunableModel(Diagram diagram, const BlockLibrary& library, const ModelRun& run)
    : diagram_(std::move(diagram)), library_(library), first_(run.again()) {}

Result<std::unique_ptr<TunableModel>> TunableModel::prepare(Diagram diagram, const BlockLibrary& library) {
  const auto run = ModelRun::prepare(diagram, library);
  if (!run) return run.errors();
  return std::make_unique<TunableModel>(std::move(diagram), library, **run);
}

std::unique_ptr<RetuneBase> TunableModel::take_base() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<RetuneBase> base = std::move(idle_.back());
      idle_.pop_back();
      return base;
    }
  }
  return std::make_unique<RetuneBase>(diagram_, library_);
}

Result<std::unique_ptr<ModelRun>> TunableModel::run(const Diagram& now) const {
  std::unique_ptr<RetuneBase> base = take_base();
  auto prepared = ModelRun::prepare(now, library_, *first_, diagram_, *base);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(base));
  return prepared;
}

}  // namespace sim
