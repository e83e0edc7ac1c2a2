#include "sim_core/blocks/constraints/motion_terms.h"

#include <algorithm>
#include <map>
#include <vector>

#include "sim_core/block/formula.h"
#include "sim_core/blocks/constraints/mass_matrix.h"
#include "sim_core/ir/copied_nodes.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"

namespace sim::blocks {

namespace {

// The sum of the magnitudes of the terms of a sum, element by element.
ir::Value magnitude(ir::Value v) {
  ir::Graph& graph = *v.graph;
  const ir::Node n = graph.node(v.id);
  if (n.op == ir::Op::Add || n.op == ir::Op::Sub) return magnitude({&graph, n.a}) + magnitude({&graph, n.b});
  if (n.op == ir::Op::Neg) return magnitude({&graph, n.a});
  if (n.op == ir::Op::Slice) return graph.slice(magnitude({&graph, n.a}), n.slot, n.shape);
  if (n.op == ir::Op::Concat) {
    std::vector<ir::Value> parts;
    const auto operands = graph.operands(v.id);
    for (ir::NodeId id : std::vector<ir::NodeId>(operands.begin(), operands.end())) {
      const ir::Value part{&graph, id};
      parts.push_back(ir::repeated(magnitude(part), part.shape()));
    }
    return graph.concat(parts, n.shape);
  }
  return ir::repeated(ir::make(ir::Op::Abs, v), n.shape);
}

bool is_empty(const std::string& formula) {
  return formula.find_first_not_of(" \t\n[]") == std::string::npos;
}

Diagnostic wrong_size(const std::string& what, Shape given, const std::string& remedy) {
  return error({}, what + " of " + to_text(given), remedy);
}

}  // namespace

// Writes the formulas over Unknown leaves, one for each number, for partial derivatives; then the whole over
// State leaves, for derivatives along the solution.
class MotionTerms::Writer {
 public:
  Writer(MotionTerms& terms, const MotionFormulas& formulas, const expr::Scope& variables)
      : terms_(terms), formulas_(formulas), variables_(variables) {}

  std::optional<Diagnostic> write() {
    make_leaves();
    for (const auto part : {&Writer::write_mass, &Writer::write_positions, &Writer::write_rows})
      if (auto problem = (this->*part)()) return problem;
    terms_.constraints_ = terms_.positions_ + given_;
    if (terms_.constraints_ == 0)
      return error({}, "there are no constraints",
                   "give constraints on positions, or rows of constraints on velocities");
    assemble();
    if (phi_) {
      auto function = ir::GraphFunction::make(graph_, position_results());
      if (!function)
        return error({}, "the formulas use what cannot stand here", "use numbers, q, u, t and variables");
      terms_.position_function_ = std::move(*function);
    }
    differentiate();
    return {};
  }

 private:
  int n() const { return terms_.bodies_; }
  int time_slot() const { return 2 * n(); }
  int u_slot() const { return 2 * n() + 1; }
  int du_slot() const { return u_slot() + terms_.prescribed_; }
  int count() const { return du_slot() + terms_.prescribed_; }

  ir::Value leaves(int first, int count) {
    std::vector<ir::Value> all;
    for (int k = 0; k < count; ++k) all.push_back(graph_->leaf(ir::Op::Unknown, first + k, scalar_shape));
    return graph_->concat(all, vector_shape(count));
  }
  void make_leaves() {
    names_ = {{"q", leaves(0, n())}, {"t", leaves(time_slot(), 1)}};
    velocities_ = leaves(n(), n());
    if (terms_.prescribed_ > 0) names_["u"] = leaves(u_slot(), terms_.prescribed_);
  }

  ir::Value zeros(Shape shape) {
    return graph_->constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0));
  }
  // Of v by the number at a slot; none where it is 0.
  ir::Value partial(ir::Value v, int slot) {
    std::vector<double> direction(static_cast<std::size_t>(count() + terms_.positions_), 0.0);
    direction[static_cast<std::size_t>(slot)] = 1;
    return ir::Tangents(*graph_, 0, direction, 0)(v);
  }

  std::optional<Diagnostic> write_mass() {
    const auto mass = mass_matrix(*graph_, formulas_.mass, names_, n(), variables_);
    if (!mass) return mass.error();
    mass_ = *mass;
    if (n() > 1) {  // only the symmetric part is an energy
      const ir::Value symmetric = (mass_ + graph_->transpose(mass_)) * 0.5;
      if (const auto constant = value_of(symmetric))
        mass_ = graph_->constant(mass_.shape(), *constant);
      else
        mass_ = symmetric;
    }
    if (formulas_.inertial)
      energy_gradient_ = gradient(graph_->total(velocities_ * graph_->matmul(mass_, velocities_)) * 0.5);
    return {};
  }
  // d/dq; none where it is 0.
  ir::Value gradient(ir::Value v) {
    std::vector<ir::Value> all;
    bool any = false;
    for (int j = 0; j < n(); ++j) {
      const ir::Value d = partial(v, j);
      any = any || d;
      all.push_back(d ? d : graph_->constant(0));
    }
    return any ? graph_->concat(all, vector_shape(n())) : ir::Value{};
  }
  std::optional<std::vector<double>> value_of(ir::Value v) {
    for (ir::NodeId id : ir::reachable(*graph_, std::vector<ir::NodeId>{v.id}))
      if (graph_->node(id).op == ir::Op::Unknown) return {};
    const auto function = ir::GraphFunction::make(graph_, {v.id});
    if (!function) return {};
    return (*function)({});
  }

  Result<ir::Value> formula(const std::string& text, const char* what) {
    auto v = write_formula(text, *graph_, names_, variables_);
    if (v && v->shape().complex) return error({}, std::string(what) + " are complex", "give real ones");
    return v;
  }
  std::optional<Diagnostic> write_positions() {
    if (is_empty(formulas_.positions)) return {};
    const auto phi = formula(formulas_.positions, "the constraints on positions");
    if (!phi) return phi.error();
    if (!phi->shape().is_vector())
      return wrong_size("the constraints on positions are a matrix", phi->shape(), "give a vector");
    terms_.positions_ = phi->shape().count();
    phi_ = graph_->slice(*phi, 0, vector_shape(terms_.positions_));
    return {};
  }
  std::optional<Diagnostic> write_rows() {
    if (is_empty(formulas_.rows)) return {};
    const auto rows = formula(formulas_.rows, "the rows A");
    if (!rows) return rows.error();
    const Shape shape = rows->shape();
    const bool one_row = shape.is_vector() && shape.count() == n();
    if (!one_row && shape.cols != n())
      return wrong_size(
          "for " + std::to_string(n()) + (n() == 1 ? " velocity" : " velocities") + " there are rows A",
          shape, "write a row for each constraint, with a number for each velocity");
    given_ = one_row && n() > 1 ? 1 : shape.count() / n();
    rows_ = graph_->slice(*rows, 0, {given_, n()});
    const auto rates = formula(is_empty(formulas_.rates) ? "0" : formulas_.rates, "the values b");
    if (!rates) return rates.error();
    if (!rates->shape().is_scalar() && rates->shape().count() != given_)
      return wrong_size(
          "for " + std::to_string(given_) + (given_ == 1 ? " row" : " rows") + " of A there are values b",
          rates->shape(), "give one for each row, or one for all");
    rates_ = ir::repeated(*rates, vector_shape(given_));
    return {};
  }

  // A and b of all constraints.
  void assemble() {
    std::vector<ir::Value> columns, slopes_of_positions;
    for (int j = 0; j < n(); ++j) {
      if (phi_) {
        const ir::Value slope = partial(phi_, j);
        slopes_of_positions.push_back(slope ? slope : zeros(phi_.shape()));
        columns.push_back(slopes_of_positions.back());
      }
      if (rows_) columns.push_back(graph_->slice(rows_, j * given_, vector_shape(given_)));
    }
    all_rows_ = graph_->concat(columns, {terms_.constraints_, n()});
    std::vector<ir::Value> rates;
    if (phi_) {
      position_slopes_ = graph_->concat(slopes_of_positions, {terms_.positions_, n()});
      ir::Value drift = partial(phi_, time_slot());
      for (int k = 0; k < terms_.prescribed_; ++k)
        if (const ir::Value slope = partial(phi_, u_slot() + k)) {
          const ir::Value term = slope * leaves(du_slot() + k, 1);
          drift = drift ? drift + term : term;
        }
      rates.push_back(drift ? -drift : zeros(phi_.shape()));
    }
    if (rows_) rates.push_back(rates_);
    all_rates_ = graph_->concat(rates, vector_shape(terms_.constraints_));
  }

  // What stands for velocities elsewhere are the positions before here.
  std::vector<ir::NodeId> position_results() {
    const ir::Value z = leaves(count(), terms_.positions_);
    std::vector<ir::NodeId> all{phi_.id, magnitude(phi_).id, position_slopes_.id,
                                second_derivatives(graph_->total(z * phi_)).id, mass_.id};
    if (formulas_.distance == MassesAt::StateBefore) return all;
    const ir::Value error = names_.at("q") - velocities_,
                    energy = graph_->total(error * graph_->matmul(mass_, error)) * 0.5;
    all.insert(all.end(), {energy.id, gradient(energy).id, second_derivatives(energy).id});
    return all;
  }
  ir::Value second_derivatives(ir::Value v) {
    std::vector<ir::Value> columns;
    for (int j = 0; j < n(); ++j) {
      const ir::Value slope = partial(v, j), column = slope ? gradient(slope) : ir::Value{};
      columns.push_back(column ? column : zeros(vector_shape(n())));
    }
    return graph_->concat(columns, {n(), n()});
  }

  void differentiate() {
    const auto graph = std::make_shared<ir::Graph>();
    const auto id = [](ir::Value v) { return v ? v.id : ir::no_node; };
    const auto leaf = [&](int slot) { return graph->leaf(ir::Op::State, slot, scalar_shape); };
    const auto same = [&](const ir::Node& n) { return leaf(n.slot); };
    const auto copies = ir::copied_nodes(
        *graph_, {id(phi_), id(all_rows_), id(all_rates_), id(mass_), id(energy_gradient_)}, *graph, same);
    std::vector<ir::Value> rates{graph->constant(0)}, velocity;
    for (int k = 0; k < count(); ++k) {
      if (k < n())
        rates.push_back(leaf(n() + k));
      else if (k < time_slot())
        rates.push_back(graph->constant(0));
      else
        rates.push_back(k == time_slot() ? graph->constant(1) : leaf(k + terms_.prescribed_));
    }
    for (int j = 0; j < n(); ++j) velocity.push_back(leaf(n() + j));
    const ir::Value v = graph->concat(velocity, vector_shape(n()));
    ir::Tangents along(*graph, ir::Tangents::Solution{graph->concat(rates, vector_shape(count() + 1))});
    const auto nothing =
        graph->constant(vector_shape(terms_.constraints_),
                        std::vector<double>(static_cast<std::size_t>(terms_.constraints_), 0.0));
    const ir::Value rows_change = along(copies[1]), rates_change = along(copies[2]);
    ir::Value slopes = rates_change ? rates_change : nothing;
    if (rows_change) slopes = slopes - graph->matmul(rows_change, v);
    ir::Value inertia;
    if (formulas_.inertial) {
      if (const ir::Value mass_change = along(copies[3])) inertia = graph->matmul(mass_change, v);
      if (copies[4]) inertia = inertia ? inertia - copies[4] : -copies[4];
    }
    terms_.position_node_ = id(copies[0]);
    terms_.rows_ = copies[1].id;
    terms_.rates_ = copies[2].id;
    terms_.mass_ = copies[3].id;
    terms_.slopes_ = slopes.id;
    terms_.inertia_ = id(inertia);
    terms_.graph_ = graph;
  }

  MotionTerms& terms_;
  const MotionFormulas& formulas_;
  const expr::Scope& variables_;
  std::shared_ptr<ir::Graph> graph_ = std::make_shared<ir::Graph>();
  std::map<std::string, ir::Value> names_;
  int given_ = 0;  // constraints on velocities
  ir::Value velocities_, mass_, energy_gradient_, phi_, rows_, rates_, position_slopes_, all_rows_,
      all_rates_;
};

Result<std::shared_ptr<const MotionTerms>> MotionTerms::write(const MotionFormulas& formulas, int bodies,
                                                              int prescribed, const expr::Scope& variables) {
  auto terms = std::make_shared<MotionTerms>();
  terms->bodies_ = bodies;
  terms->prescribed_ = prescribed;
  if (auto problem = Writer(*terms, formulas, variables).write()) return *problem;
  return std::shared_ptr<const MotionTerms>(std::move(terms));
}

MotionTerms::Terms MotionTerms::at(const At& values) const {
  const int n = bodies_, k = prescribed_;
  const auto leaf = [&](const ir::Node& node) {
    const int slot = node.slot;
    const auto part = [&](ir::Value v, int element) { return ir::slice(v, element, scalar_shape); };
    if (slot < n) return part(values.q, slot);
    if (slot < 2 * n) return part(values.v, slot - n);
    if (slot == 2 * n) return values.t;
    const int behind = slot - 2 * n - 1;
    const ir::Value of_u[] = {values.u, values.du, values.ddu};
    return part(of_u[behind / k], behind % k);
  };
  const auto copies = ir::copied_nodes(*graph_, {position_node_, rows_, rates_, slopes_, mass_, inertia_},
                                       *values.q.graph, leaf);
  return {copies[0], copies[1], copies[2], copies[3], copies[4], copies[5]};
}

}  // namespace sim::blocks
