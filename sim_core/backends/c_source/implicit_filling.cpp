#include "sim_core/backends/c_source/implicit_filling.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/linalg/bandwidth.h"

namespace sim::c_source {

namespace {

class ImplicitFiller {
 public:
  ImplicitFiller(Filling& filling, const Program& program, const ImplicitMethod& method,
                 const FollowedBranches& followed)
      : filling_(filling), program_(program), method_(method), followed_(followed) {}

  void fill() {
    have("implicit");
    have("seeds");
    have("can_fail");
    have("chooses_for_derivatives", followed_.read[static_cast<std::size_t>(KernelKind::Derivatives)]);
    set("method_reference", method_.reference);
    set("extrapolation_order", std::to_string(method_.order));
    set("last_row", std::to_string(method_.order - 1));
    have("extrapolates", method_.order > 1);
    set("newton_iterations", std::to_string(method_.newton_iterations));
    set("newton_text", method_.newton_iterations == 1
                           ? "one iteration"
                           : std::to_string(method_.newton_iterations) + " iterations");
    pattern();
    colors();
    have("banded", method_.banded());
    if (method_.banded())
      band();
    else
      have("linear");
  }

 private:
  void have(const char* feature, bool there = true) {
    if (there) filling_.features.insert(feature);
  }
  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }

  // The entries that the derivatives give, among those of the matrix, which has its whole diagonal.
  void pattern() {
    const SparsityPattern& known = program_.jacobian_pattern;
    const SparsityPattern& matrix = method_.pattern;
    set("jacobian_entries", std::to_string(matrix.nonzeros()));
    set("matrix_start", whole_table(matrix.column_start));
    set("matrix_rows", whole_table(matrix.row_index));
    std::vector<int> places;
    for (int j = 0; j < known.cols; ++j)
      for (const int row : known.column(j)) {
        const auto rows = matrix.column(j);
        places.push_back(matrix.column_start[static_cast<std::size_t>(j)] +
                         static_cast<int>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin()));
      }
    set("known_entries", std::to_string(std::max(1, known.nonzeros())));
    set("jacobian_start", whole_table(known.column_start));
    set("jacobian_rows", whole_table(known.row_index));
    set("jacobian_places", whole_table(places));
  }

  void colors() {
    const Coloring& coloring = program_.jacobian_coloring;
    std::vector<int> start{0}, columns;
    for (int color = 0; color < coloring.count; ++color) {
      const auto group = coloring.group(color);
      columns.insert(columns.end(), group.begin(), group.end());
      start.push_back(static_cast<int>(columns.size()));
    }
    have("has_slopes", coloring.count > 0 && program_.kernel(KernelKind::Tangents).size > 0);
    set("color_count", std::to_string(coloring.count));
    set("color_start", whole_table(start));
    set("color_columns", whole_table(columns));
  }

  void band() {
    const Band band = band_of(method_.pattern, method_.band_order);
    set("band_lower", std::to_string(band.lower));
    set("band_upper", std::to_string(band.upper));
    set("band_room", std::to_string(2 * band.lower + band.upper + 1));
    have("reordered", !std::is_sorted(method_.band_order.begin(), method_.band_order.end()));
    std::vector<int> places(method_.band_order.size());
    for (std::size_t k = 0; k < places.size(); ++k)
      places[static_cast<std::size_t>(method_.band_order[k])] = static_cast<int>(k);
    set("band_places", whole_table(places));
    set("band_order", whole_table(method_.band_order));
  }

  Filling& filling_;
  const Program& program_;
  const ImplicitMethod& method_;
  const FollowedBranches& followed_;
};

}  // namespace

void add_implicit_method(Filling& filling, const Program& program, const FixedStepRun& run,
                         const FollowedBranches& followed) {
  if (run.implicit) ImplicitFiller(filling, program, *run.implicit, followed).fill();
}

}  // namespace sim::c_source
