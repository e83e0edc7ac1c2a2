// Random networks of several domains against the reference, with their blocks in another order, and with
// their energy. With FLUXION_LONG_TESTS set in the environment there are 1,000.
#include "tests/plugins/random/random_domains.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/plugins/random/network_comparison.h"
#include "tests/support/run_results.h"

using namespace sim;

namespace {

unsigned network_count() { return std::getenv("FLUXION_LONG_TESTS") != nullptr ? 1000 : 150; }

}  // namespace

TEST(RandomDomains, AgreeWithTheReferenceInAnyOrder) {
  for (unsigned seed = 0; seed < network_count(); ++seed) {
    const NetworkSpec spec = random_domains(seed);
    const auto reference = NetworkReference(spec).run();
    ASSERT_EQ(reference.failure, "") << seed;
    for (const unsigned order : {0U, seed + 1})
      EXPECT_EQ(compare(spec, reference, {1, 1, 0, order}).message, "")
          << "network " << seed << ", order " << order;
  }
}

// Supplied = stored + dissipated + lost in events, whatever leads from one domain to another.
TEST(RandomDomains, KeepTheirEnergy) {
  for (unsigned seed = 0; seed < network_count(); ++seed) {
    Diagram diagram = network_diagram(random_domains(seed));
    for (const auto& [setting, value] : std::map<std::string, std::string>{
             {"EnergyBalance", "error"}, {"RelTol", "1e-9"}, {"AbsTol", "1e-13"}, {"ZcInteriorScan", "on"}})
      diagram.settings[setting] = value;
    const RunOutcome run = run_diagram(diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << "network " << seed << ": " << run.messages();
  }
}
