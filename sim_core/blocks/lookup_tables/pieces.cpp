#include "sim_core/blocks/lookup_tables/pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

using Arguments = std::span<const double* const>;
using Results = std::span<double* const>;

// Element by element; the arguments are columns of `count` elements.
class PieceFunction : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  PieceFunction(std::shared_ptr<const Pieces> pieces, int count)
      : pieces_(std::move(pieces)), count_(count) {}
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int row, int, int column) const override { return row == column; }
  EvalStatus evaluate(Arguments arguments, Results outputs) const override {
    for (int k = 0; k < count_; ++k) {
      const double second = arguments.size() > 1 ? arguments[1][k] : 0;
      outputs[0][k] = at(arguments[0][k], second, arguments.size() > 2 ? arguments[2][k] : 0);
    }
    return EvalStatus::Ok;
  }

  // For each element, with `a` and `b`, the arguments, and `result` as names.
  std::string c_body() const override {
    const std::string each = c_element();
    if (each.empty()) return {};
    return c_tables() + "  for (int k = 0; k < " + std::to_string(count_) + "; ++k) {\n" + each + "  }\n";
  }

 protected:
  virtual double at(double a, double b, double c) const = 0;
  // The same of one element, in0[k] and in1[k], as C.
  virtual std::string c_element() const { return {}; }
  virtual std::string c_tables() const { return {}; }
  std::string c_edges() const {
    // Ends that are never reached, so that there is an edge before and behind every piece.
    std::vector<double> edges = pieces_->edges;
    edges.insert(edges.begin(), -std::numeric_limits<double>::infinity());
    edges.push_back(std::numeric_limits<double>::infinity());
    return ir::c_table("edges", edges);
  }
  // `piece`: how many edges are at or below in0[k]; all where it is not a number.
  std::string c_piece() const {
    return ir::c_with(
        "    int piece = 0, above = @;\n"
        "    while (piece < above) {\n"
        "      const int middle = (piece + above) / 2;\n"
        "      if (in0[k] < edges[middle + 1])\n        above = middle;\n"
        "      else\n        piece = middle + 1;\n"
        "    }\n",
        std::to_string(pieces_->edges.size()));
  }
  // `valid`: the piece that in1[k] is.
  std::string c_valid() const {
    return ir::c_with("    const int valid = in1[k] > 0 ? (int)(in1[k] < @ ? in1[k] : @) : 0;\n",
                      ir::c_number(static_cast<double>(pieces_->value.size() - 1)));
  }
  int piece_of(double u) const {
    const auto& edges = pieces_->edges;
    return static_cast<int>(std::upper_bound(edges.begin(), edges.end(), u) - edges.begin());
  }
  double edge(int k) const {
    if (k < 0) return -std::numeric_limits<double>::infinity();
    const auto& edges = pieces_->edges;
    return static_cast<std::size_t>(k) < edges.size() ? edges[static_cast<std::size_t>(k)]
                                                      : std::numeric_limits<double>::infinity();
  }
  std::size_t valid(double piece) const {
    const double last = static_cast<double>(pieces_->value.size() - 1);
    return piece > 0 ? static_cast<std::size_t>(std::min(piece, last)) : 0;
  }
  std::shared_ptr<const Pieces> pieces_;
  int count_;
};

// (u, piece, du, ...) -> du times the slope of the piece.
class PieceSlope final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "slope of a piece"; }
  bool depends(int, int row, int argument, int column) const override {
    return argument < 3 && row == column;
  }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  double at(double, double piece, double du) const override { return du * pieces_->slope[valid(piece)]; }
  std::string c_tables() const override { return "  (void)in0;\n" + ir::c_table("slope", pieces_->slope); }
  std::string c_element() const override { return c_valid() + "    out0[k] = in2[k] * slope[valid];\n"; }
};

// (u, piece) -> the value of the piece.
class PieceValue final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "value of a piece"; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<PieceSlope>(pieces_, count_);
  }
  double at(double u, double piece, double) const override {
    const std::size_t k = valid(piece);
    return pieces_->value[k] + (pieces_->slope[k] != 0 ? pieces_->slope[k] * (u - pieces_->origin[k]) : 0);
  }
  std::string c_tables() const override {
    return ir::c_table("origin", pieces_->origin) + ir::c_table("value", pieces_->value) +
           ir::c_table("slope", pieces_->slope);
  }
  std::string c_element() const override {
    return c_valid() +
           "    out0[k] = value[valid] + (slope[valid] != 0 ? slope[valid] * (in0[k] - origin[valid]) : "
           "0);\n";
  }
  double magnitude(Arguments arguments) const override {
    double most = 0;
    for (int i = 0; i < count_; ++i) {
      const std::size_t k = valid(arguments[1][i]);
      const double sloping = pieces_->slope[k] * (std::fabs(arguments[0][i]) + std::fabs(pieces_->origin[k]));
      most = std::max(most, std::fabs(pieces_->value[k]) + std::fabs(sloping));
    }
    return most;
  }
};

// The derivative of a function that is constant between jumps.
class Nothing final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "zero"; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  double at(double, double, double) const override { return 0; }
  std::string c_element() const override { return "    out0[k] = 0.0;\n"; }
};

// (u, parity) -> the piece of that parity that is nearest to u.
class NearestPiece final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "nearest piece"; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<Nothing>(pieces_, count_);
  }
  double at(double u, double parity, double) const override {
    const int piece = piece_of(u);
    if ((piece % 2 != 0) == (parity != 0)) return piece;
    return u - edge(piece - 1) <= edge(piece) - u ? piece - 1 : piece + 1;
  }
  std::string c_tables() const override { return c_edges(); }
  std::string c_element() const override {
    return c_piece() +
           "    if ((piece % 2 != 0) != (in1[k] != 0))\n"
           "      piece += in0[k] - edges[piece] <= edges[piece + 1] - in0[k] ? -1 : 1;\n"
           "    out0[k] = (double)piece;\n";
  }
};

// u -> the piece it is on.
class PieceNumber final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "piece"; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<Nothing>(pieces_, count_);
  }
  double at(double u, double, double) const override { return piece_of(u); }
  std::string c_tables() const override { return c_edges(); }
  std::string c_element() const override { return c_piece() + "    out0[k] = (double)piece;\n"; }
};

// u -> the distance to the nearest edge, negative on even pieces.
class DistanceToEdge final : public PieceFunction {
 public:
  using PieceFunction::PieceFunction;
  std::string name() const override { return "distance to the nearest breakpoint"; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  double at(double u, double, double) const override {
    constexpr double below_zero = -1e-300;
    constexpr double far = 1e300;  // a function that cannot cross
    const int piece = piece_of(u);
    const double distance = std::min({u - edge(piece - 1), edge(piece) - u, far});
    return piece % 2 ? distance : below_zero - distance;
  }
  std::string c_tables() const override { return c_edges(); }
  std::string c_element() const override {
    return c_piece() +
           "    double distance = in0[k] - edges[piece];\n"
           "    if (edges[piece + 1] - in0[k] < distance) distance = edges[piece + 1] - in0[k];\n"
           "    if (1e300 < distance) distance = 1e300;\n"
           "    out0[k] = piece % 2 ? distance : -1e-300 - distance;\n";
  }
};

template <class Function>
ir::Value call(ir::Graph& graph, const std::shared_ptr<const Pieces>& pieces,
               std::initializer_list<ir::Value> arguments) {
  const int count = arguments.begin()->shape().count();
  return graph.call(std::make_shared<Function>(pieces, count), std::span(arguments.begin(), arguments.size()))
      .front();
}

}  // namespace

ir::Value located_piece(Equations& e, std::shared_ptr<const Pieces> pieces, ir::Value u) {
  ir::Graph& g = e.graph();
  const ir::Value parity = e.crosses_above(call<DistanceToEdge>(g, pieces, {u}), e.constant(0));
  return call<NearestPiece>(g, pieces, {u, parity});
}

ir::Value located_pieces(Equations& e, std::shared_ptr<const Pieces> pieces, ir::Value u) {
  ir::Graph& g = e.graph();
  const Shape shape = u.shape();
  u = ir::slice(u, 0, vector_shape(shape.count()));
  const ir::Value piece = located_piece(e, pieces, u);
  return ir::slice(call<PieceValue>(g, pieces, {u, piece}), 0, shape);
}

ir::Value piece_of(ir::Graph& graph, std::shared_ptr<const Pieces> pieces, ir::Value u) {
  return call<PieceNumber>(graph, pieces, {u});
}

ir::Value piece_at(ir::Graph& graph, std::shared_ptr<const Pieces> pieces, ir::Value u, ir::Value piece) {
  return call<PieceValue>(graph, pieces, {u, piece});
}

}  // namespace sim::blocks
