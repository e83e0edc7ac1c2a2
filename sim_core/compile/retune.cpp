#include "sim_core/compile/retune.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim_core/base/text.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/retuned_variables.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/expr/value.h"
#include "sim_core/ir/reachable.h"

namespace sim {

using namespace compile_phases;

namespace {

// What only runs read (sim_core/model_run/evaluated_run_options.cpp), and call-backs, whose values are
// compared.
constexpr std::string_view of_runs =
    " StartTime StopTime Solver RelTol AbsTol AutoScaleAbsTol InitialStep MaxStep MinStep "
    "ODENIntegrationMethod MaxOrder ShapePreserveControl BdfFormula SolverResetMethod "
    "ExtrapolationOrder NumberNewtonIterations FixedStep EnablePacing PacingRate "
    "SolverJacobianMethodControl JacobianLinearSolver Projection ProjectionNorm "
    "ProjectionTolerance ProjectionTooLarge ZeroCrossAlgorithm ZcThreshold ZcInteriorScan "
    "EnableFixedStepZeroCrossing MaxZcPerStep MaxZcBracketingIterations "
    "ConsecutiveZCsStepRelTol MaxConsecutiveZCs OutputOption OutputTimes Refine Decimation "
    "RecordBeyondMemory "
    "MinStepSizeMsg MaxConsecutiveMinStep MaxConsecutiveZCsMsg IgnoredZcDiagnostic "
    "NonFiniteOutput Profile TimeUnit Backend "
    "PostLoadFcn InitFcn StartFcn PauseFcn StopFcn ";

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double u, double v) {
    return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
  });
}

bool same(const ParameterValue& a, const ParameterValue& b) {
  return a.shape == b.shape && same_bits(a.numbers, b.numbers) && same_bits(a.imaginary, b.imaginary) &&
         a.text == b.text && a.type == b.type;
}

// All of a block but its parameters, and what it looks like.
bool same_structure(const Block& a, const Block& b) {
  return a.parent == b.parent && a.name == b.name && a.type == b.type && a.commented == b.commented &&
         a.priority == b.priority && a.signal_names == b.signal_names &&
         a.mask.has_value() == b.mask.has_value() &&
         (!(has_signal_properties(a) || has_signal_properties(b)) ||
          signal_properties(a) == signal_properties(b));
}

template <class T, class Same>
bool same_elements(const std::map<Id, T>& a, const std::map<Id, T>& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& u, const auto& v) {
    return u.first == v.first && same(u.second, v.second);
  });
}

bool same_structure(const Diagram& a, const Diagram& b) {
  return same_elements(a.blocks, b.blocks,
                       [](const Block& u, const Block& v) { return same_structure(u, v); }) &&
         same_elements(a.lines, b.lines, [](const Line& u, const Line& v) {
           return u.parent == v.parent && u.source == v.source && u.target == v.target;
         });
}

std::string text_of(const Shape& shape, std::span<const double> numbers) {
  const auto count = static_cast<std::size_t>(shape.count());
  std::vector<double> real(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count)), imaginary;
  if (shape.complex) imaginary.assign(numbers.begin() + static_cast<std::ptrdiff_t>(count), numbers.end());
  if (shape.is_scalar() && !shape.complex) return to_text(real.front());
  return expr::to_text(expr::Value::matrix(real_shape(shape), std::move(real), std::move(imaginary)));
}

// By element of Program::parameters.
std::vector<char> read_during_runs(const Program& program) {
  std::vector<ir::NodeId> results;
  for (int k = 0; k < kernel_count; ++k) {
    const auto kind = static_cast<KernelKind>(k);
    if (kind == KernelKind::InitialState || kind == KernelKind::InitialDiscrete ||
        kind == KernelKind::BeforeStart || kind == KernelKind::Watched)
      continue;
    const Kernel& kernel = program.kernel(kind);
    results.insert(results.end(), kernel.results.begin(), kernel.results.end());
  }
  std::vector<char> read(program.parameters.size(), 0);
  for (const ir::NodeId id : ir::reachable(program.graph, results))
    if (const ir::Node& n = program.graph.node(id); n.op == ir::Op::Parameter)
      std::fill_n(read.begin() + n.slot, n.shape.size(), 1);
  return read;
}

struct Evaluated {
  Evaluated(const Diagram& diagram, const BlockLibrary& library)
      : fed(as_compiled(diagram)),
        report(fed ? *fed : diagram),
        blocks(evaluate_parameters(report.diagram, library, report)) {}

  const std::optional<Diagram> fed;  // with what its inputs are given
  Report report;
  const Blocks blocks;
};

class Comparison {
 public:
  Comparison(const Compilation& compiled, const Program& program, const Evaluated& was, const Evaluated& now)
      : compiled_(compiled),
        program_(program),
        was_(was.blocks),
        now_(now.blocks),
        found_was_(was.report.diagnostics),
        found_now_(now.report.diagnostics),
        parameters_(program.parameters) {}

  void run() {
    if (!same_structure(was_.diagram, now_.diagram))
      refuse({}, "blocks or lines are others than those that were compiled", no_id);
    if (has_errors(found_was_))  // a file of data is gone, and with it what is to be compared with
      refuse({}, "what was compiled cannot be read again", no_id);
    compare_settings();
    for (const auto& [file, stamp] : data_file_stamps(now_)) {
      const auto before = compiled_.data_files.find(file);
      if (before != compiled_.data_files.end() && before->second != stamp)
        refuse({}, "the file '" + file + "' has changed", no_id);
    }
    for (const Diagnostic& d : found_now_)
      if (d.severity == Severity::Error) refused.push_back(d);
    for (const Instance& before : was_.instances) {
      const auto found = now_.instance_of.find(before.id);
      if (found == now_.instance_of.end()) continue;
      const Instance& after = now_.instances[static_cast<std::size_t>(found->second)];
      if (after.type == before.type) compare(before, after);
    }
    compare_formulas();
  }

  std::vector<TunedParameter> changes;
  Diagnostics refused;
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  void refuse(std::string path, std::string message, Id id) {
    refused.push_back(
        {Severity::Note, std::move(path), std::move(message), "it takes effect with the next run", id});
  }

  void compare_settings() {
    if (was_.diagram.settings == now_.diagram.settings) return;
    for (const SettingSpec& spec : all_settings())
      if (setting(was_.diagram, spec.name) != setting(now_.diagram, spec.name) && is_compiled_in(spec.name))
        refuse({}, std::string(spec.label) + " is fixed while a simulation runs", no_id);
  }

  void compare(const Instance& before, const Instance& after) {
    if (before.inputs.size() != after.inputs.size() || before.outputs.size() != after.outputs.size())
      return refuse(before.path, "the number of its ports is fixed while a simulation runs", before.id);
    for (std::size_t k = 0; k < before.parameters.size(); ++k) compare(before, after, k);
  }

  void compare(const Instance& before, const Instance& after, std::size_t k) {
    const ParameterSpec& spec = before.type->parameters[k];
    if (spec.looks) return;
    const ParameterValue &old = before.parameters[k], &value = after.parameters[k];
    const int first = before.parameter_first[k];
    const bool tunable = spec.kind == ParameterKind::Real && spec.tunable && first >= 0 &&
                         !compiled_.fixed_parameters.contains(first) && finds_nothing();
    if (!tunable) {
      if (!same(old, value))
        refuse(before.path, "'" + spec.label + "' is fixed while a simulation runs", before.id);
      return;
    }
    if (old.shape != value.shape || old.imaginary.size() != value.imaginary.size())
      return refuse(before.path, "the size of '" + spec.label + "' is fixed while a simulation runs",
                    before.id);
    if (old.type != value.type)
      return refuse(before.path, "the type of '" + spec.label + "' is fixed while a simulation runs",
                    before.id);
    std::vector<double> numbers = value.numbers;
    numbers.insert(numbers.end(), value.imaginary.begin(), value.imaginary.end());
    const auto at = parameters_.begin() + first;
    const std::vector<double> current(at, at + static_cast<std::ptrdiff_t>(numbers.size()));
    if (same_bits(current, numbers)) return;
    std::copy(numbers.begin(), numbers.end(), at);
    tell(before, spec.name, first, value.imaginary.empty() ? value.shape : complex_shape(value.shape));
  }

  // What has become of the parameters from `first` on.
  void tell(const Instance& block, const std::string& name, int first, Shape shape) {
    if (read_.empty()) read_ = read_during_runs(program_);
    const auto part = [&](const auto& all) {
      return std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(shape.size()));
    };
    const bool read = std::ranges::any_of(part(read_), [](char r) { return r != 0; });
    changes.push_back({block.id, block.path, name, text_of(shape, part(program_.parameters)),
                       text_of(shape, part(parameters_)), !read});
  }

  // Sums of states that the compiler found to be conserved are so for these parameters only.
  bool finds_nothing() const {
    return std::all_of(program_.invariants.begin(), program_.invariants.end(),
                       [](const InvariantInfo& info) { return info.name.empty(); });
  }

  void compare_formulas() {
    const RetunedVariables found = take_variables(compiled_, was_, now_, !finds_nothing(), parameters_);
    for (const auto& [reader, message] : found.refused) refuse(reader->path, message, reader->id);
    for (const auto& [reader, slot] : found.changed) tell(*reader, slot.name, slot.first, slot.shape);
  }

  const Compilation& compiled_;
  const Program& program_;
  std::vector<char> read_;  // once something has changed
  const Blocks &was_, &now_;
  const Diagnostics &found_was_, &found_now_;
  std::vector<double> parameters_;
};

}  // namespace

bool is_compiled_in(std::string_view setting) {
  return of_runs.find(" " + std::string(setting) + " ") == of_runs.npos;
}

struct RetuneBase::Evaluation {
  const BlockLibrary& library;
  const Evaluated was;
};

RetuneBase::RetuneBase(const Diagram& was, const BlockLibrary& library)
    : evaluation_(new Evaluation{library, {was, library}}) {}

RetuneBase::~RetuneBase() = default;

Retuned RetuneBase::retune(const Compilation& compiled, std::shared_ptr<const Program> program,
                           const Diagram& now) const {
  const Evaluated evaluated_now(now, evaluation_->library);
  Comparison comparison(compiled, *program, evaluation_->was, evaluated_now);
  comparison.run();
  if (!comparison.changes.empty()) {
    auto tuned = std::make_shared<Program>(*program);
    tuned->code.share(program->code);
    tuned->parameters = comparison.parameters();
    find_patterns(*tuned);
    program = std::move(tuned);
  }
  return {std::move(program), std::move(comparison.changes), std::move(comparison.refused)};
}

Retuned retune(const Compilation& compiled, std::shared_ptr<const Program> program, const Diagram& was,
               const Diagram& now, const BlockLibrary& library) {
  return RetuneBase(was, library).retune(compiled, std::move(program), now);
}

}  // namespace sim
