#include <algorithm>

#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// What the palette offers as blocks of their own are the same block with fewer choices.
struct DelayVariant {
  bool always_variable = false, always_resets = false, enabled = false;
};

struct DelayParameters {
  DelayVariant variant;
  Param source, length, limit, initial, reset, enabled;

  // `number` gives the number of a parameter.
  template <class Number>
  bool variable(Number number) const {
    return variant.always_variable || number(source) != 0;
  }
  template <class Number>
  int kept(Number number) const {  // samples; 0: there is no delay
    return static_cast<int>(number(variable(number) ? limit : length));
  }
  template <class Number>
  int reset_kind(Number number) const {
    return static_cast<int>(number(reset)) + (variant.always_resets ? rising_reset : no_reset);
  }
};

// The sample that went into the buffer d samples ago, or u itself; the oldest is in front.
ir::Value sample_before(Equations& e, ir::Value buffer, ir::Value u, ir::Value d) {
  const Shape shape = buffer.shape();
  std::vector<double> ages;
  for (int age = shape.cols; age > 0; --age)
    ages.insert(ages.end(), static_cast<std::size_t>(shape.rows), age);
  const ir::Value wanted = ir::make(ir::Op::Equal, e.graph().constant(real_shape(shape), ages), d);
  const ir::Value ones = e.graph().constant(vector_shape(shape.cols),
                                            std::vector<double>(static_cast<std::size_t>(shape.cols), 1));
  const ir::Value past = ir::matmul(select(wanted, buffer, e.constant(0)), ones);
  return select(d < e.constant(1), u, past);
}

void declare_delay(BlockTypeBuilder& b, const DelayVariant& variant) {
  DelayParameters p;
  p.variant = variant;
  if (!variant.always_variable) {
    p.source = b.choice("DelayLengthSource", "Delay length from", {"Dialog", "Input port"});
    p.length = b.integer("DelayLength", "Delay length (samples)", "2").range(0, 100000);
  }
  p.limit = b.integer("DelayLengthUpperLimit", "Upper limit of the delay length", "100")
                .range(1, 100000)
                .doc("Of a length that comes in: how many samples are kept. What is longer is cut to it.");
  p.initial = b.real("InitialCondition", "Initial condition", "0").may_be_complex();
  std::vector<std::string> kinds = reset_kinds();
  if (variant.always_resets) kinds.erase(kinds.begin());
  p.reset = b.choice("ExternalReset", "External reset", kinds);
  p.enabled = b.flag("ShowEnablePort", "Show enable port", variant.enabled)
                  .doc("Where what arrives there is not positive, the delay keeps its samples.");
  b.sample_time("-1");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", p.initial);
  b.inputs([=](const ParameterValues& v) {
    auto number = [&](Param k) { return v.of(k).number(); };
    std::vector<PortSpec> ports{{"u", ""}};
    if (p.variable(number)) ports.push_back({"d", "delay length in samples"});
    if (number(p.enabled) != 0) ports.push_back({"enable", "samples pass while it is positive"});
    if (p.reset_kind(number) != no_reset) ports.push_back({"reset", "restarts from the initial condition"});
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int n = std::max(1, p.kept([&](Param k) { return v.of(k).number(); })),
              given = v.of(p.initial).shape.size();
    s.outputs[0] = s.inputs[0];
    if (s.inputs[0].is_scalar() && given > n && given % n == 0) s.outputs[0] = vector_shape(given / n);
    const long long size = static_cast<long long>(s.outputs[0].size()) * n;
    if (size > 10'000'000) s.problem = "the delay holds " + std::to_string(size) + " numbers";
    for (std::size_t k = 1; k < s.inputs.size(); ++k)
      if (!s.inputs[k].is_scalar()) s.problem = "an input besides the signal is a vector";
    s.states[0] = size > 10'000'000 ? Shape{} : Shape{s.outputs[0].size(), n};
  });
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y);
    const int width = shape.size();
    auto number = [&](Param k) { return e.value(k).number(); };
    const bool variable = p.variable(number);
    const int n = p.kept(number), kind = p.reset_kind(number);
    int port = 0;
    ir::Value u = e(In{port++});
    const ir::Value d = variable ? trunc(e(In{port++})) : ir::Value{};
    const ir::Value passes = e.flag(p.enabled) ? e(In{port++}) > e.constant(0) : ir::Value{};
    if (n == 0) {
      e.output(y, u);
      return;
    }
    ir::Value buffer = e(x);
    if (kind != no_reset) {
      // A number of them that does not fit is refused as that of the state.
      const bool each = e.value(p.initial).shape.size() == buffer.shape().size();
      const ir::Value empty = ir::slice(e(p.initial), 0, each ? buffer.shape() : scalar_shape);
      buffer = select(sampled_reset(e, kind, e(In{port})), empty, buffer);
    }
    u = ir::repeated(u, shape);
    ir::Value next = ir::slice(u, 0, vector_shape(width));
    if (n > 1) {
      const ir::Value parts[] = {ir::slice(buffer, width, {width, n - 1}), u};
      next = ir::concat(parts, {width, n});
    }
    e.next(x, passes ? select(passes, next, buffer) : next);
    if (variable) {
      const ir::Value within = ir::make(ir::Op::Min, d, e.constant(n));
      e.output(y,
               ir::slice(sample_before(e, buffer, ir::slice(u, 0, vector_shape(width)), within), 0, shape));
    } else {
      e.output(y, ir::slice(buffer, 0, shape));
    }
  });
}

}  // namespace

void delay(BlockTypeBuilder& b) {
  b.id("discrete/delay").label("Delay").category("Discrete");
  b.doc(
      "Delays its input by a number of samples.\n\n"
      "$y[k] = u[k - n]$\n\n"
      "n is the delay length, a parameter or an input. Before that the output is the initial condition: a "
      "scalar, or one value for each element and sample, the one that is given first in front. A reset fills "
      "the delay with the initial condition again. Where it is not enabled, the delay keeps its samples. "
      "With "
      "length 0, $y = u$.");
  b.keywords({"Integer Delay", "DELAY_f", "REGISTER", "z^-n", "buffer", "shift register"});
  b.icon(IconShape::Rectangle, "", "z^-{DelayLength}");
  declare_delay(b, {});
}

void resettable_delay(BlockTypeBuilder& b) {
  b.id("discrete/resettable_delay").label("Resettable Delay").category("Discrete");
  b.doc(
      "Delays its input by a number of samples, and restarts at an edge of another.\n\n"
      "$y[k] = \\begin{cases} \\mathrm{initial} & \\mathrm{for} \\; n \\; \\mathrm{samples} \\; "
      "\\mathrm{from} "
      "\\; \\mathrm{a} \\; \\mathrm{reset} \\\\ u[k - n] & \\mathrm{otherwise} \\end{cases}$\n\n"
      "It is a Delay with an external reset: an edge of the reset input through 0, or a level that is not "
      "0.");
  b.keywords({"Integer Delay", "Delay", "reset", "z^-n"});
  b.icon(IconShape::Rectangle, "M.4,.92 L.5,.92 L.5,.78 L.6,.78", "z^-{DelayLength}");
  declare_delay(b, {.always_resets = true});
}

void enabled_delay(BlockTypeBuilder& b) {
  b.id("discrete/enabled_delay").label("Enabled Delay").category("Discrete");
  b.doc(
      "Delays its input by a number of the samples at which it is enabled.\n\n"
      "$y[k] = u[k_n]$, where $k_n$ is the n-th last sample before k with $\\mathrm{enable} > 0$\n\n"
      "It is a Delay with an enable port: while that is not positive, the samples stay where they are.");
  b.keywords({"Integer Delay", "Delay", "Unit Delay Enabled", "hold", "z^-n"});
  b.icon(IconShape::Rectangle, "M.35,.92 L.43,.92 L.43,.78 L.57,.78 L.57,.92 L.65,.92", "z^-{DelayLength}");
  declare_delay(b, {.enabled = true});
}

void variable_integer_delay(BlockTypeBuilder& b) {
  b.id("discrete/variable_integer_delay").label("Variable Integer Delay").category("Discrete");
  b.doc(
      "Delays its input by a number of samples that is a signal.\n\n"
      "$y[k] = u[k - d[k]], \\quad 0 \\leq d \\leq \\mathrm{DelayLengthUpperLimit}$\n\n"
      "d is cut to a whole number and to its limits. It is a Delay whose length comes in. With $d = 0$ it is "
      "$y = u$, so that there is direct feedthrough.");
  b.keywords({"Integer Delay", "Delay", "VARIABLE_DELAY", "z^-d", "lag in samples"});
  b.icon(IconShape::Rectangle, "M.38,.86 L.62,.86 M.56,.78 L.62,.86 L.56,.94", "z^-d");
  declare_delay(b, {.always_variable = true});
}

}  // namespace sim::blocks
