#include <cmath>
#include <cstdint>
#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

// The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t whole(double v) {
  return std::fabs(v) < 9e15 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : 0;
}

// (seed, k) -> the k-th draw of each element: a function of its arguments alone, so that a run repeats itself
// whatever the solver does. Element i draws numbers k * count + i.
class Draw final : public ir::ExternalFunction {
 public:
  Draw(int count, bool normal) : count_(count), normal_(normal) {}
  std::string name() const override { return normal_ ? "normal" : "uniform"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    for (int i = 0; i < count_; ++i) {
      const std::uint64_t stream = mixed(whole(arguments[0][i]));
      const std::uint64_t number =
          whole(arguments[1][0]) * static_cast<std::uint64_t>(count_) + static_cast<std::uint64_t>(i);
      outputs[0][i] = normal_ ? gaussian(stream, number) : unit(stream, number);
    }
    return EvalStatus::Ok;
  }

 private:
  // In (0, 1), 53 bits.
  static double unit(std::uint64_t stream, std::uint64_t number) {
    return (static_cast<double>(mixed(stream ^ mixed(number)) >> 11) + 0.5) * 0x1p-53;
  }
  // By G. E. P. Box and M. E. Muller, Ann. Math. Statist. 29 (1958) 610-611.
  static double gaussian(std::uint64_t stream, std::uint64_t number) {
    constexpr double full_turn = 6.283185307179586;
    return std::sqrt(-2 * std::log(unit(stream, 2 * number))) *
           std::cos(full_turn * unit(stream, 2 * number + 1));
  }
  int count_;
  bool normal_;
};

struct Stream {
  Param seed, first;
  DiscreteState count;

  explicit Stream(BlockTypeBuilder& b)
      : seed(b.real("Seed", "Seed", "0").doc("A whole number; each gives a sequence of its own.")),
        first(b.real("FirstDraw", "Number of the first draw", "0").scalar().range(0, 1e15)) {
    b.sample_time("0.1");
    count = b.discrete_state("draw", first);
  }
  ir::Value draw(Equations& e, Shape shape, bool normal) const {
    ir::Graph& g = e.graph();
    const Shape column = vector_shape(shape.size());
    const ir::Value number = ir::slice(e(count), 0, scalar_shape);
    e.next(count, e(count) + 1.0);
    const ir::Value arguments[] = {ir::repeated(e(seed), column), number};
    return ir::slice(g.call(std::make_shared<Draw>(column.rows, normal), arguments).front(), 0, shape);
  }
};

}  // namespace

void random_number(BlockTypeBuilder& b) {
  b.id("sources/random_number").label("Random Number").category("Sources");
  b.doc(
      "Normally distributed random numbers, a new one at each sample.\n\n"
      "$y[k] = \\mathrm{Mean} + \\sqrt{\\mathrm{Variance}} \\, n_k(\\mathrm{Seed}), \\quad n_k \\sim N(0, "
      "1)$\n\n"
      "The same seed gives the same sequence in every run, whatever the solver.");
  b.keywords({"RAND_m", "random_source", "Gaussian", "normal", "noise", "WhiteNoise"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 L.2,.3 L.28,.6 L.36,.2 L.45,.7 L.55,.4 L.63,.8 L.72,.35 L.8,.55 L.9,.45");
  Param mean = b.real("Mean", "Mean", "0");
  Param variance = b.real("Variance", "Variance", "1").range(0, std::numeric_limits<double>::max());
  Out y = b.output("y");
  unit_parameter(b);
  const Stream stream(b);
  b.equations([=](Equations& e) {
    e.output(y, e(mean) + sqrt(e(variance)) * stream.draw(e, e.output_shape(y), true));
  });
}

void uniform_random_number(BlockTypeBuilder& b) {
  b.id("sources/uniform_random_number").label("Uniform Random Number").category("Sources");
  b.doc(
      "Uniformly distributed random numbers, a new one at each sample.\n\n"
      "$y[k] = \\mathrm{Minimum} + (\\mathrm{Maximum} - \\mathrm{Minimum}) \\, r_k(\\mathrm{Seed}), \\quad 0 "
      "< r_k < 1$\n\n"
      "The same seed gives the same sequence in every run, whatever the solver.");
  b.keywords({"RAND_m", "random_source", "uniform", "noise", "rand"});
  b.icon(IconShape::Rectangle,
         "M.1,.3 L.2,.3 L.2,.7 L.35,.7 L.35,.4 L.5,.4 L.5,.8 L.65,.8 L.65,.25 L.8,.25 L.8,.55 L.9,.55");
  Param minimum = b.real("Minimum", "Minimum", "-1");
  Param maximum = b.real("Maximum", "Maximum", "1");
  Out y = b.output("y");
  unit_parameter(b);
  const Stream stream(b);
  b.equations([=](Equations& e) {
    e.output(y, e(minimum) + (e(maximum) - e(minimum)) * stream.draw(e, e.output_shape(y), false));
  });
}

}  // namespace sim::blocks
