// Putting any blocks of an example into a subsystem, and taking them out again, leaves its results as they
// are.
#include "sim_core/diagram/subsystems.h"

#include <random>

#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/well_known_types.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/variable_names.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

PortSites sites_of(const Diagram& d) {
  return [&d](const PortRef& port, bool input) {
    const BlockInterface ports = block_interface(d, library(), port.block);
    const auto at = static_cast<std::size_t>(port.port);
    const Point where = d.blocks.at(port.block).position;
    if (port.kind == PortKind::Conserving) return PortSite{ports.conserving.at(at).name, 1, where};
    const auto& list = input ? ports.inputs : ports.outputs;
    return PortSite{list.at(at).name, static_cast<int>(list.size()), where};
  };
}

// Logged signals in the order of their names; a signal that got another name has its values all the same.
std::vector<std::vector<double>> columns_of(const SignalLog& log) {
  std::vector<std::vector<double>> out;
  for (std::size_t c = 0; c < log.column_names().size(); ++c) {
    out.emplace_back();
    for (std::size_t row = 0; row < log.size(); ++row)
      out.back().push_back(log.value(static_cast<int>(c), row));
  }
  std::sort(out.begin(), out.end());
  return out;
}

class GroupedExample : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(GroupedExample, HasTheSameResults) {
  const Diagram original = load(GetParam());
  const auto before = run(original);
  ASSERT_TRUE(before);
  ASSERT_GT(before.log().size(), 2u);
  std::mt19937 random(5);
  for (int round = 0; round < 3; ++round) {
    Diagram d = original;
    std::set<Id> chosen;
    for (const auto& [id, block] : d.blocks)
      if (block.parent == no_id && random() % 2) chosen.insert(id);
    auto grouping = create_subsystem(d, chosen, sites_of(d));
    ASSERT_TRUE(grouping) << to_text(grouping.error());
    apply(d, grouping->edit);
    const auto grouped = run(d);
    ASSERT_TRUE(grouped);
    EXPECT_EQ(columns_of(grouped.log()), columns_of(before.log())) << "grouped, round " << round;
    auto expansion = expand_subsystem(d, grouping->subsystem);
    ASSERT_TRUE(expansion);
    apply(d, *expansion);
    const auto expanded = run(d);
    ASSERT_TRUE(expanded);
    EXPECT_EQ(columns_of(expanded.log()), columns_of(before.log())) << "expanded, round " << round;
  }
  // Subsystems that the example has.
  for (const auto& [id, block] : original.blocks) {
    if (block.type != well_known::subsystem || block.parent != no_id) continue;
    Diagram d = original;
    auto expansion = expand_subsystem(d, id, variable_names_of(library()));
    if (!expansion) continue;
    apply(d, *expansion);
    const auto expanded = run(d);
    ASSERT_TRUE(expanded) << block.name;
    EXPECT_EQ(columns_of(expanded.log()), columns_of(before.log())) << block.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GroupedExample, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });

}  // namespace sim
