#include "sim_core/simulate/energy_meter.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/told_number.h"

namespace sim {

EnergyMeter::EnergyMeter(RunParts& run) : run_(run) {
  if (run_.program->energies.empty()) return;
  std::vector<ir::NodeId> nodes;
  for (const EnergyInfo& info : run_.program->energies) nodes.push_back(info.value);
  probe_ = std::make_unique<Probe>(run_.program, nodes);
  values_.resize(nodes.size());
  run_.statistics.energy.balanced = run_.options.energy_balance != Policy::None;
}

void EnergyMeter::look(double t, std::span<const double> x) {
  probe_->evaluate(run_.equations, t, x, values_);
}

void EnergyMeter::note_stored() {
  auto& stored = run_.statistics.energy.stored;
  for (auto& [domain, energy] : stored) energy.now = 0;
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (const EnergyInfo& info = run_.program->energies[k]; info.kind == EnergyKind::Stored)
      stored[info.domain].now += values_[k];
}

double EnergyMeter::of(EnergyKind kind) const {
  double sum = 0;
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (run_.program->energies[k].kind == kind) sum += values_[k];
  return sum;
}

EnergyMeter::Powers EnergyMeter::powers() const {
  return {of(EnergyKind::Supplied), of(EnergyKind::Dissipated), of(EnergyKind::Heat)};
}

void EnergyMeter::add(const Powers& p, double weight) {
  EnergyRecord& energy = run_.statistics.energy;
  energy.supplied += weight * p.supplied;
  energy.dissipated += weight * p.dissipated;
  energy.heat += weight * p.heat;
  energy.through += weight * (std::fabs(p.supplied) + std::fabs(p.dissipated));
  energy.heat_through += weight * std::fabs(p.heat);
}

void EnergyMeter::begin(double t, std::span<const double> x) {
  if (!probe_) return;
  EnergyRecord& energy = run_.statistics.energy;
  const bool goes_on = !energy.stored.empty();
  look(t, x);
  last_ = powers();
  const double before = energy.now(false), heat_before = energy.now(true);
  note_stored();
  if (!goes_on)
    for (auto& [domain, stored] : energy.stored) stored.at_start = stored.now;
  else
    note_event(before, heat_before);
}

void EnergyMeter::go_back(double t, std::span<const double> x) {
  if (!balances()) return;
  look(t, x);
  last_ = powers();
  note_stored();
}

void EnergyMeter::step(double to) {
  if (!balances()) return;
  const double root = 0.5 / std::sqrt(5.0);  // of the points inside from the middle, as a part of the step
  const double from = run_.stepper->time();
  length_ = to - from;
  for (double side : {-root, root}) {
    const double t = from + length_ * (0.5 + side);
    if (run_.interpolate(t) != EvalStatus::Ok) continue;
    look(t, run_.x_inside);
    add(powers(), length_ * 5 / 12);
  }
}

bool EnergyMeter::arrive(double t, std::span<const double> x) {
  if (!balances()) return true;
  add(last_, length_ / 12);
  look(t, x);
  last_ = powers();
  note_stored();
  add(last_, length_ / 12);
  length_ = 0;
  return check(t, x);
}

// What the states' tolerances make of what is stored: near zero, and of heat, nothing is known better.
EnergyMeter::Tolerated EnergyMeter::tolerated(double t, std::span<const double> x) {
  const std::vector<double>& tolerances = run_.tolerances.initial();
  const double relative = run_.fixed_steps_only() ? 0 : run_.options.relative_tolerance;
  x_beside_.assign(x.begin(), x.end());
  for (std::size_t k = 0; k < std::min(x_beside_.size(), tolerances.size()); ++k)
    x_beside_[k] += std::copysign(std::max(tolerances[k], relative * std::fabs(x_beside_[k])), x_beside_[k]);
  values_beside_.resize(values_.size());
  probe_->evaluate(run_.equations, t, x_beside_, values_beside_);
  Tolerated sum;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const EnergyInfo& info = run_.program->energies[k];
    const double change = std::fabs(values_beside_[k] - values_[k]);
    if (info.kind != EnergyKind::Stored || !std::isfinite(change)) continue;
    (info.domain == Domain::Thermal ? sum.heat : sum.energy) += change;
  }
  return sum;
}

bool EnergyMeter::check(double t, std::span<const double> x) {
  EnergyRecord& energy = run_.statistics.energy;
  const double off = energy.now(false) - energy.at_start(false) - energy.supplied + energy.dissipated +
                     energy.lost_in_events,
               heat_off = energy.now(true) - energy.at_start(true) - energy.heat + energy.heat_lost_in_events,
               all = energy.at_start(false) + energy.through;
  const auto part_of = [](double part, double all, double tolerated) {
    return all > 0 ? std::max(std::fabs(part) - tolerated, 0.0) / all : 0;
  };
  double part = part_of(off, all, 0), heat_part = part_of(heat_off, energy.heat_through, 0);
  if (std::max(part, heat_part) > energy.largest_imbalance) {
    const Tolerated allowed = tolerated(t, x);
    part = part_of(off, all, allowed.energy);
    heat_part = part_of(heat_off, energy.heat_through, allowed.heat);
  }
  const bool of_heat = heat_part > part;
  const double worst = std::max(part, heat_part);
  energy.largest_imbalance = std::max(energy.largest_imbalance, worst);
  if (!(worst > (run_.fixed_steps_only() ? 1e-2 : 10 * run_.options.relative_tolerance))) return true;
  const std::string message = std::string("the ") + (of_heat ? "heat" : "energy") +
                              " of the physical networks is off by " + told(of_heat ? heat_off : off) +
                              " J at t = " + told_time(t) + ": that is " + told(100 * worst) +
                              " % of what went through them",
                    remedy =
                        "use smaller tolerances or steps; where that does not help, a component does not "
                        "conserve energy";
  if (run_.options.energy_balance == Policy::Error) return run_.reporter.fail(-1, message, remedy);
  run_.reporter.warn_once("EnergyBalance", -1, message, remedy);
  return true;
}

void EnergyMeter::note_event(double energy_before, double heat_before) {
  EnergyRecord& energy = run_.statistics.energy;
  energy.lost_in_events += energy_before - energy.now(false);
  energy.heat_lost_in_events += heat_before - energy.now(true);
}

void EnergyMeter::settled(double t, std::span<const double> x) {
  if (!balances()) return;
  const double before = run_.statistics.energy.now(false), heat_before = run_.statistics.energy.now(true);
  look(t, x);
  last_ = powers();
  note_stored();
  note_event(before, heat_before);
}

void EnergyMeter::end(double t, std::span<const double> x) {
  if (!probe_) return;
  look(t, x);
  note_stored();
}

}  // namespace sim
