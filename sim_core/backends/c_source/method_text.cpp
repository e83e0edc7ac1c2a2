#include "sim_core/backends/c_source/method_text.h"

#include "sim_core/backends/c_source/c_text.h"

namespace sim::c_source {

int stages_of(const Tableau& tableau) { return tableau.stages - (tableau.first_same_as_last() ? 1 : 0); }

namespace {

// Stages of few states are variables of the function, which compilers keep in registers.
struct Stages {
  std::string slopes, argument;
};

// h (w0 k0 + w1 k1 + ...) in a loop over the states: h times each weight first, as the solver does.
std::string combination(const Stages& names, std::span<const double> weights, int states,
                        std::string (*use)(const Stages& names, const std::string& sum)) {
  std::string factors, sum;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    const std::string k = std::to_string(j);
    factors += "    const double w" + k + " = h * " + number(weights[j]) + ";\n";
    sum += (sum.empty() ? "w" : " + w") + k + " * " + names.slopes + "[" + k + "][i]";
  }
  return "  {\n" + factors + "    for (int i = 0; i < " + std::to_string(states) + "; ++i) " +
         use(names, sum.empty() ? "0.0" : sum) + "\n  }\n";
}

std::string argument_of(const Stages& names, const std::string& sum) {
  return names.argument + "[i] = self->x[i] + (" + sum + ");";
}
std::string next_state(const Stages&, const std::string& sum) {
  return "self->x[i] = self->x[i] + (" + sum + ");";
}
std::string next_state_and_rest(const Stages&, const std::string& sum) {
  return "{\n      const double change = (" + sum +
         ") - self->lost[i], next = self->x[i] + change;\n"
         "      self->lost[i] = (next - self->x[i]) - change;\n      self->x[i] = next;\n    }";
}

}  // namespace

std::string method_text(const Tableau& tableau, int state_count, Precision precision, bool in_struct) {
  const Stages names = in_struct ? Stages{"self->k", "self->argument"} : Stages{"k", "argument"};
  const std::string count = std::to_string(state_count);
  std::string text = "\n/* " + std::string(tableau.name) + ": " + std::string(tableau.reference) +
                     ". */\nstatic void integrate(model *self, $time began, $time end) {\n"
                     "  const double h = $value(end - began);\n";
  if (!in_struct)
    text += "  double k[" + std::to_string(stages_of(tableau)) + "][" + count + "]" +
            (stages_of(tableau) > 1 ? ", argument[" + count + "];\n" : std::string(";\n"));
  text += "  derivatives(self, began, self->x, " + names.slopes + "[0]);\n";
  const auto stages = static_cast<std::size_t>(tableau.stages);
  for (std::size_t i = 1; i < static_cast<std::size_t>(stages_of(tableau)); ++i) {
    text += combination(names, tableau.a.subspan(i * stages, stages), state_count, argument_of);
    const std::string time =
        tableau.c[i] == 1 ? "end" : "began + $time(" + number(tableau.c[i]) + " * (end - began))";
    text += "  derivatives(self, " + time + ", " + names.argument + ", " + names.slopes + "[" +
            std::to_string(i) + "]);\n";
  }
  return text +
         combination(names, tableau.b, state_count,
                     precision == Precision::Single ? next_state_and_rest : next_state) +
         "}\n";
}

}  // namespace sim::c_source
