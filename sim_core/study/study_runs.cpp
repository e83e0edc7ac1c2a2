#include "sim_core/study/study_runs.h"

#include <algorithm>

#include "sim_core/base/work.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/interfaces/call_backs.h"
#include "sim_core/model_run/tunable_model.h"
#include "sim_core/scripting/assignments.h"

namespace sim {

// A compiled model that others are retuned from; made by the first who needs it.
struct StudyRuns::Base {
  std::once_flag once;
  std::vector<std::string> values;      // of the variations
  std::unique_ptr<TunableModel> model;  // null: it does not compile
  std::vector<RecordedSignal> signals;
  Diagnostics problems;
};

static std::vector<Assignment> settings_of(const Study& study) {
  std::vector<Assignment> all;
  for (const auto& [name, text] : study.settings) all.push_back({Assignment::Kind::Setting, name, text});
  return all;
}

StudyRuns::StudyRuns(const Study& study, Diagram diagram, const BlockLibrary& library)
    : study_(study), samples_(study), diagram_(std::move(diagram)), library_(library) {}

StudyRuns::~StudyRuns() = default;

Diagnostics StudyRuns::set(Diagram& diagram, const std::vector<std::string>& values) const {
  std::vector<Assignment> all;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string& name = study_.variations[k].name;
    const bool is_setting =
        find_setting(name) && std::ranges::none_of(diagram.variables, [&](const auto& variable) {
          return variable.second.name == name;
        });
    all.push_back({is_setting ? Assignment::Kind::Setting : Assignment::Kind::Value, name, values[k]});
  }
  return make_assignments(diagram, library_, all);
}

Result<std::unique_ptr<StudyRuns>> StudyRuns::prepare(const Study& study, const Diagram& diagram,
                                                      const BlockLibrary& library) {
  if (Diagnostics problems = check_study(study); !problems.empty()) return problems;
  Diagram with_settings = diagram;
  if (Diagnostics problems = make_assignments(with_settings, library, settings_of(study)); !problems.empty())
    return problems;
  std::unique_ptr<StudyRuns> runs(new StudyRuns(study, std::move(with_settings), library));
  runs->first_ = runs->samples_.values(0);
  if (Diagnostics problems = runs->find_structural(); !problems.empty()) return problems;
  const auto base = runs->base_for(runs->first_);
  // The first run may be one that fails; then the model as it is says what it records.
  std::unique_ptr<ModelRun> as_it_is;
  if (!base->model) {
    auto prepared = ModelRun::prepare(runs->diagram_, library);
    if (!prepared) return base->problems;
    as_it_is = *std::move(prepared);
  }
  const Program& program = base->model ? base->model->first().program() : as_it_is->program();
  runs->recorded_ = recorded_signals(program);
  auto expressions =
      ResultExpressions::prepare(study, runs->recorded_, call_back_names(setting(runs->diagram_, at_stop)));
  if (!expressions) return expressions.errors();
  runs->expressions_ = *std::move(expressions);
  return runs;
}

// Which variations cannot be tuned: a value of another run is tried for each.
Diagnostics StudyRuns::find_structural() {
  Diagram first = diagram_;
  if (Diagnostics problems = set(first, first_); !problems.empty()) return problems;
  const auto base = TunableModel::prepare(first, library_);
  if (!base) {
    for (std::size_t k = 0; k < study_.variations.size(); ++k) structural_.push_back(k);
    return {};
  }
  constexpr std::uint64_t looked_at = 64;
  for (std::size_t k = 0; k < study_.variations.size(); ++k) {
    std::vector<std::string> other = first_;
    const std::uint64_t stride = std::max<std::uint64_t>(1, count() / looked_at);
    for (std::uint64_t sample = 1; sample < count() && other[k] == first_[k]; sample += stride)
      other[k] = samples_.values(sample)[k];
    if (other[k] == first_[k]) continue;
    Diagram changed = diagram_;
    set(changed, other);
    const auto retuned = (*base)->run(changed);
    if (!retuned || (*retuned)->was_compiled()) structural_.push_back(k);
  }
  return {};
}

// With the values of the first run where they can be tuned, so that it does not depend on who comes first.
std::shared_ptr<const StudyRuns::Base> StudyRuns::base_for(const std::vector<std::string>& values) const {
  constexpr std::size_t most = 64;  // kept at a time
  std::vector<std::string> key, with = first_;
  for (const std::size_t k : structural_) key.push_back(with[k] = values[k]);
  std::shared_ptr<Base> base;
  {
    const std::lock_guard lock(mutex_);
    if (bases_.size() >= most && !bases_.contains(key)) bases_.clear();
    auto& known = bases_[key];
    if (!known) known = std::make_shared<Base>(), ++compiled_;
    base = known;
  }
  std::call_once(base->once, [&] {
    base->values = with;
    Diagram diagram = diagram_;
    set(diagram, with);
    auto prepared = TunableModel::prepare(std::move(diagram), library_);
    if (prepared) {
      base->model = *std::move(prepared);
      base->signals = recorded_signals(base->model->first().program());
    } else {
      base->problems = prepared.errors();
    }
  });
  if (!base->model && Work::current() && Work::current()->stop_requested()) {
    const std::lock_guard lock(mutex_);  // it was stopped: whoever comes next compiles it
    if (const auto known = bases_.find(key); known != bases_.end() && known->second == base) {
      bases_.erase(known);
      --compiled_;
    }
  }
  return base;
}

std::size_t StudyRuns::compiled_programs() const {
  const std::lock_guard lock(mutex_);
  return compiled_;
}

static std::string first_error(const Diagnostics& problems) {
  for (const Diagnostic& d : problems)
    if (d.severity == Severity::Error) return to_text(d);
  return problems.empty() ? "the run has failed" : to_text(problems.front());
}

StudyRow StudyRuns::run(std::uint64_t sample, const RunLook& look) const {
  StudyRow row{sample, samples_.values(sample), {}, {}};
  const auto fail = [&row](const Diagnostics& problems) {
    check_stop();  // one that was stopped has not failed
    row.message = first_error(problems);
    return row;
  };
  const auto base = base_for(row.values);
  if (!base->model) return fail(base->problems);
  Result<std::unique_ptr<ModelRun>> prepared = error({}, "the run was not prepared");
  if (base->values == row.values) {
    prepared = base->model->first().again();
  } else {
    Diagram now = base->model->diagram();
    set(now, row.values);
    prepared = base->model->run(now);
  }
  if (!prepared) return fail(prepared.errors());
  ModelRun& run = **prepared;
  const RunResult result = run.execute();
  check_stop();
  if (result.end == RunEnd::Failed) return fail(result.diagnostics);
  std::vector<RecordedSignal> own;
  if (run.was_compiled()) own = recorded_signals(run.program());
  const auto& signals = run.was_compiled() ? own : base->signals;
  auto results = expressions_.evaluate(run.log(), signals, row.values, result.variables);
  if (!results) return fail(results.errors());
  if (look) look(sample, run.log(), signals);
  row.results = *std::move(results);
  return row;
}

}  // namespace sim
