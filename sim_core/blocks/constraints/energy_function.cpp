#include "sim_core/blocks/constraints/energy_function.h"

#include <Eigen/Dense>
#include <optional>

#include "sim_core/blocks/constraints/mass_matrix.h"
#include "sim_core/ir/copied_nodes.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"

namespace sim::blocks {

namespace {

bool independent(const Eigen::MatrixXd& motions) {
  return motions.allFinite() && Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(motions).rank() == motions.cols();
}

// Writes the energy over Unknown leaves, which stand for y and the arguments.
class EnergyWriter {
 public:
  EnergyWriter(const EnergyTerms& terms, MassesAt at, int states, const expr::Scope& variables)
      : terms_(terms), at_(at), n_(states), variables_(variables) {}

  std::optional<Diagnostic> write(EnergyFunction& energy) {
    energy.states = n_;
    energy.iterates = at_ == MassesAt::NewState;
    if (auto problem = write_motions(energy)) return problem;
    energy.arguments = next_ - energy.motions;
    const ir::Value y = graph_->leaf(ir::Op::Unknown, 0, vector_shape(energy.motions)),
                    x = graph_->matmul(motions_, y) + given_, error = x - before_;
    const auto first = mass_at(before_), mass = energy.iterates ? mass_at(x) : first;
    if (!first) return first.error();
    if (!mass) return mass.error();
    differentiate(energy, graph_->total(error * graph_->matmul(*mass, error)) * 0.5, x);
    functions_.push_back({&energy.mass_before, {first->id}});
    functions_.push_back({&energy.mass_at, {mass->id}});
    functions_.push_back({&energy.allowed, {motions_.id, given_.id}});
    for (auto& [function, results] : functions_) {
      auto made = ir::GraphFunction::make(graph_, results);
      if (!made)
        return sim::error({}, "its formulas use what cannot stand here", "use numbers, x, t and variables");
      *function = std::move(*made);
    }
    if (terms_.motions.signal || moves(motions_)) return {};
    const std::vector<double> all = energy.allowed(std::vector<double>(static_cast<std::size_t>(next_), 0.0));
    if (independent(Eigen::Map<const Eigen::MatrixXd>(all.data(), n_, energy.motions))) return {};
    return sim::error(
        {}, "the columns of P depend on one another",
        "leave out those that are combinations of others; P has at most as many columns as rows");
  }

 private:
  Result<ir::Value> formula(const std::string& text, const char* what) {
    auto v = write_formula(text, *graph_, {{"x", before_}, {"t", time_}}, variables_);
    if (v && v->shape().complex) return error({}, std::string(what) + " complex", "give real numbers");
    return v;
  }
  ir::Value argument(Shape shape) {
    const ir::Value leaf = graph_->leaf(ir::Op::Unknown, next_, shape);
    next_ += shape.size();
    return leaf;
  }
  // Leaves have places behind y, whose size P says: P is written first over leaves that are then moved there.
  std::optional<Diagnostic> write_motions(EnergyFunction& energy) {
    Shape shape = terms_.motions.signal ? terms_.motions.signal.shape() : scalar_shape;
    if (!terms_.motions.signal) {
      before_ = graph_->leaf(ir::Op::Unknown, 0, vector_shape(n_));
      time_ = graph_->leaf(ir::Op::Unknown, n_, scalar_shape);
      const auto p = formula(terms_.motions.formula, "the motions P are");
      if (!p) return p.error();
      shape = p->shape();
    }
    if (n_ == 1 && shape.is_scalar()) shape = {1, 1};
    if (shape.rows != n_ && shape.is_vector() && shape.count() == n_) shape = vector_shape(n_);
    if (shape.rows != n_)
      return error(
          {},
          "an input has " + std::to_string(n_) + " elements, and P " + std::to_string(shape.rows) + " rows",
          "give P a row for each element of the state");
    energy.motions = shape.cols;
    next_ = energy.motions;
    before_ = argument(vector_shape(n_));
    time_ = argument(scalar_shape);
    energy.sizes = {n_, 1};
    const auto part = [&](const EnergyTerm& term, Shape wanted, const char* what) -> Result<ir::Value> {
      if (!term.signal) return formula(term.formula, what);
      energy.sizes.push_back(wanted.size());
      return argument(wanted);
    };
    const auto g = part(terms_.given, vector_shape(n_), "the given part g is");
    if (!g) return g.error();
    if (!g->shape().is_scalar() && g->shape().count() != n_)
      return error({},
                   "the given part g has " + std::to_string(g->shape().count()) + " elements for " +
                       std::to_string(n_) + " states",
                   "give one for each, or one for all");
    given_ = ir::repeated(*g, vector_shape(n_));
    const auto p = part(terms_.motions, shape, "the motions P are");
    if (!p) return p.error();
    motions_ = graph_->slice(*p, 0, shape);
    if (terms_.mass.signal) {
      energy.sizes.push_back(n_ * n_);
      mass_ = argument({n_, n_});
    }
    return {};
  }
  Result<ir::Value> mass_at(ir::Value x) {
    if (mass_) return mass_;
    return mass_matrix(*graph_, terms_.mass.formula, {{"x", x}, {"t", time_}}, n_, variables_);
  }
  bool moves(ir::Value v) const {
    for (ir::NodeId id : ir::reachable(*graph_, std::vector<ir::NodeId>{v.id}))
      if (graph_->node(id).op == ir::Op::Unknown) return true;
    return false;
  }

  void differentiate(EnergyFunction& energy, ir::Value total, ir::Value x) {
    const int k = energy.motions;
    const auto slope = [&](ir::NodeId v, int along) {
      std::vector<double> direction(static_cast<std::size_t>(next_), 0.0);
      direction[static_cast<std::size_t>(along)] = 1;
      const ir::Value d = ir::Tangents(*graph_, 0, direction, 0)({graph_.get(), v});
      return d ? d.id : graph_->constant(0).id;
    };
    std::vector<ir::NodeId> value{total.id};
    for (int i = 0; i < k; ++i) value.push_back(slope(total.id, i));
    std::vector<ir::NodeId> moving(value.begin() + 1, value.end());
    for (int j = 0; j < k; ++j)
      for (int i = 0; i < k; ++i) value.push_back(slope(value[static_cast<std::size_t>(i) + 1], j));
    functions_.push_back({&energy.value, value});
    moving.push_back(x.id);
    functions_.push_back({&energy.along, along_arguments(moving, k)});
  }
  // The derivatives of results where the arguments move at rates that stand behind all unknowns, and y is
  // held.
  std::vector<ir::NodeId> along_arguments(const std::vector<ir::NodeId>& results, int motions) {
    ir::Graph moving;
    const auto copies = ir::copied_nodes(*graph_, results, moving, [&](const ir::Node& n) {
      return moving.leaf(ir::Op::State, n.slot, n.shape);
    });
    const ir::Value rates[] = {
        moving.constant(vector_shape(1 + motions),
                        std::vector<double>(static_cast<std::size_t>(1 + motions), 0.0)),
        moving.leaf(ir::Op::State, next_, vector_shape(next_ - motions))};
    ir::Tangents along(moving, ir::Tangents::Solution{moving.concat(rates, vector_shape(1 + next_))});
    std::vector<ir::NodeId> slopes;
    for (const ir::Value v : copies) {
      const ir::Value d = along(v);
      slopes.push_back(
          d ? d.id
            : moving.constant(v.shape(), std::vector<double>(static_cast<std::size_t>(v.shape().size()), 0.0))
                  .id);
    }
    std::vector<ir::NodeId> back;
    for (const ir::Value v : ir::copied_nodes(moving, slopes, *graph_, [&](const ir::Node& n) {
           return graph_->leaf(ir::Op::Unknown, n.slot, n.shape);
         }))
      back.push_back(v.id);
    return back;
  }

  const EnergyTerms& terms_;
  const MassesAt at_;
  const int n_;
  const expr::Scope& variables_;
  std::shared_ptr<ir::Graph> graph_ = std::make_shared<ir::Graph>();
  int next_ = 0;  // of Unknown leaves
  ir::Value before_, time_, given_, motions_, mass_;
  std::vector<std::pair<ir::GraphFunction*, std::vector<ir::NodeId>>> functions_;
};

}  // namespace

Result<EnergyFunction> energy_function(const EnergyTerms& terms, MassesAt at, int n,
                                       const expr::Scope& variables) {
  EnergyFunction energy;
  if (auto problem = EnergyWriter(terms, at, n, variables).write(energy)) return *problem;
  return energy;
}

}  // namespace sim::blocks
