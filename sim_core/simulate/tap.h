#pragma once
// Outputs of a program that are recorded beside the log of a run, from the major step on in which somebody
// asks for them: a row wherever the log has one, with the same instants. Looking changes no digit of the run.
//
// Made by who wants to look, for RunControl::set_taps(); written by the thread of the run, read by any.
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace sim {

class ModelEquations;
class Probe;

class Tap {
 public:
  // `outputs`: indices into Program::watched, each recorded whole.
  Tap(const Program& program, std::vector<int> outputs);
  ~Tap();

  const std::vector<int>& outputs() const { return outputs_; }
  // The column of the log that the first element of outputs()[k] is in.
  int first(std::size_t k) const { return firsts_[k]; }
  const SignalLog& log() const { return log_; }
  // It has become too long, and ends there although the run goes on.
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // The thread of the run. `most`: numbers that may be recorded; where there is no value, there is no number.
  void append(const std::shared_ptr<const Program>& program, const ModelEquations& now, double t,
              std::span<const double> x, std::size_t most);
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }
  // The run has gone back to t.
  void go_back_to(double t);

 private:
  std::vector<int> outputs_, firsts_;
  SignalLog log_;
  std::atomic<bool> full_{false};
  std::function<bool()> stop_;
  std::unique_ptr<Probe> probe_;  // once it has begun
  std::vector<double> row_;
};

}  // namespace sim
