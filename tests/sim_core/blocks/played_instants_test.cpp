// The instants of samples that blocks play are known beforehand, whatever steps the solver takes.
#include "sim_core/program_analysis/played_instants.h"

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {
namespace {

std::vector<double> instants(const std::string& type, const std::map<std::string, std::string>& parameters,
                             double from, double to, std::size_t most = 100) {
  const auto program = compiled(one_block(type, parameters, {}).diagram);
  if (!program) return {-1};
  for (std::size_t block = 0; block < program->blocks.size(); ++block)
    if (program->blocks[block].path == "Block")
      return PlayedInstants(*program).of(static_cast<int>(block), from, to, most);
  return {-2};
}

using Times = std::vector<double>;

TEST(PlayedInstants, AreThoseOfTheTable) {
  const auto play = [](const std::string& data, double from, double to, std::size_t most = 100) {
    return instants("sources/from_variable", {{"VariableName", data}}, from, to, most);
  };
  EXPECT_EQ(play("[0 1; 0.5 2; 2 3]", 0, 10), (Times{0, 0.5, 2}));
  EXPECT_EQ(play("[0 1; 0.5 2; 2 3]", 0.5, 2), (Times{0.5, 2}));
  EXPECT_EQ(play("[-1 1; 0.5 2; 0.5 4; 2 3]", 0, 1), (Times{0.5, 0.5}));  // a jump
  EXPECT_EQ(play("[0 1; 0.5 2; 2 3]", 3, 10), Times{});
  EXPECT_EQ(play("[0 1; 0.5 2; 2 3]", 0, 10, 2), Times{});  // more than are wanted
  EXPECT_EQ(instants("sources/piecewise_linear", {{"times", "[0 1 3]"}, {"values", "[1 2 3]"}}, 0, 10),
            (Times{0, 1, 3}));
}

TEST(PlayedInstants, ComeAgainInACycle) {
  const std::map<std::string, std::string> cycle{{"VariableName", "[1 0; 1.5 1; 2 0]"},
                                                 {"OutputAfterFinalValue", "Cyclic repetition"}};
  EXPECT_EQ(instants("sources/from_variable", cycle, 0, 3.2), (Times{1, 1.5, 2, 2.5, 3}));
  EXPECT_EQ(instants("sources/from_variable", cycle, 2.4, 3.6), (Times{2.5, 3, 3.5}));
  EXPECT_EQ(instants("sources/from_variable", cycle, 0, std::numeric_limits<double>::infinity()), Times{});
}

TEST(PlayedInstants, OtherBlocksHaveNone) { EXPECT_EQ(instants("sources/sine_wave", {}, 0, 10), Times{}); }

}  // namespace
}  // namespace sim
