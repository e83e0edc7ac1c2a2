#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

// u -> the numbers of the elements that are not 0, from `first`, then `first` - 1; then how many there are.
class NonzeroElements final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  NonzeroElements(int count, int first) : count_(count), first_(first) {}
  std::string name() const override { return "elements that are not 0"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_), scalar_shape}; }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<Constant>(count_);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    int found = 0;
    for (int k = 0; k < count_; ++k)
      if (arguments[0][k] != 0) outputs[0][found++] = first_ + k;
    outputs[1][0] = found;
    while (found < count_) outputs[0][found++] = first_ - 1;
    return EvalStatus::Ok;
  }
  std::string c_body() const override {
    const std::string count = std::to_string(count_);
    return "  int found = 0;\n  for (int k = 0; k < " + count +
           "; ++k)\n    if (in0[k] != 0) out0[found++] = (double)(" + std::to_string(first_) +
           " + k);\n  out1[0] = (double)found;\n  while (found < " + count +
           ") out0[found++] = " + std::to_string(first_ - 1) + ";\n";
  }

 private:
  // Its derivative: it is constant between jumps.
  class Constant final : public ir::ExternalFunction, public ir::WrittenInC {
   public:
    explicit Constant(int count) : count_(count) {}
    std::string name() const override { return "zero"; }
    std::vector<Shape> output_shapes() const override { return {vector_shape(count_), scalar_shape}; }
    bool depends(int, int, int, int) const override { return false; }
    std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
    EvalStatus evaluate(std::span<const double* const>, std::span<double* const> outputs) const override {
      for (int k = 0; k < count_; ++k) outputs[0][k] = 0;
      outputs[1][0] = 0;
      return EvalStatus::Ok;
    }
    std::string c_body() const override { return ir::c_zeros("out0", count_) + ir::c_zeros("out1", 1); }

   private:
    int count_;
  };

  int count_, first_;
};

}  // namespace

void find_nonzero(BlockTypeBuilder& b) {
  b.id("math/find_nonzero").label("Find Nonzero Elements").category("Math Operations");
  b.doc(
      "Which elements of its input are not 0.\n\n"
      "$u_{\\mathrm{index}(k)} \\neq 0, \\quad k = 1, \\ldots, \\mathrm{count}$\n\n"
      "Dimensions of signals are fixed: `index` has as many elements as the input, first the numbers that "
      "were found, in "
      "their order, then the number before the first (0, or -1 where they count from 0). Elements of a "
      "matrix are counted "
      "by column. Changes are not located.");
  b.keywords({"find", "nonzero", "search", "logical indexing"});
  b.icon(IconShape::Rectangle, "", "find\n~= 0");
  b.size(56, 48);
  Param mode = b.choice("IndexMode", "Index mode", {"One-based", "Zero-based"});
  In u = b.input("u");
  Out index = b.output("index", "the numbers of the elements"),
      count = b.output("count", "how many there are");
  b.shapes([](const ParameterValues&, Shapes& s) {
    s.outputs = {vector_shape(s.inputs[0].count()), scalar_shape};
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const int size = e.input_shape(u).count();
    const ir::Value v = is_complex(e(u)) ? ir::make(ir::Op::Abs, e(u)) : e(u);
    const ir::Value arguments[] = {ir::slice(v, 0, vector_shape(size))};
    const auto found =
        e.graph().call(std::make_shared<NonzeroElements>(size, e.choice(mode) == 0 ? 1 : 0), arguments);
    e.output(index, found[0]);
    e.output(count, found[1]);
  });
}

}  // namespace sim::blocks
