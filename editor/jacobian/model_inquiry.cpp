#include "editor/jacobian/model_inquiry.h"

#include "sim_core/base/failure_report.h"
#include "sim_core/run/info.h"
#include "sim_core/run/model_run.h"

namespace fluxion {

template <class Wanted>
static ModelAnswer answerFor(const sim::Diagram& model, const sim::BlockLibrary& library, Wanted wanted) {
  try {
    if (!wanted()) return {};
    const auto run = sim::ModelRun::prepare(model, library);
    if (!run) return {nullptr, {}, run.errors()};
    if (!wanted()) return {};
    return {std::make_shared<sim::JacobianReport>(sim::jacobian_report(**run)),
            sim::conserved_sums((*run)->program()),
            {}};
  } catch (...) {
    return {nullptr, {}, {sim::failure_report("compile the model")}};
  }
}

ModelInquiry::ModelInquiry(const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [library = sharedCopy(library)](const std::shared_ptr<const sim::Diagram>& model,
                                          const auto& wanted) { return answerFor(*model, *library, wanted); },
          [this](const ModelAnswer& answer) { emit answered(answer); }) {}

}  // namespace fluxion
