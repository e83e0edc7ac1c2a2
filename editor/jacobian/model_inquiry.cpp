#include "editor/jacobian/model_inquiry.h"

#include <QThreadPool>
#include <mutex>
#include <new>
#include <utility>

#include "sim_core/run/info.h"
#include "sim_core/run/model_run.h"

namespace fluxion {

// What both threads see.
struct ModelInquiry::Shared {
  std::mutex mutex;
  ModelInquiry* asker = nullptr;  // null: nobody wants to know any more
  bool stale = false;             // something else is wanted by now

  bool wanted() {
    std::lock_guard lock(mutex);
    return asker != nullptr && !stale;
  }
};

static std::shared_ptr<const sim::BlockLibrary> copied(const sim::BlockLibrary& library) {
  auto copy = std::make_shared<sim::BlockLibrary>();
  for (const sim::BlockType* type : library.all()) copy->add(*type);
  return copy;
}

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
  } catch (const std::bad_alloc&) {
    return {nullptr, {}, {sim::error({}, "there is not enough memory to compile the model")}};
  }
}

ModelInquiry::ModelInquiry(const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent), m_library(copied(library)), m_shared(std::make_shared<Shared>()) {
  m_shared->asker = this;
}

ModelInquiry::~ModelInquiry() {
  std::lock_guard lock(m_shared->mutex);
  m_shared->asker = nullptr;
}

void ModelInquiry::ask(std::shared_ptr<const sim::Diagram> model) {
  m_wanted = std::move(model);
  if (!m_running) return begin();
  std::lock_guard lock(m_shared->mutex);
  m_shared->stale = true;
}

void ModelInquiry::begin() {
  m_running = true;
  {
    std::lock_guard lock(m_shared->mutex);
    m_shared->stale = false;
  }
  QThreadPool::globalInstance()->start(
      [shared = m_shared, library = m_library, model = std::exchange(m_wanted, nullptr)] {
        const ModelAnswer answer = answerFor(*model, *library, [&] { return shared->wanted(); });
        std::lock_guard lock(shared->mutex);
        if (ModelInquiry* asker = shared->asker)
          QMetaObject::invokeMethod(
              asker, [asker, answer] { asker->take(answer); }, Qt::QueuedConnection);
      });
}

void ModelInquiry::take(const ModelAnswer& answer) {
  m_running = false;
  if (m_wanted) return begin();
  emit answered(answer);
}

}  // namespace fluxion
