#pragma once
// Asks what implicit solvers make of a model's df/dx and what its equations conserve, in the background:
// compiling a large model takes seconds. One model is compiled at a time; of those asked for meanwhile only
// the last counts, and answers that are out of date are dropped. Nobody waits for the thread: it owns copies
// of all that it reads, so that this object may go at any time.
#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/run/jacobian_report.h"

namespace fluxion {

struct ModelAnswer {
  std::shared_ptr<const sim::JacobianReport> report;  // null: the model does not compile
  std::vector<std::string> conserved;                 // linear invariants, in words
  sim::Diagnostics problems;                          // why not
};

class ModelInquiry : public QObject {
  Q_OBJECT
 public:
  explicit ModelInquiry(const sim::BlockLibrary& library, QObject* parent = nullptr);
  ~ModelInquiry() override;

  void ask(std::shared_ptr<const sim::Diagram> model);
  // An answer is on its way.
  bool isBusy() const { return m_running; }

 signals:
  void answered(const fluxion::ModelAnswer& answer);

 private:
  struct Shared;
  void begin();
  void take(const ModelAnswer& answer);

  std::shared_ptr<const sim::BlockLibrary> m_library;  // a copy: plug-ins stay loaded as long as it lives
  std::shared_ptr<const sim::Diagram> m_wanted;        // not begun yet
  std::shared_ptr<Shared> m_shared;
  bool m_running = false;
};

}  // namespace fluxion
