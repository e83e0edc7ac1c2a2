#include "tests/plugins/random/contacts_reference.h"

#include <algorithm>
#include <cmath>

namespace sim {

namespace {

using Vector = std::vector<double>;

// A row over all velocities, and what it makes of an impulse of 1.
struct Row {
  Vector weights, response;
  double own = 0;  // weights * response
};

class Stepper {
 public:
  explicit Stepper(const ContactsSpec& spec) : spec_(spec) {
    for (const auto& body : spec.bodies)
      for (int k = 0; k < 3; ++k) {
        q_.push_back(body.q[static_cast<std::size_t>(k)]);
        v_.push_back(body.v[static_cast<std::size_t>(k)]);
        mass_.push_back(k < 2 ? body.mass : body.inertia);
      }
  }
  Vector run(double step) {
    const auto steps = static_cast<long>(std::lround(spec_.end / step));
    for (long k = 0; k < steps; ++k) take(spec_.end / static_cast<double>(steps));
    return q_;
  }

 private:
  struct Active {
    Row normal, along;
    double friction, p_n = 0, p_t = 0;
  };

  Row row() const { return {Vector(q_.size(), 0.0), Vector(q_.size(), 0.0), 0}; }
  void finish(Row& r) const {
    for (std::size_t k = 0; k < q_.size(); ++k) {
      r.response[k] = r.weights[k] / mass_[k];
      r.own += r.weights[k] * r.response[k];
    }
  }

  // The gap, and the rows where it is closed.
  bool touches(const ContactsSpec::Contact& c, Active& out) const {
    const auto b = static_cast<std::size_t>(3 * c.body);
    out = {row(), row(), c.friction};
    if (c.other < 0) {
      const double s = std::sin(q_[b + 2]), k = std::cos(q_[b + 2]);
      const double px = k * c.x - s * c.y, py = s * c.x + k * c.y;
      if (q_[b + 1] + py > c.radius) return false;
      out.normal.weights[b + 1] = 1, out.normal.weights[b + 2] = px;
      out.along.weights[b] = 1, out.along.weights[b + 2] = -py + c.radius;
    } else {
      const auto o = static_cast<std::size_t>(3 * c.other);
      const double dx = q_[o] - q_[b], dy = q_[o + 1] - q_[b + 1], l = std::hypot(dx, dy);
      if (l > c.radius + c.other_radius) return false;
      const double nx = dx / l, ny = dy / l;
      out.normal.weights[b] = -nx, out.normal.weights[b + 1] = -ny;
      out.normal.weights[o] = nx, out.normal.weights[o + 1] = ny;
      out.along.weights[b] = ny, out.along.weights[b + 1] = -nx, out.along.weights[b + 2] = -c.radius;
      out.along.weights[o] = -ny, out.along.weights[o + 1] = nx, out.along.weights[o + 2] = -c.other_radius;
    }
    finish(out.normal), finish(out.along);
    return true;
  }

  double pass(const Row& r, double& impulse, double low, double high) {
    double speed = 0;
    for (std::size_t k = 0; k < v_.size(); ++k) speed += r.weights[k] * v_[k];
    const double next = std::clamp(impulse - speed / r.own, low, high), change = next - impulse;
    for (std::size_t k = 0; k < v_.size(); ++k) v_[k] += r.response[k] * change;
    impulse = next;
    return std::abs(change);
  }

  void take(double h) {
    for (std::size_t k = 0; k < q_.size(); ++k) q_[k] += h / 2 * v_[k];
    std::vector<Active> active;
    for (const auto& contact : spec_.contacts)
      if (Active a; touches(contact, a)) active.push_back(std::move(a));
    for (std::size_t k = 0; k < v_.size(); k += 3)
      v_[k] += h * spec_.gravity_x, v_[k + 1] += h * spec_.gravity_y;
    for (int round = 0; round < 2000; ++round) {
      double moved = 0;
      for (Active& a : active) {
        moved += pass(a.normal, a.p_n, 0, HUGE_VAL);
        moved += pass(a.along, a.p_t, -a.friction * a.p_n, a.friction * a.p_n);
      }
      if (moved < 1e-15) break;
    }
    for (std::size_t k = 0; k < q_.size(); ++k) q_[k] += h / 2 * v_[k];
  }

  const ContactsSpec& spec_;
  Vector q_, v_, mass_;
};

}  // namespace

std::vector<double> contacts_reference(const ContactsSpec& spec, double step) {
  return Stepper(spec).run(step);
}

}  // namespace sim
