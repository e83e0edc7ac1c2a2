#include <cstdio>
#include <filesystem>
#include <memory>

#include "benchmarks/models.h"
#include "benchmarks/table/row.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/diagram/file.h"

namespace sim {

namespace {

Row limit_row(std::string work, double seconds, std::function<void()> call, int rounds) {
  Row row;
  row.work = std::move(work);
  row.wanted = seconds;
  row.fluxion = std::move(call);
  row.rounds = rounds;
  return row;
}

}  // namespace

void add_files(std::vector<Row>& rows) {
  const auto library = std::make_shared<BlockLibrary>(standard_library());
  for (const auto& [blocks, seconds] : {std::pair(3'000, 0.005), std::pair(100'000, 0.4)}) {
    const auto diagram = std::make_shared<Diagram>(lag_diagram(blocks));
    rows.push_back(limit_row(
        "compile a chain of " + std::to_string(blocks) + " blocks", seconds,
        [=] { static_cast<void>(compile(*diagram, *library)); }, 3));
  }
  const auto large = std::make_shared<Diagram>(lag_diagram(100'000));
  const std::string path = std::filesystem::temp_directory_path() / "fluxion_table.flx";
  rows.push_back(limit_row(
      "save 100,000 blocks", 0.4, [=] { static_cast<void>(save_file(path, *large)); }, 3));
  rows.push_back(limit_row(
      "load 100,000 blocks", 0.3,
      [=] {
        if (!std::filesystem::exists(path)) static_cast<void>(save_file(path, *large));
        static_cast<void>(load_file(path));
      },
      3));
}

}  // namespace sim
