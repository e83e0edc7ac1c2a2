#pragma once
// Statements of a kernel that call functions of the generated program: solvers of loops and systems, signals
// of the past, decisions of networks, and external functions.
#include <functional>
#include <string>

#include "sim_core/backends/c_source/kernel_text.h"

namespace sim::c_source {

class KernelCalls {
 public:
  // `line` takes a statement; what is called is added to `shared`. All must outlive it.
  KernelCalls(const KernelRequest& request, Shared& shared, std::function<void(const std::string&)> line)
      : request_(request), shared_(shared), line_(std::move(line)) {}

  // Of a run whose result has its place already.
  void write(const interpreter::Run& run);

 private:
  void solve(const interpreter::Run& run);
  void history(const interpreter::Run& run);
  void linear_solve(const interpreter::Run& run);
  void constrained(const interpreter::Run& run);
  void decide(const DecidesNetwork& network, const interpreter::CallRun& call, std::int32_t slot);
  void call(const interpreter::Run& run);
  std::string operands(const interpreter::Run& run);
  std::string in_one_piece(std::int32_t place, std::int32_t count);
  std::string function_of(const std::string& what, const std::string& parameters, const std::string& body);
  Shape shape_of(ir::NodeId id) const { return request_.program.graph.node(id).shape; }

  const KernelRequest& request_;
  Shared& shared_;
  std::function<void(const std::string&)> line_;
  int joined_ = 0;
};

}  // namespace sim::c_source
