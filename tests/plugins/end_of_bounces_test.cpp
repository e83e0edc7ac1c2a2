// Infinitely many bounces that end beside a stop that gives nothing back: each takes the other body off that
// stop, less far in the end than a step of any tolerance can tell.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

NetworkBuilder bodies_at_two_stops() {
  NetworkBuilder m;
  const Id middle = m.inertia("middle", "2", "-1.2901321040634421"),
           driven = m.inertia("driven", "1", "-3.9117090633608003"),
           free = m.inertia("free", "1", "-3.421331138357168");
  const Id bouncing =
      m.block("driveline/rotational_hard_stop", "bouncing",
              {{"upper", "0.7846580225644375"}, {"lower", "-0.4855488312799945"}, {"e", "0.5"}});
  const Id plastic = m.block("driveline/rotational_hard_stop", "plastic",
                             {{"upper", "0.20593572900222523"}, {"lower", "-0.37993440233080067"}});
  const Id spring = m.block("driveline/rotational_spring", "spring",
                            {{"k", "6.753004621053698"}, {"phi0", "-0.1434614749618397"}});
  const Id stairs =
      m.block("sources/repeating_sequence_stair", "stairs", {{"OutValues", "[1 2]"}, {"SampleTime", "0.9"}});
  const Id drive = m.block("driveline/torque_source", "drive");
  m.join(bouncing, r, driven, 0).join(bouncing, c, middle, 0);
  m.join(plastic, r, free, 0).join(plastic, c, middle, 0);
  m.join(spring, r, middle, 0).join(spring, c, m.ground(), 0);
  m.connect(stairs, drive, 0).join(drive, r, driven, 0).join(drive, c, m.ground(), 0);
  m.watch(middle, 0, "w");
  return m;
}

}  // namespace

// Before the end against a program of its own: free flights by DOP853 at 1e-13, impacts by hand (SciPy).
// Behind the end, at t = 1.6794757, all three move as one: there the numbers of ode45, radau5 and rodas5p at
// 1e-12, which agree to 1e-12.
TEST(EndOfBounces, BesideAPlasticStop) {
  for (const std::string solver : {"ode45", "radau5", "rodas5p"})
    for (const double tolerance : {1e-3, 1e-6, 1e-8, 1e-9, 1e-12}) {
      NetworkBuilder m = bodies_at_two_stops();
      m.set("StopTime", "1.75").set("RelTol", to_text(tolerance)).set("Solver", solver);
      m.set("OutputOption", "AdditionalOutputTimes").set("OutputTimes", "[0.9 1.2 1.5 1.67]");
      const RunOutcome run = finished_run(m);
      const auto expect = [&](double t, double w) {
        EXPECT_NEAR(value_at(run, "w", t), w, 20 * tolerance + 1e-10)
            << solver << " " << tolerance << " " << t;
      };
      expect(0.9, -0.65989717283275);
      expect(1.2, 0.19313102033810);
      expect(1.5, 1.19993366559145);
      expect(1.67, 1.64234635486975);
      expect(1.75, 1.83845437322600);
    }
}
