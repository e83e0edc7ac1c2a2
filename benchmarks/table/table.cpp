// What a piece of work costs by Fluxion beside the same by hand. Prints Markdown. An argument chooses the
// rows whose names contain it.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "benchmarks/sundials/measure.h"
#include "benchmarks/table/row.h"

namespace sim {

Measured measure(const Row& row) {
  Measured best{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (int round = 0; round < row.rounds; ++round) {
    if (row.by_hand) best.by_hand = std::min(best.by_hand, measured_time(row.by_hand, 5e-3, 1));
    best.fluxion =
        std::min(best.fluxion, row.fluxion_time ? row.fluxion_time() : measured_time(row.fluxion, 5e-3, 1));
  }
  return best;
}

namespace {

std::string time_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text,
                seconds < 1e-3 ? "%.4g ms"
                : seconds < 1  ? "%.3g ms"
                               : "%.3g s",
                seconds < 1 ? 1e3 * seconds : seconds);
  return text;
}

void print(const Row& row) {
  const Measured m = measure(row);
  const double value = row.by_hand ? m.fluxion / m.by_hand : m.fluxion;
  std::string errors;
  if (row.errors) {
    const auto [theirs, ours] = row.errors();
    char text[64];
    std::snprintf(text, sizeof text, "%.2g, %.2g", theirs, ours);
    errors = text;
  }
  char ratio[32] = "", wanted[32];
  if (row.by_hand) std::snprintf(ratio, sizeof ratio, "%.2f", value);
  std::snprintf(wanted, sizeof wanted, "%.3g", row.wanted);
  std::printf("| %s | %s | %s | %s | %s | %s | %s |\n", row.work.c_str(),
              row.by_hand ? time_text(m.by_hand).c_str() : "", time_text(m.fluxion).c_str(), ratio,
              row.by_hand ? wanted : time_text(row.wanted).c_str(), value <= row.wanted ? "yes" : "no",
              errors.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace sim

int main(int count, char** arguments) {
  const char* chosen = count > 1 && std::strncmp(arguments[1], "--", 2) != 0 ? arguments[1] : "";
  std::vector<sim::Row> rows;
  sim::add_small_runs(rows);
  sim::add_ball(rows);
  sim::add_network_rows(rows);
  sim::add_right_hand_sides(rows);
  sim::add_random_graphs(rows, chosen);
  sim::add_stiff_runs(rows, chosen);
  sim::add_files(rows);
  sim::add_processes(rows, std::filesystem::path(arguments[0]).parent_path() / "../../release/bin");
  sim::print_heading("Beside work by hand", "fluxion_table");
  std::printf(
      "| work | by hand | Fluxion | ratio | wanted | met | errors |\n| --- | --- | --- | --- | --- | --- | "
      "--- |\n");
  for (const sim::Row& row : rows)
    if (row.work.find(chosen) != row.work.npos) sim::print(row);
}
