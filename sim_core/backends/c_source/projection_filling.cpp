#include "sim_core/backends/c_source/projection_filling.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_table.h"

namespace sim::c_source {

namespace {

class ProjectionFiller {
 public:
  ProjectionFiller(Filling& filling, const Program& program, const FixedStepRun& run,
                   const FollowedBranches& followed)
      : filling_(filling), program_(program), run_(run), followed_(followed) {}

  void fill() {
    recaptures();
    if (run_.projection.rows.empty()) return;
    rows();
    pattern();
    method();
    sizes();
  }

 private:
  void have(const char* feature, bool there = true) {
    if (there) filling_.features.insert(feature);
  }
  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }
  void count(const char* name, std::size_t n) { set(name, std::to_string(n)); }
  bool follows(KernelKind kind) const { return followed_.read[static_cast<std::size_t>(kind)]; }
  const InvariantInfo& info(int row) const { return program_.invariants[static_cast<std::size_t>(row)]; }

  void rows() {
    const std::vector<int>& rows = run_.projection.rows;
    have("projects");
    have("seeds");
    have("several", rows.size() > 1);
    count("projected_count", rows.size());
    count("invariant_count", program_.invariants.size());
    set("projected_rows", whole_table(rows));
    set("row_tolerances", number_table(run_.projection.row_tolerances));
    const bool weighs = std::any_of(rows.begin(), rows.end(), [&](int r) { return info(r).weight != 1; });
    have("row_weights", weighs);
    set("row_weights", table(rows, [&](int row) { return number(info(row).weight); }));
    set("row_weight", weighs ? "row_weights[i]" : "1.0");
    have("bounds", std::any_of(rows.begin(), rows.end(), [&](int r) { return info(r).lower_bound; }));
    set("bound_list", table(rows, [&](int row) { return whole(info(row).lower_bound); }));
    std::vector<int> place(program_.invariants.size(), -1);
    for (std::size_t k = 0; k < rows.size(); ++k)
      place[static_cast<std::size_t>(rows[k])] = static_cast<int>(k);
    set("place_of_row", whole_table(place));
  }

  void pattern() {
    const SparsityPattern& pattern = program_.invariant_pattern;
    count("invariant_entry_count", std::max<std::size_t>(1, pattern.row_index.size()));
    set("invariant_row_index", whole_table(pattern.row_index));
    set("invariant_column_start", whole_table(pattern.column_start));
    set("invariant_colors", whole_table(program_.invariant_coloring.color));
    set("invariant_color_count", std::to_string(program_.invariant_coloring.count));
    have("chooses_for_invariants", follows(KernelKind::Invariants));
    have("chooses_for_targets", follows(KernelKind::InvariantTargets));
  }

  void method() {
    const FixedStepProjection& how = run_.projection;
    have("repeated", how.repeats);
    have("newton", how.repeats && how.renews_gradient);
    have("weighted", how.weighted);
    set("projection_steps", std::to_string(how.repeats ? how.most_iterations : 1));
    set("rank_tolerance", number(how.rank_tolerance));
    set("relative_tolerance", number(how.relative_tolerance));
    set("absolute_tolerances", number_table(how.absolute_tolerances));
    count("factor_room", std::max(how.rows.size(), static_cast<std::size_t>(program_.state_count)));
    have("symmetric", how.whole_steps);
    have("factors", how.whole_steps || how.rows.size() > 1);
    have("least_squares", how.whole_steps || (how.rows.size() > 1 && filling_.features.contains("bounds")));
    count("factor_length", how.whole_steps
                               ? std::max(how.rows.size(), static_cast<std::size_t>(program_.state_count))
                               : static_cast<std::size_t>(program_.state_count));
    count("factor_columns", how.rows.size());
  }

  void sizes() {
    std::string text;
    const std::vector<int>& rows = run_.projection.rows;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (const int slot = info(rows[k]).size_slot; slot >= 0)
        text += "  set_slot(self, " + std::to_string(slot) + ", self->projection.size[" + std::to_string(k) +
                "]);\n";
    have("sizes", !text.empty());
    set("show_sizes", text);
  }

  // For each state that is reset, the values that are recaptured.
  void recaptures() {
    std::vector<int> start{0}, slots;
    for (const ResetInfo& reset : program_.resets) {
      for (const int row : program_.invariant_pattern.column(reset.state))
        if (info(row).recaptured && info(row).captured >= 0) slots.push_back(info(row).captured);
      start.push_back(static_cast<int>(slots.size()));
    }
    if (slots.empty()) return;
    have("recaptures");
    set("recaptured_start", whole_table(start));
    count("recaptured_room", slots.size());
    set("recaptured_list", whole_table(slots));
  }

  Filling& filling_;
  const Program& program_;
  const FixedStepRun& run_;
  const FollowedBranches& followed_;
};

}  // namespace

void add_projection(Filling& filling, const Program& program, const FixedStepRun& run,
                    const FollowedBranches& followed) {
  ProjectionFiller(filling, program, run, followed).fill();
}

}  // namespace sim::c_source
