#include "sim_core/study/trim_grid.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/study/samples.h"

namespace sim {

namespace {

constexpr std::uint64_t most_trims = 100'000;

// The searches of a grid, one after the other.
class TrimGrid {
 public:
  TrimGrid(const Diagram& diagram, const BlockLibrary& library, const TrimGridQuestion& question)
      : diagram_(diagram), library_(library), question_(question) {}

  TrimGridTable table;

  // Errors that every row would have.
  Diagnostics begin(const std::vector<std::string>& values) {
    if (Diagnostics problems = follow(values); !problems.empty()) return problems;
    table.states = model_->states, table.inputs = model_->inputs, table.outputs = model_->outputs;
    if (const auto unknown = unknown_names(*model_, question_.specification); !unknown.empty())
      return {error(unknown.front(), "there is no state, input or output of this name",
                    did_you_mean(unknown.front(), all_names_of(*model_)))};
    return {};
  }

  TrimGridRow make(const std::vector<std::string>& values) {
    TrimGridRow row{values, false, {}, {}, {}, {}};
    const auto fail = [&row](const Diagnostics& problems) {
      row.message = to_text(problems.front());
      return row;
    };
    if (const Diagnostics problems = follow(values); !problems.empty()) return fail(problems);
    std::optional<Result<TrimReport>> report;
    if (neighbor_) report = search(&*neighbor_);
    if (!report || !*report || !(**report).satisfied) {
      auto again = search(nullptr);
      if (!report || (again && (!*report || again->satisfied))) report = std::move(again);
    }
    if (!*report) return fail(report->errors());
    const TrimReport& found = **report;
    row.satisfied = found.satisfied;
    if (!found.satisfied) row.message = found.unmet.front();
    row.x = found.model.x, row.u = found.model.u, row.y = found.model.y;
    if (found.satisfied) neighbor_ = found.model;
    return row;
  }

 private:
  Diagnostics follow(const std::vector<std::string>& values) {
    Diagram changed = diagram_;
    std::vector<Assignment> all;
    for (std::size_t k = 0; k < values.size(); ++k)
      all.push_back({Assignment::Kind::Value, question_.variations[k].name, values[k]});
    if (Diagnostics problems = make_assignments(changed, library_, all); !problems.empty()) return problems;
    auto made =
        linearizer_ ? linearizer_->with(changed) : Linearizer::prepare(changed, library_, question_.points);
    if (!made) return made.errors();
    linearizer_ = *std::move(made);
    const auto start = linearizer_->reach({linearizer_->start_time()});
    if (!start) return start.errors();
    auto model = linearizer_->at(start->front(), false);
    if (!model) return model.errors();
    start_ = start->front();
    model_ = *std::move(model);
    return {};
  }
  Result<TrimReport> search(const LinearModel* from) const {
    auto question = trim_question(*linearizer_, *start_);
    if (!question) return question.errors();
    if (from && from->states == model_->states)
      for (std::size_t k = 0; k < question->states.size(); ++k) question->states[k].value = from->x[k];
    if (from && from->inputs == model_->inputs)
      for (std::size_t k = 0; k < question->inputs.size(); ++k) question->inputs[k].value = from->u[k];
    specify(*question, *model_, asked(from));
    return trim(*linearizer_, *question);
  }
  // Where a search goes on from a neighbor, values that are only where it begins do not count.
  TrimSpecification asked(const LinearModel* from) const {
    TrimSpecification specification = question_.specification;
    if (from)
      for (auto& group : specification.groups)
        for (auto& [name, wish] : group)
          if (!wish.known) wish.value.reset();
    return specification;
  }

  const Diagram& diagram_;
  const BlockLibrary& library_;
  const TrimGridQuestion& question_;
  std::optional<Linearizer> linearizer_;
  std::optional<OperatingPoint> start_;  // of the model with the values it follows, and what it is there
  std::optional<LinearModel> model_;
  std::optional<LinearModel> neighbor_;
};

}  // namespace

std::size_t TrimGridTable::unsatisfied() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const auto& row) { return !row.satisfied; }));
}

Result<TrimGridTable> trim_grid(const Diagram& diagram, const BlockLibrary& library,
                                const TrimGridQuestion& question, const TrimGridTake& take) {
  Study study;
  study.variations = question.variations;
  study.results = {{"trim", "0"}};
  if (Diagnostics problems = check_study(study); !problems.empty()) return problems;
  const StudySamples samples(study);
  if (samples.count() > most_trims)
    return error("variations", "there are more than " + std::to_string(most_trims) + " combinations",
                 "use shorter lists");
  TrimGrid grid(diagram, library, question);
  for (const Variation& variation : question.variations) grid.table.variations.push_back(variation.name);
  if (Diagnostics problems = grid.begin(samples.values(0)); !problems.empty()) return problems;
  for (std::uint64_t k = 0; k < samples.count(); ++k) {
    grid.table.rows.push_back(grid.make(samples.values(k)));
    if (take && !take(grid.table.rows.back(), samples.count())) break;
  }
  return std::move(grid.table);
}

std::string to_csv(const TrimGridTable& table) {
  std::string text;
  for (const auto* names : {&table.variations, &table.states, &table.inputs, &table.outputs})
    for (const std::string& name : *names) text += csv_field(name) + ',';
  text += "status,message\n";
  for (const TrimGridRow& row : table.rows) {
    for (const std::string& value : row.values) text += csv_field(value) + ',';
    const std::pair<const std::vector<double>*, std::size_t> groups[] = {
        {&row.x, table.states.size()}, {&row.u, table.inputs.size()}, {&row.y, table.outputs.size()}};
    for (const auto& [values, count] : groups)
      for (std::size_t k = 0; k < count; ++k) text += (k < values->size() ? to_text((*values)[k]) : "") + ',';
    text += (row.satisfied ? "trimmed," : "failed,") + csv_field(row.message) + '\n';
  }
  return text;
}

}  // namespace sim
