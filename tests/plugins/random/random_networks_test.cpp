// Random networks against the reference, and each again with its time, impedance, ground and order of blocks
// changed. With FLUXION_LONG_TESTS set in the environment there are 2,000.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/plugins/random/network_comparison.h"
#include "tests/plugins/random/random_network.h"

using namespace sim;

namespace {

struct Named {
  const char* name;
  NetworkVariant variant;
};

}  // namespace

TEST(RandomNetworks, AgreeWithTheReferenceInAnyUnitsAndOrder) {
  const unsigned count = std::getenv("FLUXION_LONG_TESTS") ? 2000 : 60;
  int runs = 0, instants = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    const NetworkSpec spec = random_network(seed);
    const auto reference = NetworkReference(spec).run();
    ASSERT_EQ(reference.failure, "") << seed;
    instants += static_cast<int>(reference.instants.size());
    const Named variants[] = {{"as it is", {}},
                              {"in nanoseconds", {1e-9, 1, 0, 0}},
                              {"a thousand times the impedance", {1, 1e3, 0, 0}},
                              {"on another ground", {1, 1, spec.mechanical ? 0.0 : 1000.0, 0}},
                              {"in another order", {1, 1, 0, seed + 1}}};
    for (const Named& of : variants) {
      const NetworkComparison comparison = compare(spec, reference, of.variant);
      ++runs;
      EXPECT_EQ(comparison.message, "") << "network " << seed << ", " << of.name;
    }
  }
  RecordProperty("runs", runs);
  RecordProperty("instants", instants);
}
