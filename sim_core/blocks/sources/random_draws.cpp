#include "sim_core/blocks/sources/random_draws.h"

#include <cmath>

#include "sim_core/blocks/sources/philox.h"

namespace sim::blocks {

namespace {

std::uint64_t whole_number(double v) {
  return std::fabs(v) < 9e15 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : 0;
}

std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }

// (seeds, k) -> the k-th draw of each element.
class Draw final : public ir::ExternalFunction {
 public:
  Draw(int count, Distribution distribution) : count_(count), distribution_(distribution) {}
  std::string name() const override { return distribution_ == Distribution::Normal ? "normal" : "uniform"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const std::uint64_t k = whole_number(arguments[1][0]);
    for (int i = 0; i < count_; ++i) {
      const std::uint64_t seed = whole_number(arguments[0][i]);
      const PhiloxCounter bits =
          philox({low(k), high(k), static_cast<std::uint32_t>(i), 0}, {low(seed), high(seed)});
      const double first = unit(bits[0], bits[1]);
      outputs[0][i] =
          distribution_ == Distribution::Uniform ? first : gaussian(first, unit(bits[2], bits[3]));
    }
    return EvalStatus::Ok;
  }

 private:
  // In (0, 1), of 53 bits.
  static double unit(std::uint32_t lower, std::uint32_t upper) {
    const std::uint64_t bits = (static_cast<std::uint64_t>(upper) << 32) | lower;
    return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
  }
  // By G. E. P. Box and M. E. Muller, Ann. Math. Statist. 29 (1958) 610-611.
  static double gaussian(double u, double v) {
    constexpr double full_turn = 6.283185307179586;
    return std::sqrt(-2 * std::log(u)) * std::cos(full_turn * v);
  }
  int count_;
  Distribution distribution_;
};

}  // namespace

RandomDraws::RandomDraws(BlockTypeBuilder& b, std::string default_seed)
    : seed(
          b.real("Seed", "Seed", std::move(default_seed))
              .doc("A whole number; each gives a sequence of its own. Give blocks that are to be independent "
                   "different ones.")),
      first(b.real("FirstDraw", "Number of the first draw", "0").scalar().range(0, 1e15).advanced()),
      sample_time(b.sample_time("0.1")) {
  count = b.discrete_state("draw", first);
}

ir::Value RandomDraws::draw(Equations& e, Shape shape, Distribution distribution) const {
  const Shape column = vector_shape(shape.size());
  const ir::Value number = ir::slice(e(count), 0, scalar_shape);
  e.next(count, e(count) + 1.0);
  const ir::Value arguments[] = {ir::repeated(e(seed), column), number};
  return ir::slice(e.graph().call(std::make_shared<Draw>(column.rows, distribution), arguments).front(), 0,
                   shape);
}

}  // namespace sim::blocks
