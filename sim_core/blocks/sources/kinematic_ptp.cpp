#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// The way from 0 to 1 with constant acceleration, constant speed, constant deceleration.
struct Travel {
  double acceleration = 0, speed = 0;
  double accelerated = 0, braking = 0, end = 0;  // until when

  // The least times that the slowest axis needs at its top speed and for its top acceleration.
  Travel(double at_top_speed, double square_of_time) {
    if (square_of_time <= 0) return;
    acceleration = 1 / square_of_time;
    accelerated = std::min(std::sqrt(square_of_time), square_of_time / at_top_speed);
    speed = acceleration * accelerated;
    braking = std::max(accelerated, 1 / speed);
    end = braking + accelerated;
  }
};

double element_of(const ParameterValue& v, std::size_t k) { return v.numbers[v.numbers.size() == 1 ? 0 : k]; }

}  // namespace

void kinematic_ptp(BlockTypeBuilder& b) {
  b.id("sources/kinematic_ptp").label("Point-to-Point Motion").category("Sources");
  b.doc(
      "Moves from one position to another as fast as limits of speed and acceleration allow.\n\n"
      "$q = q_0 + s(t) (q_1 - q_0), \\quad \\ddot{s} \\in \\{a, 0, -a\\}$\n"
      "$|\\dot{q}| \\leq \\dot{q}_{\\max}, \\quad |\\ddot{q}| \\leq \\ddot{q}_{\\max}$\n\n"
      "It accelerates, runs at constant speed where the way is long enough, and brakes. Of several axes the "
      "slowest "
      "sets the pace: all start and arrive together. Outputs are position, speed and acceleration. The "
      "solver steps "
      "exactly to the instants at which the acceleration changes.");
  b.keywords({"KinematicPTP", "KinematicPTP2", "trapezoidal velocity profile", "trajectory", "motion profile",
              "robot", "trapveltraj"});
  b.icon(IconShape::Rectangle, "M.12,.8 C.35,.8 .4,.7 .5,.5 C.6,.3 .65,.2 .88,.2");
  b.size(56, 64);
  const double least = std::numeric_limits<double>::min(), most = std::numeric_limits<double>::max();
  Param from = b.real("StartPosition", "Start position", "0").formerly("q_begin").not_tunable();
  Param to = b.real("EndPosition", "End position", "1").formerly("q_end").not_tunable();
  Param speed = b.real("MaximumSpeed", "Largest speed", "1")
                    .formerly("qd_max")
                    .unit("1/s")
                    .not_tunable()
                    .range(least, most);
  Param acceleration = b.real("MaximumAcceleration", "Largest acceleration", "1")
                           .formerly("qdd_max")
                           .unit("1/s^2")
                           .not_tunable()
                           .range(least, most);
  Param start = b.real("StartTime", "Start time", "0")
                    .formerly("startTime")
                    .unit("s")
                    .scalar()
                    .not_tunable()
                    .range(-1e300, 1e300);
  Out q = b.output("q", "position"), qd = b.output("qd", "speed"), qdd = b.output("qdd", "acceleration");
  b.equations([=](Equations& e) {
    const ParameterValue &q0 = e.value(from), &q1 = e.value(to), &v = e.value(speed),
                         &a = e.value(acceleration);
    double at_top_speed = 0, square_of_time = 0;
    for (std::size_t k = 0;
         k < std::max({q0.numbers.size(), q1.numbers.size(), v.numbers.size(), a.numbers.size()}); ++k) {
      const double way = std::fabs(element_of(q1, k) - element_of(q0, k));
      at_top_speed = std::max(at_top_speed, way / element_of(v, k));
      square_of_time = std::max(square_of_time, way / element_of(a, k));
    }
    const Travel travel(at_top_speed, square_of_time);
    const double t0 = e.value(start).number();
    const auto reached = [&](double t) { return e.time_reached(e.constant(t0 + t)); };
    const ir::Value moves = reached(0), runs = reached(travel.accelerated), brakes = reached(travel.braking),
                    rests = reached(travel.end);
    const ir::Value t = e.time() - t0, left = travel.end - t, zero = e.constant(0);
    const auto phase = [&](ir::Value accelerating, ir::Value running, ir::Value braking, ir::Value at_rest) {
      return select(rests, at_rest,
                    select(brakes, braking, select(runs, running, select(moves, accelerating, zero))));
    };
    const double half = 0.5 * travel.acceleration;
    const ir::Value s = phase(square(t) * half, (t - 0.5 * travel.accelerated) * travel.speed,
                              1.0 - square(left) * half, e.constant(1));
    const ir::Value sd =
        phase(t * travel.acceleration, e.constant(travel.speed), left * travel.acceleration, zero);
    const ir::Value sdd =
        phase(e.constant(travel.acceleration), zero, e.constant(-travel.acceleration), zero);
    const ir::Value way = e(to) - e(from);
    e.output(q, e(from) + s * way);
    e.output(qd, sd * way);
    e.output(qdd, sdd * way);
  });
}

}  // namespace sim::blocks
