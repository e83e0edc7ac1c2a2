#include "tests/plugins/random/mechanism_reference.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace sim {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr double gravity = 9.80665;

Vector2d turned(const Vector2d& v) { return {-v[1], v[0]}; }

class Integrator {
 public:
  explicit Integrator(const MechanismSpec& spec) : spec_(spec) {
    const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(spec.bodies.size());
    shafts_ = static_cast<Eigen::Index>(spec.shafts.size());
    q_ = VectorXd::Zero(bodies);
    u_ = VectorXd::Zero(bodies + shafts_);
    mass_ = VectorXd::Zero(bodies + shafts_);
    i_ = VectorXd::Zero(shafts_);
    for (std::size_t k = 0; k < spec.bodies.size(); ++k)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<Eigen::Index>(3 * k + axis);
        q_[at] = spec.bodies[k].place[axis];
        u_[at] = spec.bodies[k].velocity[axis];
        mass_[at] = axis < 2 ? spec.bodies[k].mass : spec.bodies[k].inertia;
      }
    for (Eigen::Index k = 0; k < shafts_; ++k) {
      mass_[bodies + k] = spec.shafts[static_cast<std::size_t>(k)].inertia;
      u_[bodies + k] = spec.shafts[static_cast<std::size_t>(k)].speed;
    }
    project();
  }

  void step(double h) {
    const Rates a = rates(q_, u_, i_), b = behind(a, h / 2), c = behind(b, h / 2), d = behind(c, h);
    q_ += h / 6 * (a.q + 2 * b.q + 2 * c.q + d.q);
    u_ += h / 6 * (a.u + 2 * b.u + 2 * c.u + d.u);
    i_ += h / 6 * (a.i + 2 * b.i + 2 * c.i + d.i);
    project();
  }

  MechanismMotion motion() {
    MechanismMotion out;
    for (std::size_t k = 0; k < spec_.bodies.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(3 * k);
      out.bodies.push_back({q_[at], q_[at + 1], q_[at + 2], u_[at], u_[at + 1], u_[at + 2]});
    }
    out.currents.assign(i_.data(), i_.data() + i_.size());
    const Rates now = rates(q_, u_, i_);
    out.reaction = {now.forces[0], now.forces[1]};
    out.worst_condition = worst_condition_;
    return out;
  }

 private:
  struct Rates {
    VectorXd q, u, i, forces;
  };
  struct Rows {
    MatrixXd a;         // A
    VectorXd residual;  // of positions; 0 for shafts
    VectorXd bend;      // dA/dt u
  };
  struct Frame {
    Vector2d place, arm;
    double angle = 0;
    Eigen::Index body = -1;  // its first coordinate
  };

  Frame frame(int body, const std::array<double, 2>& local, const std::array<double, 3>& at,
              const VectorXd& q) const {
    if (body < 0) return {{at[0], at[1]}, {0, 0}, at[2], -1};
    const Eigen::Index k = 3 * body;
    const double c = std::cos(q[k + 2]), s = std::sin(q[k + 2]);
    const Vector2d arm(c * local[0] - s * local[1], s * local[0] + c * local[1]);
    return {Vector2d(q[k], q[k + 1]) + arm, arm, q[k + 2], k};
  }
  Frame from(const MechanismSpec::Joint& joint, const VectorXd& q) const {
    const bool grounded = joint.from < 0;
    return frame(joint.from, grounded ? std::array<double, 2>{} : of(joint.from).b, joint.at, q);
  }
  Frame to(const MechanismSpec::Joint& joint, const VectorXd& q) const {
    return frame(joint.to, joint.to_b ? of(joint.to).b : of(joint.to).a, {}, q);
  }
  const MechanismSpec::Body& of(int body) const { return spec_.bodies[static_cast<std::size_t>(body)]; }
  static double turning(const Frame& f, const VectorXd& u) { return f.body < 0 ? 0 : u[f.body + 2]; }
  static Vector2d velocity(const Frame& f, const VectorXd& u) {
    if (f.body < 0) return Vector2d::Zero();
    return Vector2d(u[f.body], u[f.body + 1]) + u[f.body + 2] * turned(f.arm);
  }
  static Vector2d centripetal(const Frame& f, const VectorXd& u) {
    return -turning(f, u) * turning(f, u) * f.arm;
  }
  // Adds the derivative of n' p to a row of A.
  static void put(MatrixXd& a, Eigen::Index row, const Frame& f, const Vector2d& n, double sign) {
    if (f.body < 0) return;
    a(row, f.body) += sign * n[0];
    a(row, f.body + 1) += sign * n[1];
    a(row, f.body + 2) += sign * n.dot(turned(f.arm));
  }

  Rows rows(const VectorXd& q, const VectorXd& u) const {
    const Eigen::Index held = 2 * static_cast<Eigen::Index>(spec_.joints.size());
    Rows out{MatrixXd::Zero(held + shafts_, mass_.size()), VectorXd::Zero(held + shafts_),
             VectorXd::Zero(held + shafts_)};
    Eigen::Index row = 0;
    for (const MechanismSpec::Joint& joint : spec_.joints) {
      const Frame a = from(joint, q), b = to(joint, q);
      const Vector2d between = b.place - a.place, bent = centripetal(b, u) - centripetal(a, u);
      if (!joint.slides) {
        for (int k = 0; k < 2; ++k) {
          const Vector2d n = Vector2d::Unit(k);
          put(out.a, row + k, b, n, 1);
          put(out.a, row + k, a, n, -1);
          out.residual[row + k] = between[k];
          out.bend[row + k] = bent[k];
        }
      } else {
        // n turns with A: d(n' d)/dt = n' dd/dt + w t(n)' d.
        const Vector2d n(-std::sin(a.angle), std::cos(a.angle));
        const double w = turning(a, u);
        put(out.a, row, b, n, 1);
        put(out.a, row, a, n, -1);
        if (a.body >= 0) out.a(row, a.body + 2) += turned(n).dot(between);
        out.residual[row] = n.dot(between);
        out.bend[row] =
            n.dot(bent) + 2 * w * turned(n).dot(velocity(b, u) - velocity(a, u)) - w * w * n.dot(between);
        out.a(row + 1, b.body + 2) += 1;
        if (a.body >= 0) out.a(row + 1, a.body + 2) -= 1;
        out.residual[row + 1] = b.angle - a.angle - joint.angle;
      }
      row += 2;
    }
    for (Eigen::Index k = 0; k < shafts_; ++k, ++row) {
      const MechanismSpec::Shaft& shaft = spec_.shafts[static_cast<std::size_t>(k)];
      out.a(row, q.size() + k) = -1;
      out.a(row, 3 * shaft.to + 2) += 1;
      if (shaft.from >= 0) out.a(row, 3 * shaft.from + 2) -= 1;
    }
    return out;
  }

  VectorXd forces(const VectorXd& q, const VectorXd& u, const VectorXd& i) const {
    VectorXd f = VectorXd::Zero(mass_.size());
    for (Eigen::Index k = 1; k < q.size(); k += 3) f[k] = -gravity * mass_[k];
    for (const MechanismSpec::Spring& spring : spec_.springs) {
      const Frame end = frame(spring.body, of(spring.body).b, {}, q);
      const Vector2d between = Vector2d(spring.at[0], spring.at[1]) - end.place;
      const double l = between.norm();
      const Vector2d n = between / l;
      const Vector2d pull =
          (spring.stiffness * (l - spring.length) - spring.damping * n.dot(velocity(end, u))) * n;
      f[end.body] += pull[0];
      f[end.body + 1] += pull[1];
      f[end.body + 2] += pull.dot(turned(end.arm));
    }
    for (Eigen::Index k = 0; k < shafts_; ++k)
      f[q.size() + k] += spec_.shafts[static_cast<std::size_t>(k)].constant * i[k];
    return f;
  }

  // M x + A' z = f, A x = b; x, then z.
  VectorXd solved(const MatrixXd& a, const VectorXd& f, const VectorXd& b) {
    const Eigen::Index n = mass_.size(), m = a.rows();
    MatrixXd all = MatrixXd::Zero(n + m, n + m);
    all.topLeftCorner(n, n) = mass_.asDiagonal();
    all.topRightCorner(n, m) = a.transpose();
    all.bottomLeftCorner(m, n) = a;
    VectorXd right(n + m);
    right << f, b;
    const Eigen::PartialPivLU<MatrixXd> lu(all);
    worst_condition_ = std::min(worst_condition_, lu.rcond());
    return lu.solve(right);
  }

  Rates rates(const VectorXd& q, const VectorXd& u, const VectorXd& i) {
    const Rows of = rows(q, u);
    const VectorXd all = solved(of.a, forces(q, u, i), -of.bend);
    Rates out{u.head(q.size()), all.head(mass_.size()), VectorXd::Zero(shafts_), -all.tail(of.a.rows())};
    for (Eigen::Index k = 0; k < shafts_; ++k) {
      const MechanismSpec::Shaft& shaft = spec_.shafts[static_cast<std::size_t>(k)];
      out.i[k] =
          (shaft.voltage - shaft.resistance * i[k] - shaft.constant * u[q.size() + k]) / shaft.inductance;
    }
    return out;
  }
  Rates behind(const Rates& r, double h) { return rates(q_ + h * r.q, u_ + h * r.u, i_ + h * r.i); }

  void project() {
    for (int pass = 0; pass < 3; ++pass) {
      const Rows of = rows(q_, u_);
      q_ += solved(of.a, VectorXd::Zero(mass_.size()), -of.residual).head(q_.size());
    }
    const Rows of = rows(q_, u_);
    u_ += solved(of.a, VectorXd::Zero(mass_.size()), -of.a * u_).head(u_.size());
  }

  const MechanismSpec& spec_;
  Eigen::Index shafts_ = 0;
  VectorXd q_, u_, i_, mass_;
  double worst_condition_ = 1;
};

}  // namespace

MechanismMotion integrated_motion(const MechanismSpec& spec, int steps) {
  Integrator integrator(spec);
  for (int k = 0; k < steps; ++k) integrator.step(spec.end / steps);
  return integrator.motion();
}

}  // namespace sim
