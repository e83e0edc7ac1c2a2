// The methods of a session that are about runs.
#include <filesystem>

#include "app/server/json_text.h"
#include "app/server/session.h"
#include "sim_core/base/file_access.h"
#include "sim_core/interfaces/model_inputs.h"

namespace fluxion::server {

// A table that a client names as an input is read as the model's own files are: what the model may not read,
// its client may not have read for it.
static sim::Diagnostics giveTo(sim::Diagram& diagram, const sim::BlockLibrary& library,
                               const std::vector<sim::Assignment>& assignments) {
  const sim::SharedAccess allowed = diagram.access;
  for (const sim::Assignment& a : assignments)
    if (a.kind == sim::Assignment::Kind::Input && sim::names_table(a.text) && !allowed->may_read(a.text))
      return {sim::error(a.name, "the server may not read " + a.text,
                         "put it below the model's folder, or start the server with --allow-read FOLDER")};
  sim::Diagnostics problems = sim::make_assignments(diagram, library, assignments);
  diagram.access = allowed;
  return problems;
}

static std::size_t queueOf(Parameters& p) {
  return static_cast<std::size_t>(p.whole("queue", 1, 1'000'000'000, 100'000));
}

Answer Session::run(Parameters& p) {
  std::vector<sim::Assignment> assignments;
  p.assignments("set", sim::Assignment::Kind::Value, assignments);
  p.assignments("settings", sim::Assignment::Kind::Setting, assignments);
  p.assignments("inputs", sim::Assignment::Kind::Input, assignments);
  const bool paused = p.flag("paused", false), writesFiles = p.flag("write_files", false),
             subscribes = p.given("subscribe");
  const auto names = p.texts("subscribe");
  const std::size_t queue = queueOf(p);
  std::optional<Failure> failure;
  Model* model = modelOf(p, failure);
  if (!model) return *failure;
  if (model->run && !model->run->over())
    return refusal({}, "a run of this model goes on", "stop it first, or load the model again");
  sim::Diagram diagram = model->diagram;
  if (auto problems = giveTo(diagram, m_host.library, assignments); !problems.empty())
    return refusal(std::move(problems));
  auto prepared =
      model->run ? sim::ModelRun::prepare(diagram, m_host.library, model->run->run(), model->run->compiled())
                 : sim::ModelRun::prepare(diagram, m_host.library);
  if (!prepared) return refusal(prepared.errors());
  std::optional<std::string> folder;
  if (writesFiles) folder = std::filesystem::path(model->path).parent_path().string();
  const auto run =
      std::make_shared<ServedRun>(static_cast<int>(p.whole("model", 1, 1'000'000'000)), std::move(diagram),
                                  *std::move(prepared), folder, m_host.limits, m_host.wakeup);
  ObjectText result;
  result.number("start", run->run().start_time()).number("stop", run->run().stop_time());
  result.raw("signals", run->signals()).raw("messages", messagesText(run->run().warnings()));
  // Before it begins, so that its end comes behind its rows.
  if (subscribes) {
    const Answer told = run->subscribe(names, queue, true);
    if (const Failure* refused = std::get_if<Failure>(&told)) return *refused;
    result.raw("subscribed", std::get<std::string>(told));
  }
  run->begin(paused);
  const std::lock_guard lock(m_mutex);
  model->run = run;
  // Whoever has asked all runs to stop meanwhile has not seen this one.
  if (m_stop.load(std::memory_order_relaxed)) run->requestStop();
  return result.str();
}

Answer Session::pause(Parameters& p) {
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure, true);
  if (!run) return *failure;
  run->pause();
  return "{}";
}

Answer Session::resume(Parameters& p) {
  const auto until = p.number("until");
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure, true);
  return run ? run->resume(until) : *failure;
}

Answer Session::step(Parameters& p) {
  const auto steps = static_cast<int>(p.whole("steps", 1, 1'000'000, 1));
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure, true);
  if (!run) return *failure;
  run->step(steps);
  return "{}";
}

// The answer comes when it has ended.
Answer Session::stop(Parameters& p) {
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure);
  if (!run) return *failure;
  run->requestStop();
  run->waitForEnd();
  return run->status();
}

Answer Session::tune(Parameters& p) {
  std::vector<sim::Assignment> assignments;
  p.assignments("set", sim::Assignment::Kind::Value, assignments);
  if (assignments.empty()) p.fail("set", "the method needs it");
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure, true);
  return run ? run->tune(assignments, m_host.library) : *failure;
}

Answer Session::subscribe(Parameters& p) {
  const auto names = p.texts("signals");
  const std::size_t queue = queueOf(p);
  const bool fromStart = p.flag("from_start", true);
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure);
  return run ? run->subscribe(names, queue, fromStart) : *failure;
}

Answer Session::unsubscribe(Parameters& p) {
  const auto number = p.whole("subscription", 1, 1'000'000'000);
  std::optional<Failure> failure;
  ServedRun* run = runOf(p, failure);
  if (!run) return *failure;
  if (!run->unsubscribe(static_cast<int>(number)))
    return Failure{WrongParameters, "subscription: there is no subscription " + std::to_string(number)};
  return "{}";
}

Answer Session::signals(Parameters& p) {
  std::optional<Failure> failure;
  const ServedRun* run = runOf(p, failure);
  if (!run) return *failure;
  return ObjectText().raw("signals", run->signals()).str();
}

Answer Session::rows(Parameters& p) {
  constexpr std::int64_t most = 1'000'000'000'000'000;
  const auto names = p.texts("signals");
  const auto first = p.whole("first", -most, most, 0), count = p.whole("count", 1, most, most);
  std::optional<Failure> failure;
  const ServedRun* run = runOf(p, failure);
  return run ? run->rows(names, first, count) : *failure;
}

Answer Session::status(Parameters& p) {
  std::optional<Failure> failure;
  const Model* model = modelOf(p, failure);
  if (!model) return *failure;
  return model->run ? model->run->status() : ObjectText().text("state", "none").str();
}

Answer Session::statistics(Parameters& p) {
  std::optional<Failure> failure;
  const ServedRun* run = runOf(p, failure);
  if (!run) return *failure;
  if (!run->over()) return refusal({}, "the run goes on", "wait for ended, or call stop");
  return run->statistics();
}

}  // namespace fluxion::server
