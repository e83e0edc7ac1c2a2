#pragma once
// What the diagrams of one document were compiled to, for all who ask: overlays, the Jacobian, the operating
// point, runs. The model that was compiled last is kept; who asks for a diagram that it fits
// (ModelRun::prepare: at most tunable parameters, settings of runs and looks are others) does not compile,
// and who asks for one that is just being compiled waits for it. Any thread; the threads that ask keep it
// alive.
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {
class ModelRun;
}

namespace fluxion {

class CompiledModels {
 public:
  explicit CompiledModels(std::shared_ptr<const sim::BlockLibrary> library);
  ~CompiledModels();

  // Plug-ins stay loaded as long as somebody holds it.
  const std::shared_ptr<const sim::BlockLibrary>& library() const { return m_library; }

  // A run of its own of this diagram; with these outputs, as lines leave them, computed besides. Throws
  // WorkStopped where the work of the thread is to stop.
  sim::Result<std::shared_ptr<sim::ModelRun>> prepare(std::shared_ptr<const sim::Diagram> diagram,
                                                      const std::vector<sim::PortRef>& lookedAt = {});

  // What was compiled last, for who prepares its own runs, and takes note of what they compiled.
  struct Compiled {
    std::shared_ptr<const sim::ModelRun> model;  // null: none
    std::shared_ptr<const sim::Diagram> diagram;
  };
  Compiled last() const;
  void keep(Compiled compiled);
  // Another model.
  void forget() { keep({}); }

 private:
  struct Question {
    std::shared_ptr<const sim::Diagram> diagram;
    std::vector<sim::PortRef> lookedAt;
    bool operator==(const Question& other) const {
      return lookedAt == other.lookedAt && (diagram == other.diagram || *diagram == *other.diagram);
    }
  };
  class Turn;

  const std::shared_ptr<const sim::BlockLibrary> m_library;
  mutable std::mutex m_mutex;
  std::condition_variable m_ended;
  std::list<const Question*> m_asked;  // what is being compiled
  Compiled m_last;
};

}  // namespace fluxion
