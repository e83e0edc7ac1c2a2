#include "sim_core/interfaces/session_variables.h"

#include <mutex>

namespace sim {

namespace {

struct Session {
  std::mutex mutex;
  std::shared_ptr<const expr::Workspace> variables;
};

Session& session() {
  static Session only;
  return only;
}

}  // namespace

std::shared_ptr<const expr::Workspace> session_variables() {
  std::lock_guard lock(session().mutex);
  return session().variables;
}

void define_session_variable(const std::string& name, expr::Value value) {
  std::lock_guard lock(session().mutex);
  auto next = session().variables ? std::make_shared<expr::Workspace>(*session().variables)
                                  : std::make_shared<expr::Workspace>();
  next->define(name, std::move(value));
  session().variables = std::move(next);
}

void clear_session_variables() {
  std::lock_guard lock(session().mutex);
  session().variables = nullptr;
}

}  // namespace sim
