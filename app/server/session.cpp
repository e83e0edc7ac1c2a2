#include "app/server/session.h"

#include "app/server/json_text.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/base/text.h"
#include "sim_core/base/work.h"

namespace fluxion::server {

const std::map<std::string, Session::Method, std::less<>>& Session::methods() {
  static const std::map<std::string, Method, std::less<>> all{
      {"authenticate", &Session::authenticate},
      {"info", &Session::info},
      {"blocks", &Session::blocks},
      {"load", &Session::load},
      {"edit", &Session::edit},
      {"text", &Session::text},
      {"save", &Session::save},
      {"close", &Session::close},
      {"run", &Session::run},
      {"pause", &Session::pause},
      {"resume", &Session::resume},
      {"step", &Session::step},
      {"stop", &Session::stop},
      {"tune", &Session::tune},
      {"subscribe", &Session::subscribe},
      {"unsubscribe", &Session::unsubscribe},
      {"signals", &Session::signals},
      {"rows", &Session::rows},
      {"status", &Session::status},
      {"statistics", &Session::statistics},
  };
  return all;
}

Answer Session::call(const Request& request) {
  const auto method = methods().find(request.method);
  if (method == methods().end()) {
    std::vector<std::string> names;
    for (const auto& [name, call] : methods()) names.push_back(name);
    const std::string near = sim::did_you_mean(request.method, names);
    const std::string shown =
        request.method.size() > 100 ? request.method.substr(0, 100) + "..." : request.method;
    return Failure{UnknownMethod, "there is no method '" + shown + "' (" +
                                      (near.empty() ? "there are " + sim::join(names, ", ") : near) + ')'};
  }
  Parameters parameters(request.params);
  return (this->*method->second)(parameters);
}

std::string Session::reply(const std::string& line) {
  std::string id = "null";
  try {
    const sim::Work work([this] { return m_stop.load(std::memory_order_relaxed); });
    auto parsed = parseRequest(line, m_host.limits);
    if (const BadRequest* bad = std::get_if<BadRequest>(&parsed)) return replyText(bad->id, bad->failure);
    const Request& request = std::get<Request>(parsed);
    id = request.id;
    const Answer answer = call(request);
    return id.empty() ? std::string() : replyText(id, answer);
  } catch (...) {
    const sim::Diagnostic failure = sim::failure_report("answer the request");
    return id.empty() ? std::string()
                      : replyText(id, Failure{InternalError, sim::to_text(failure), {failure}});
  }
}

std::vector<std::shared_ptr<ServedRun>> Session::runs() const {
  const std::lock_guard lock(m_mutex);
  std::vector<std::shared_ptr<ServedRun>> all;
  for (const auto& [number, model] : m_models)
    if (model.run) all.push_back(model.run);
  return all;
}

void Session::requestStop() {
  m_stop.store(true, std::memory_order_relaxed);
  for (const auto& run : runs()) run->requestStop();
}

bool Session::active() const {
  for (const auto& run : runs())
    if (!run->toldAll()) return true;
  return false;
}

void Session::notify(std::string& out, std::size_t room) {
  for (const auto& run : runs()) run->notify(out, room);
}

Session::Model* Session::modelOf(Parameters& p, std::optional<Failure>& failure) {
  const auto number = static_cast<int>(p.whole("model", 1, 1'000'000'000));
  failure = p.problem();
  if (failure) return nullptr;
  const auto found = m_models.find(number);
  if (found == m_models.end()) {
    failure =
        Failure{WrongParameters, "model: there is no model " + std::to_string(number) + " (load one first)"};
    return nullptr;
  }
  return &found->second;
}

ServedRun* Session::runOf(Parameters& p, std::optional<Failure>& failure, bool goingOn) {
  Model* model = modelOf(p, failure);
  if (!model) return nullptr;
  if (!model->run) failure = refusal({}, "the model has not been run", "call run first");
  if (model->run && goingOn && model->run->over()) failure = refusal({}, "the run is over", "call run again");
  return failure ? nullptr : model->run.get();
}

}  // namespace fluxion::server
