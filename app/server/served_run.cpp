#include "app/server/served_run.h"

#include <algorithm>

#include "app/server/json_text.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/reports/statistics_json.h"

namespace fluxion::server {

ServedRun::ServedRun(int model, sim::Diagram compiled, std::unique_ptr<sim::ModelRun> run,
                     std::optional<std::string> folder, const Limits& limits, const Wakeup& wakeup)
    : m_model(model),
      m_compiled(std::move(compiled)),
      m_now(m_compiled),
      m_run(std::move(run)),
      m_rehearsal(m_run->again()),
      m_signals(sim::recorded_signals(m_run->program())),
      m_folder(std::move(folder)),
      m_limits(limits),
      m_wakeup(wakeup) {}

ServedRun::~ServedRun() {
  requestStop();
  if (m_thread.joinable()) m_thread.join();
}

void ServedRun::begin(bool paused) {
  if (paused) m_run->control().request_pause();
  m_thread = std::thread([this] { execute(); });
}

void ServedRun::execute() {
  m_run->exchange_signals();
  m_result = m_run->execute();
  if (m_folder && m_result.end == sim::RunEnd::Finished) {
    try {
      const sim::Work work([this] { return m_run->control().stop_requested(); });
      const sim::Diagnostics problems = sim::write_to_files(*m_run, *m_folder);
      m_result.diagnostics.insert(m_result.diagnostics.end(), problems.begin(), problems.end());
    } catch (...) {
      m_result.diagnostics.push_back(sim::failure_report("write the files of the run"));
    }
  }
  m_over.store(true, std::memory_order_release);
  m_over.notify_all();
  m_wakeup.wake();
}

void ServedRun::pause() { m_run->control().request_pause(); }

Answer ServedRun::resume(std::optional<double> until) {
  std::vector<sim::PauseCondition> conditions;
  if (until) {
    const double now = m_run->control().progress().time;
    if (!(*until > now))
      return refusal("until", "the run is at t = " + sim::told_time(now) + " already", "give a later time");
    sim::PauseCondition& time = conditions.emplace_back();
    time.kind = sim::PauseCondition::Kind::Time;
    time.value = *until;
  }
  const std::lock_guard lock(m_mutex);
  m_run->control().set_pause_conditions(std::move(conditions));
  m_run->control().resume();
  m_toldPaused = false;
  return "{}";
}

void ServedRun::step(int steps) {
  const std::lock_guard lock(m_mutex);
  m_run->control().step_forward(steps);
  m_toldPaused = false;
}

static std::string changesText(const std::vector<sim::TunedParameter>& changes) {
  std::string text;
  for (const sim::TunedParameter& c : changes) {
    ObjectText change;
    change.text("block", c.block)
        .text("parameter", c.parameter)
        .text("before", c.before)
        .text("after", c.after);
    if (c.at_start_only) change.flag("at_start_only", true);
    text += (text.empty() ? "" : ",") + change.str();
  }
  return '[' + text + ']';
}

Answer ServedRun::tune(const std::vector<sim::Assignment>& assignments, const sim::BlockLibrary& library) {
  sim::Diagram now = m_now;
  if (auto problems = sim::make_assignments(now, library, assignments); !problems.empty())
    return refusal(std::move(problems));
  const auto rehearsed = m_rehearsal->tune(m_compiled, now, library);
  m_rehearsal->control().take_tuning();
  if (!rehearsed.refused.empty()) return refusal(rehearsed.refused);
  const auto tuned = m_run->tune(m_compiled, now, library);
  m_now = std::move(now);
  return ObjectText().raw("changes", changesText(tuned.changes)).str();
}

sim::Result<ServedRun::Columns> ServedRun::columnsOf(const std::vector<std::string>& names) const {
  Columns all;
  sim::Diagnostics problems;
  const auto add = [&](const sim::RecordedSignal& signal) {
    all.names.insert(all.names.end(), signal.elements.begin(), signal.elements.end());
    all.columns.insert(all.columns.end(), signal.columns.begin(), signal.columns.end());
    all.units.resize(all.names.size(), signal.unit);
  };
  for (const std::string& name : names) {
    const auto signal = sim::find_recorded(m_signals, name);
    if (signal)
      add(*signal);
    else
      problems.push_back(signal.error());
  }
  if (names.empty())
    for (const sim::RecordedSignal& signal : m_signals) add(signal);
  if (!problems.empty()) return problems;
  if (all.columns.size() > m_limits.columnsOfSubscription)
    return sim::error({},
                      "these are " + std::to_string(all.columns.size()) + " columns, and " +
                          std::to_string(m_limits.columnsOfSubscription) + " are the most",
                      "name fewer signals");
  return all;
}

Answer ServedRun::subscribe(const std::vector<std::string>& names, std::size_t queue, bool fromStart) {
  const auto columns = columnsOf(names);
  if (!columns) return refusal(columns.errors());
  const std::lock_guard lock(m_mutex);
  if (m_subscriptions.size() >= m_limits.subscriptionsOfRun)
    return Failure{TooMuch,
                   "a run has at most " + std::to_string(m_limits.subscriptionsOfRun) + " subscriptions"};
  const int number = ++m_lastSubscription;
  m_subscriptions.emplace_back(m_model, number, columns->columns, queue, fromStart ? 0 : m_run->log().size());
  m_told.store(false, std::memory_order_relaxed);
  ObjectText result;
  result.count("subscription", static_cast<std::size_t>(number));
  result.raw("columns", arrayText(columns->names)).raw("units", arrayText(columns->units));
  return result.str();
}

bool ServedRun::unsubscribe(int subscription) {
  const std::lock_guard lock(m_mutex);
  return std::erase_if(m_subscriptions, [&](const Subscription& s) { return s.number() == subscription; }) >
         0;
}

Answer ServedRun::rows(const std::vector<std::string>& names, std::int64_t first, std::int64_t count) const {
  const auto columns = columnsOf(names);
  if (!columns) return refusal(columns.errors());
  const sim::LogView log(m_run->log());
  const auto size = static_cast<std::int64_t>(log.size());
  const std::int64_t from = std::clamp<std::int64_t>(first < 0 ? size + first : first, 0, size);
  const auto room = static_cast<std::int64_t>(m_limits.numbersOfAnswer / (columns->columns.size() + 1));
  std::vector<double> values(static_cast<std::size_t>(std::min({count, room, size - from})));
  const auto row = static_cast<std::size_t>(from);
  log.copy_times(row, values);
  ObjectText result;
  result.count("first", row).count("total", log.size()).raw("columns", arrayText(columns->names));
  result.raw("time", arrayText(values));
  std::string texts;
  for (const int column : columns->columns) {
    log.copy_values(column, row, values);
    texts += (texts.empty() ? "" : ",") + arrayText(values);
  }
  return result.raw("values", '[' + texts + ']').str();
}

std::string ServedRun::status() const {
  const bool ended = over();
  sim::RunControl& control = m_run->control();
  const sim::RunProgress progress = control.progress();
  ObjectText status;
  status.text("state", ended ? sim::to_text(m_result.end) : control.at_rest() ? "paused" : "running");
  status.number("time", ended ? m_result.statistics.end_time : progress.time);
  status.count("steps", progress.steps).count("rows", m_run->log().size());
  return status.number("start", m_run->start_time()).number("stop", m_run->stop_time()).str();
}

std::string ServedRun::statistics() const { return onOneLine(sim::statistics_json(m_result)); }

std::string ServedRun::signals() const {
  std::string all;
  for (const sim::RecordedSignal& signal : m_signals) {
    ObjectText text;
    text.text("name", signal.name).raw("elements", arrayText(signal.elements)).text("unit", signal.unit);
    text.text("block", signal.block).raw("viewers", arrayText(signal.viewers));
    all += (all.empty() ? "" : ",") + text.str();
  }
  return '[' + all + ']';
}

std::string ServedRun::endMessage() const {
  ObjectText params;
  params.count("model", static_cast<std::size_t>(m_model)).text("status", sim::to_text(m_result.end));
  params.number("time", m_result.statistics.end_time).count("rows", m_run->log().size());
  params.text("ended_by", m_result.ended_by).raw("messages", messagesText(m_result.diagnostics));
  return notificationText("ended", params);
}

void ServedRun::notify(std::string& out, std::size_t room) {
  const std::lock_guard lock(m_mutex);
  // Before the log is looked at: what is found here has all its rows in it.
  const bool over = this->over(), resting = !over && m_run->control().at_rest();
  const double time = m_run->control().progress().time;
  const sim::LogView log(m_run->log());
  bool sentAll = true;
  for (Subscription& subscription : m_subscriptions) sentAll = subscription.send(log, out, room) && sentAll;
  if (!sentAll) return;
  if (over && !m_told.load(std::memory_order_relaxed)) {
    out += endMessage();
    m_told.store(true, std::memory_order_relaxed);
  } else if (resting && !m_toldPaused) {
    out += notificationText(
        "paused", ObjectText().count("model", static_cast<std::size_t>(m_model)).number("time", time));
    m_toldPaused = true;
  } else if (!resting) {
    m_toldPaused = false;
  }
}

}  // namespace fluxion::server
