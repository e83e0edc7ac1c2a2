// Blocks of Xcos against what Scilab's sources say they compute.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"
#include "sim_core/import/xcos/xcos_reader.h"
#include "tests/sim_core/import/closed_forms.h"
#include "tests/sim_core/import/xcos/xcos_texts.h"
#include "tests/support/run_results.h"

namespace sim::importing::xcos {

namespace {

// The parameters are the texts of the dialog, in their order.
Diagram xcos_model(const ClosedForm& form, const std::vector<Sample>& samples, Run) {
  static const BlockLibrary library = standard_library();
  std::string elements;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::string n = std::to_string(k), name = "b" + n;
    std::vector<std::string> exprs;
    for (const auto& [unused, text] : samples[k].parameters) exprs.push_back(text);
    const int inputs = static_cast<int>(samples[k].inputs.size());
    elements += element({name, form.type, exprs, inputs, 1});
    for (int i = 0; i < inputs; ++i) {
      const std::string source = "u" + n + "_" + std::to_string(i);
      elements +=
          samples[k].ramp
              ? element({source, "TIME_f", {}, 0, 1})
              : element({source, "CONST_m", {digits(samples[k].inputs[static_cast<std::size_t>(i)])}, 0, 1});
      elements += link(source + ".out1", name + ".in" + std::to_string(i + 1));
    }
    elements +=
        element({"y" + n, "OUT_f", {std::to_string(k + 1)}, 1, 0}) + link(name + ".out1", "y" + n + ".in1");
  }
  const auto model = read_xcos("test.xcos", diagram(elements));
  EXPECT_TRUE(model) << (model ? "" : to_text(model.error()));
  if (!model) return {};
  ImportedModel made = build_diagram(*model, xcos_table(), library);
  for (auto& [id, block] : made.diagram.blocks) {
    if (block.type != "ports/outport" || block.parent != no_id) continue;
    const auto port = block.parameters.find("port");  // which is 1 where it is not said
    block.name = "y" + std::to_string(port == block.parameters.end() ? 0 : std::stoi(port->second) - 1);
  }
  made.diagram.settings["RelTol"] = "1e-10", made.diagram.settings["AbsTol"] = "1e-12";
  made.diagram.settings["MaxStep"] = "0.05", made.diagram.settings["Solver"] = "ode45";
  return made.diagram;
}

Sample constant(const std::vector<std::string>& exprs, std::vector<double> inputs, double value) {
  Sample s{{}, std::move(inputs), [value](double) { return value; }};
  for (const std::string& text : exprs) s.parameters.emplace_back("", text);
  return s;
}
Sample over_time(const std::vector<std::string>& exprs, std::vector<double> inputs,
                 std::function<double(double)> y) {
  Sample s = constant(exprs, std::move(inputs), 0);
  s.expected = std::move(y);
  return s;
}

std::string column(const std::vector<double>& numbers) {
  std::string text = "[";
  for (const double v : numbers) text += (text.size() > 1 ? ";" : "") + digits(v);
  return text + ']';
}
double sign(double u) { return u > 0 ? 1 : u < 0 ? -1 : 0; }

Sample gain(Random& r) {
  const double k = between(r, -9, 9), u = between(r, -9, 9);
  return constant({digits(k)}, {u}, k * u);
}
Sample summation(Random& r) {
  std::vector<double> signs, u;
  double y = 0;
  for (int n = whole(r, 2, 4); n > 0; --n) {
    signs.push_back(whole(r, 0, 1) == 1 ? 1 : -1), u.push_back(between(r, -9, 9));
    y += signs.back() * u.back();
  }
  return constant({"1", column(signs), "0"}, u, y);
}
Sample big_sum(Random& r) {
  std::vector<double> gains, u;
  double y = 0;
  for (int n = whole(r, 2, 4); n > 0; --n) {
    gains.push_back(between(r, -3, 3)), u.push_back(between(r, -9, 9));
    y += gains.back() * u.back();
  }
  return constant({column(gains)}, u, y);
}
Sample product(Random& r) {
  std::vector<double> signs, u;
  double y = 1;
  for (int n = whole(r, 2, 4); n > 0; --n) {
    signs.push_back(whole(r, 0, 1) == 1 ? 1 : -1), u.push_back(between(r, 0.5, 3));
    y *= signs.back() > 0 ? u.back() : 1 / u.back();
  }
  return constant({column(signs)}, u, y);
}
Sample saturation(Random& r) {
  const double u = between(r, -5, 5), low = between(r, -3, 0), high = between(r, 0, 3);
  return constant({digits(high), digits(low), "1"}, {u}, std::clamp(u, low, high));
}
Sample dead_band(Random& r) {
  const double u = between(r, -5, 5), low = between(r, -3, 0), high = between(r, 0, 3);
  return constant({digits(high), digits(low), "1"}, {u}, u >= high ? u - high : u <= low ? u - low : 0);
}
Sample quantizer(Random& r) {
  const double q = between(r, 0.1, 2), u = between(r, -5, 5), x = u / q;
  const int method = whole(r, 1, 4);
  const double y = method == 1   ? std::floor(x) + 0.5
                   : method == 2 ? std::trunc(x)
                   : method == 3 ? std::floor(x)
                                 : std::ceil(x);
  return constant({digits(q), std::to_string(method)}, {u}, q * y);
}
Sample relation(Random& r) {
  const int op = whole(r, 0, 5);
  const double a = whole(r, -2, 2), b = whole(r, -2, 2);
  const bool all[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return constant({std::to_string(op), "0", "1"}, {a, b}, all[op] ? 1 : 0);
}
Sample logic(Random& r) {
  const int rule = whole(r, 0, 4);
  std::vector<double> u;
  for (int n = whole(r, 2, 4); n > 0; --n) u.push_back(whole(r, 0, 1));
  const auto high = std::count(u.begin(), u.end(), 1.0);
  const bool all = high == static_cast<long>(u.size()), any = high > 0;
  const bool results[] = {all, any, !all, !any, high % 2 == 1};
  return constant({std::to_string(u.size()), std::to_string(rule), "1", "0"}, u, results[rule] ? 1 : 0);
}
Sample extreme(Random& r) {
  const bool most = whole(r, 0, 1) == 1;
  const double a = between(r, -9, 9), b = between(r, -9, 9);
  return constant({most ? "2" : "1", "2", "1"}, {a, b}, most ? std::max(a, b) : std::min(a, b));
}
Sample trigonometry(Random& r) {
  const std::vector<std::pair<std::string, double (*)(double)>> all{{"sin", std::sin},   {"cos", std::cos},
                                                                    {"asin", std::asin}, {"atan", std::atan},
                                                                    {"sinh", std::sinh}, {"tanh", std::tanh}};
  const auto& [name, f] = one_of(r, all);
  const double u = between(r, -1, 1);
  return constant({name}, {u}, f(u));
}
Sample sine(Random& r) {
  const double a = between(r, 0.1, 3), w = between(r, 0.1, 9), p = between(r, -3, 3);
  return over_time({digits(a), digits(w), digits(p)}, {}, [=](double t) { return a * std::sin(w * t + p); });
}
Sample ramp(Random& r) {
  const double slope = between(r, -3, 3), start = between(r, 0.1, 2), y0 = between(r, -3, 3);
  return over_time({digits(slope), digits(start), digits(y0)}, {},
                   [=](double t) { return y0 + slope * std::max(0.0, t - start); });
}
Sample integrator(Random& r) {
  const double x0 = between(r, -1, 1), u = between(r, -3, 3), low = between(r, -3, -1),
               high = between(r, 1, 3);
  const bool limited = whole(r, 0, 1) == 1;
  return over_time({digits(x0), "0", limited ? "1" : "0", digits(high), digits(low)}, {u},
                   [=](double t) { return limited ? std::clamp(x0 + u * t, low, high) : x0 + u * t; });
}
Sample linear(Random& r) {
  const double a = between(r, 0.2, 5), b = between(r, -3, 3), u = between(r, -3, 3);
  return over_time({digits(b), "s + " + digits(a)}, {u},
                   [=](double t) { return b / a * u * (1 - std::exp(-a * t)); });
}

}  // namespace

// What these compute of a constant matrix, as expressions of it.
TEST(XcosClosedForms, OfMatrices) {
  const struct {
    const char* type;
    std::vector<std::string> exprs;
    const char *input, *expected;
  } forms[] = {
      {"MATINV", {"1"}, "[4 1; 2 3]", "inv([4 1; 2 3])"},
      {"MATPINV", {"1"}, "[4 1; 2 3]", "inv([4 1; 2 3])"},
      {"MATPINV", {"1"}, "[1 2; 3 4; 5 7]", "pinv([1 2; 3 4; 5 7])"},
      {"MATPINV", {"1"}, "[1 2 0; 3 4 5]", "pinv([1 2 0; 3 4 5])"},
      {"MATPINV", {"1"}, "[1; 2]", "pinv([1; 2])"},
      {"MATPINV", {"1"}, "4", "0.25"},
      {"MATPINV", {"1"}, "[1 2; 2 4]", "pinv([1 2; 2 4])"},
      {"MATPINV", {"1"}, "[1 2 3; 2 4 6]", "pinv([1 2 3; 2 4 6])"},
      {"MATPINV", {"1"}, "[1 0; 0 1e-4]", "[1 0; 0 1e4]"},
      {"MATPINV", {"1"}, "zeros(2, 3)", "zeros(3, 2)"},
      {"MATDIAG", {"1"}, "[1; 2; 3]", "diag([1 2 3])"},
      {"CUMSUM", {"1", "0"}, "[1 2; 3 4]", "[1 6; 4 10]"},
      {"CUMSUM", {"1", "1"}, "[1 2; 3 4; 5 6]", "[1 2; 4 6; 9 12]"},
      {"CUMSUM", {"1", "2"}, "[1 2; 3 4; 5 6]", "[1 3; 3 7; 5 11]"},
      {"EXTTRI", {"1", "1"}, "[1 2; 3 4; 5 6]", "[1 0; 3 4; 5 6]"},
      {"EXTTRI", {"1", "2"}, "[1 2; 3 4; 5 6]", "[1 2; 0 4; 0 0]"},
      {"EXTTRI", {"1", "3"}, "[1 2 3; 4 5 6]", "[1 0 0; 0 5 0]"},
  };
  for (const auto& form : forms) {
    SCOPED_TRACE(std::string(form.type) + " of " + form.input);
    const auto model = read_xcos(
        "test.xcos",
        diagram(element({"c", "CONST_m", {form.input}, 0, 1}) + element({"b", form.type, form.exprs, 1, 1}) +
                element({"y", "OUT_f", {"1"}, 1, 0}) + link("c.out1", "b.in1") + link("b.out1", "y.in1")));
    ASSERT_TRUE(model) << to_text(model.error());
    ImportedModel made = build_diagram(*model, xcos_table(), standard_library());
    for (auto& [id, block] : made.diagram.blocks)
      if (block.type == "ports/outport") block.name = "y";
    const RunOutcome run = run_diagram(made.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const auto expected = expr::evaluate(form.expected, expr::ValueScope());
    ASSERT_TRUE(expected);
    const int rows = expected->shape().rows, columns = expected->shape().cols;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const std::string at = std::to_string(r + 1) + "," + std::to_string(c + 1);
        const std::string vector = "y[" + std::to_string(r + c + 1) + "]";
        const std::string name = rows * columns == 1      ? "y"
                                 : run.has_column(vector) ? vector
                                                          : "y[" + at + "]";
        EXPECT_NEAR(run.column(name).back(), expected->real().at(static_cast<std::size_t>(c * rows + r)),
                    1e-9)
            << at;
      }
  }
}

// Events of a clock go one way where the input is positive, else the other: each is counted.
TEST(XcosEvents, PassAnIfThenElse) {
  const auto model = read_xcos(
      "test.xcos", diagram(element({"s", "GENSIN_f", {"1", "2*%pi", "0.1"}, 0, 1}) +
                           element({"t",
                                    "CLOCK_c",
                                    {"0.1", "0.1"},
                                    0,
                                    0,
                                    0,
                                    1,
                                    "<SuperBlockDiagram as='child'>" +
                                        graph(element({"d", "EVTDLY_c", {"0.1", "0.1"}, 0, 0, 1, 1}) +
                                              element({"o", "CLKOUT_f", {"1"}, 0, 0, 1}) +
                                              link("d.fire1", "o.ev1") + link("d.fire1", "d.ev1")) +
                                        "</SuperBlockDiagram>"}) +
                           element({"i", "IFTHEL_f", {"1", "0"}, 1, 0, 1, 2}) +
                           element({"e", "CEVENTSCOPE", {}, 0, 0, 2}) + link("s.out1", "i.in1") +
                           link("t.fire1", "i.ev1") + link("i.fire1", "e.ev1") + link("i.fire2", "e.ev2")));
  ASSERT_TRUE(model) << to_text(model.error());
  const ImportedModel made = build_diagram(*model, xcos_table(), standard_library());
  const RunOutcome run = run_diagram(made.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.column("Count1").back(), 15);
  EXPECT_EQ(run.column("Count2").back(), 15);
}

TEST(XcosClosedForms, OfBlocks) {
  compare({{"GAINBLK", gain},
           {"GAINBLK_f", gain},
           {"SUMMATION", summation},
           {"BIGSOM_f", big_sum},
           {"PRODUCT", product},
           {"SATURATION", saturation},
           {"DEADBAND", dead_band},
           {"QUANT_f", quantizer},
           {"RELATIONALOP", relation},
           {"LOGICAL_OP", logic},
           {"MAXMIN", extreme},
           {"TrigFun", trigonometry},
           {"ABS_VALUE",
            [](Random& r) {
              const double u = between(r, -9, 9);
              return constant({"1"}, {u}, std::abs(u));
            }},
           {"SIGNUM",
            [](Random& r) {
              const double u = whole(r, -1, 1) * between(r, 1, 9);
              return constant({"1"}, {u}, sign(u));
            }},
           {"INVBLK",
            [](Random& r) {
              const double u = between(r, 0.1, 9);
              return constant({}, {u}, 1 / u);
            }},
           {"EXPBLK_m",
            [](Random& r) {
              const double a = between(r, 0.1, 3), u = between(r, -3, 3);
              return constant({digits(a)}, {u}, std::pow(a, u));
            }},
           {"LOGBLK_f",
            [](Random& r) {
              const double a = between(r, 1.5, 9), u = between(r, 0.1, 9);
              return constant({digits(a)}, {u}, std::log(u) / std::log(a));
            }},
           {"POWBLK_f",
            [](Random& r) {
              const double a = between(r, -3, 3), u = between(r, 0.1, 3);
              return constant({digits(a)}, {u}, std::pow(u, a));
            }},
           {"GENSIN_f", sine},
           {"RAMP", ramp},
           {"INTEGRAL_m", integrator, 1e-8},
           {"CLR", linear, 1e-8}},
          Run::Continuous, xcos_model);
}

}  // namespace sim::importing::xcos
