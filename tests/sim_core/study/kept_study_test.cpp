// Studies that stay with a model, in its file.
#include "sim_core/study/kept_study.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"
#include "tests/support/model_builder.h"

namespace sim {

static Diagram one_block() {
  ModelBuilder m;
  m.block("sources/constant", "one");
  return m.diagram;
}

TEST(KeptStudies, StayWithTheModelAsTheyAre) {
  KeptStudy kept;
  kept.study.variations = {{"gain", {"1", "2*pi"}, DistributionKind::Uniform, {}}};  // no results yet
  kept.study.samples = 7;
  kept.file = "a/b.flxstudy";
  Diagram model = one_block();
  model.unknown[study_member] = study_text(kept);
  const auto read = read_diagram(write_diagram(model), "m");
  ASSERT_TRUE(read);
  EXPECT_EQ(kept_study(read->diagram), kept);
  EXPECT_EQ(write_diagram(read->diagram), write_diagram(model));
  EXPECT_EQ(write_diagram(without_plans(model)), write_diagram(one_block()));
  EXPECT_FALSE(kept_study(one_block()));
  for (const char* member :
       {"[]", "{\"study\": 3}", "{\"study\": {\"fluxion_study\": 1, \"samples\": -1}}"}) {
    model.unknown[study_member] = member;
    Diagnostics problems;
    EXPECT_FALSE(kept_study(model, &problems));
    EXPECT_EQ(problems.size(), 1u) << member;
  }
}

}  // namespace sim
