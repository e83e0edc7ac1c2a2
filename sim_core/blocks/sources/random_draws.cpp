#include "sim_core/blocks/sources/random_draws.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim_core/blocks/sources/draw_in_c.h"
#include "sim_core/blocks/sources/philox.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

std::uint64_t whole_number(double v) {
  return std::fabs(v) < 9e15 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : 0;
}

std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }

constexpr double own_stream = -1;  // of the parameter Stream: auto

// Which of the sequences of a seed: one that several blocks may share, or that of one block only. The latter
// have a key of their own that is made of the seed and of the numbers that say which block it is, and the
// last word of the counter apart from all that can be shared. A seed of the whole model changes either.
struct RandomStream {
  std::uint32_t number = 0;
  std::uint64_t model = 0;
  std::vector<std::uint64_t> block;  // empty: shared

  PhiloxKey key(std::uint64_t seed) const {
    PhiloxKey key{low(seed), high(seed)};
    if (model != 0) key = derived(key, model, 1);
    for (std::uint64_t part : block) key = derived(key, part, 0);
    return key;
  }
  static PhiloxKey derived(PhiloxKey key, std::uint64_t part, std::uint32_t kind) {
    const PhiloxCounter bits = philox({low(part), high(part), kind, own}, key);
    return {bits[0], bits[1]};
  }
  std::uint32_t last_word() const { return block.empty() ? number : own; }
  static constexpr std::uint32_t own = 0xffffffff;
};

// (seeds, k) -> the k-th draw of each element.
class Draw final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  Draw(int count, Distribution distribution, RandomStream stream)
      : count_(count), distribution_(distribution), stream_(std::move(stream)) {}
  std::string name() const override { return distribution_ == Distribution::Normal ? "normal" : "uniform"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const std::uint64_t k = whole_number(arguments[1][0]);
    PhiloxKey key{};
    for (int i = 0; i < count_; ++i) {
      if (i == 0 || arguments[0][i] != arguments[0][i - 1]) key = stream_.key(whole_number(arguments[0][i]));
      const PhiloxCounter bits =
          philox({low(k), high(k), static_cast<std::uint32_t>(i), stream_.last_word()}, key);
      const double first = unit(bits[0], bits[1]);
      outputs[0][i] =
          distribution_ == Distribution::Uniform ? first : gaussian(first, unit(bits[2], bits[3]));
    }
    return EvalStatus::Ok;
  }
  bool needs_double() const override { return true; }  // 53 random bits
  std::string c_body() const override {
    std::vector<PhiloxCounter> words;
    const auto add = [&](std::uint64_t part, std::uint32_t kind) {
      words.push_back({low(part), high(part), kind, RandomStream::own});
    };
    if (stream_.model != 0) add(stream_.model, 1);
    for (const std::uint64_t part : stream_.block) add(part, 0);
    return draw_in_c(count_, distribution_ == Distribution::Normal, words, stream_.last_word());
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
  RandomStream stream_;
};

}  // namespace

RandomDraws::RandomDraws(BlockTypeBuilder& b, std::string default_seed)
    : seed(b.real("Seed", "Seed", std::move(default_seed))
               .doc("A whole number; each gives other sequences, to every block its own.")),
      stream(
          b.integer("Stream", "Stream", "auto")
              .automatic(own_stream)
              .range(own_stream, 4e9)
              .doc("auto: the block's own sequence, which no other block has. A number from 0: the sequence "
                   "of that number, the same in all blocks of the same seed.")
              .advanced()),
      first(b.real("FirstDraw", "Number of the first draw", "0").scalar().range(0, 1e15).advanced()),
      sample_time(b.sample_time("0.1")) {
  count = b.discrete_state("draw", first);
}

ir::Value RandomDraws::draw(Equations& e, Shape shape, Distribution distribution, int each) const {
  const ir::Value number = ir::slice(e(count), 0, scalar_shape);
  e.next(count, e(count) + 1.0);
  return drawn(e, number, shape, distribution, each);
}

ir::Value RandomDraws::draw_before(Equations& e, Shape shape, Distribution distribution, int each) const {
  return drawn(e, e(first) - 1.0, shape, distribution, each);
}

ir::Value RandomDraws::drawn(Equations& e, ir::Value number, Shape shape, Distribution distribution,
                             int each) const {
  RandomStream from;
  const std::vector<std::uint64_t> identity = e.identity();
  from.model = identity.front();
  if (const double chosen = e.value(stream).number(); chosen == own_stream)
    from.block.assign(identity.begin() + 1, identity.end());
  else
    from.number = static_cast<std::uint32_t>(chosen);
  const int elements = shape.size(), count = elements * each;
  std::vector<std::int32_t> element_of;
  for (int k = 0; k < count; ++k) element_of.push_back(k / each);
  const ir::Value seeds = ir::repeated(e(seed), vector_shape(elements));
  const ir::Value arguments[] = {each == 1 ? seeds : ir::gather(seeds, element_of, vector_shape(count)),
                                 number};
  const auto function = std::make_shared<Draw>(count, distribution, std::move(from));
  const ir::Value numbers = e.graph().call(function, arguments).front();
  return each == 1 ? ir::slice(numbers, 0, shape) : numbers;
}

}  // namespace sim::blocks
