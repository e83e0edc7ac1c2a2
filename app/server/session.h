#pragma once
// What one client has: its models and their runs. Methods are called one after the other by the thread of a
// Worker, and may take as long as a compilation takes; the loop calls the rest.
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/server/limits.h"
#include "app/server/message.h"
#include "app/server/parameters.h"
#include "app/server/served_run.h"
#include "app/server/wakeup.h"
#include "sim_core/base/access_grants.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion::server {

// What all sessions share; outlives them.
struct Host {
  const sim::BlockLibrary& library;
  sim::AccessGrants grants;
  Limits limits;
  std::string version;
  Wakeup wakeup;
};

class Session {
 public:
  explicit Session(const Host& host) : m_host(host) {}
  // All runs have been asked to stop before; waits for them.
  ~Session() = default;

  // The reply to a line; empty: to a notification.
  std::string reply(const std::string& line);

  // Any thread: runs, and what is being computed, end soon.
  void requestStop();
  // The loop.
  bool active() const;  // something may have to be told
  void notify(std::string& out, std::size_t room);

 private:
  struct Model {
    sim::Diagram diagram;
    std::string path;  // empty: it came as a text, or is new
    std::shared_ptr<ServedRun> run;
  };
  using Method = Answer (Session::*)(Parameters&);
  static const std::map<std::string, Method, std::less<>>& methods();
  Answer call(const Request& request);

  // Methods, as docs/server.md describes them.
  Answer authenticate(Parameters& p);
  Answer info(Parameters& p);
  Answer blocks(Parameters& p);
  Answer load(Parameters& p);
  Answer edit(Parameters& p);
  Answer text(Parameters& p);
  Answer save(Parameters& p);
  Answer close(Parameters& p);
  Answer run(Parameters& p);
  Answer pause(Parameters& p);
  Answer resume(Parameters& p);
  Answer step(Parameters& p);
  Answer stop(Parameters& p);
  Answer tune(Parameters& p);
  Answer subscribe(Parameters& p);
  Answer unsubscribe(Parameters& p);
  Answer signals(Parameters& p);
  Answer rows(Parameters& p);
  Answer status(Parameters& p);
  Answer statistics(Parameters& p);

  // The model that a request names, and its run. Null: a parameter is wrong, or there is none, as `failure`
  // says.
  Model* modelOf(Parameters& p, std::optional<Failure>& failure);
  ServedRun* runOf(Parameters& p, std::optional<Failure>& failure, bool goingOn = false);
  std::vector<std::shared_ptr<ServedRun>> runs() const;

  const Host& m_host;
  std::atomic<bool> m_stop{false};
  int m_lastModel = 0;
  mutable std::mutex
      m_mutex;  // of the map, and of the runs in it, which only the thread of the methods changes
  std::map<int, Model> m_models;
};

}  // namespace fluxion::server
