#include "editor/compiled/compiled_models.h"

#include <algorithm>
#include <chrono>

#include "sim_core/base/work.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

CompiledModels::CompiledModels(std::shared_ptr<const sim::BlockLibrary> library)
    : m_library(std::move(library)) {}

CompiledModels::~CompiledModels() = default;

// From when nobody else compiles the same until it is compiled, or given up.
class CompiledModels::Turn {
 public:
  Turn(CompiledModels& models, const Question& question) : m_models(models), m_question(question) {
    constexpr std::chrono::milliseconds glance(20);
    std::unique_lock lock(models.m_mutex);
    const auto isAsked = [&] {
      return std::ranges::any_of(models.m_asked, [&](const Question* other) { return *other == question; });
    };
    while (isAsked()) {
      models.m_ended.wait_for(lock, glance);
      sim::check_stop();
    }
    models.m_asked.push_back(&question);
    earlier = models.m_last;
  }
  ~Turn() {
    std::lock_guard lock(m_models.m_mutex);
    m_models.m_asked.remove(&m_question);
    m_models.m_ended.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  Compiled earlier;

 private:
  CompiledModels& m_models;
  const Question& m_question;
};

sim::Result<std::shared_ptr<sim::ModelRun>> CompiledModels::prepare(
    std::shared_ptr<const sim::Diagram> diagram, const std::vector<sim::PortRef>& lookedAt) {
  const Question question{std::move(diagram), lookedAt};
  const Turn turn(*this, question);
  const Compiled& earlier = turn.earlier;
  auto prepared = earlier.model ? sim::ModelRun::prepare(*question.diagram, *m_library, *earlier.model,
                                                         *earlier.diagram, question.lookedAt)
                                : sim::ModelRun::prepare(*question.diagram, *m_library, question.lookedAt);
  if (!prepared) return prepared.errors();
  std::shared_ptr<sim::ModelRun> model = *std::move(prepared);
  keep({model, question.diagram});
  return model;
}

CompiledModels::Compiled CompiledModels::last() const {
  std::lock_guard lock(m_mutex);
  return m_last;
}

void CompiledModels::keep(Compiled compiled) {
  std::lock_guard lock(m_mutex);
  m_last = std::move(compiled);
}

}  // namespace fluxion
