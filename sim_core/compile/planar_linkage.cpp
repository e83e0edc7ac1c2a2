#include "sim_core/compile/planar_linkage.h"

#include <algorithm>
#include <deque>
#include <map>

#include "sim_core/compile/hidden_ports.h"
#include "sim_core/compile/linkage_projection.h"
#include "sim_core/compile/network_terms.h"
#include "sim_core/compile/planar_frames.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

using Link = LinkageTopology::Link;

// The other joints on a way between the bodies of one: the loop that it closes.
std::vector<std::string> loop_of(const std::vector<Link>& links, std::size_t joint) {
  std::map<int, std::size_t> came_by;
  std::deque<int> reached{links[joint].from};
  came_by[links[joint].from] = joint;
  while (!reached.empty() && !came_by.contains(links[joint].to)) {
    const int body = reached.front();
    reached.pop_front();
    for (std::size_t k = 0; k < links.size(); ++k) {
      if (k == joint || (links[k].from != body && links[k].to != body)) continue;
      const int next = links[k].from == body ? links[k].to : links[k].from;
      if (came_by.try_emplace(next, k).second) reached.push_back(next);
    }
  }
  std::vector<std::string> names;
  if (!came_by.contains(links[joint].to)) return names;
  for (int body = links[joint].to; body != links[joint].from;) {
    const Link& link = links[came_by.at(body)];
    if (link.path != links[joint].path) names.push_back(link.path);
    body = link.from == body ? link.to : link.from;
  }
  return names;
}

}  // namespace

static std::string loop_text(const std::vector<Link>& links, std::size_t joint,
                             const std::vector<std::string>& others) {
  constexpr std::size_t most_named = 6;
  std::string text = "the loop through '" + links[joint].path + "'";
  for (std::size_t k = 0; k < std::min(others.size(), most_named); ++k)
    text += (k + 1 == others.size() ? " and '" : ", '") + others[k] + "'";
  return others.size() > most_named ? text + " and others" : text;
}

std::string misfit_of(const std::vector<Link>& links, std::size_t joint) {
  const std::vector<std::string> others = loop_of(links, joint);
  if (others.empty()) return "'" + links[joint].path + "' does not fit its bodies";
  return loop_text(links, joint, others) + " does not close";
}

std::string singular_of(const std::vector<Link>& links, std::size_t joint) {
  const std::vector<std::string> others = loop_of(links, joint);
  const std::string what = others.empty() ? "'" + links[joint].path + "'" : loop_text(links, joint, others);
  return what + " is at a singular position, such as a dead center: its forces are not determined there";
}

// What is left of the constraints, for those who look.
static void tell_residuals(Equations& e, const LinkageTopology& linkage) {
  std::vector<ir::Value> positions, speeds;
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  for (const LinkageTopology::Row& row : linkage.rows) {
    const auto held = [&](int k) { return ir::slice(e(In{row.held}), k, scalar_shape); };
    positions.push_back(size(held(0)) * held(held_elements - 1));
    speeds.push_back(size(e(In{row.across}) - held(1)) * held(held_elements - 1));
  }
  for (const LinkageTopology::Coupled& branch : linkage.coupled)
    if (branch.across >= 0) speeds.push_back(size(e(In{branch.across})));
  e.output(Out{0}, reduced(ir::Op::Max, std::move(positions), e.graph()));
  e.output(Out{1}, reduced(ir::Op::Max, std::move(speeds), e.graph()));
}

void write_linkage(Equations& e, const LinkageTopology& linkage) {
  std::vector<ir::Value> arguments;
  std::vector<StateOfBlock> states;
  const auto take = [&](ir::Value v, int first, int count) {
    for (int k = 0; k < count; ++k) arguments.push_back(ir::slice(v, first + k, scalar_shape));
  };
  for (const LinkageTopology::Body& body : linkage.bodies) {
    for (int mass : body.masses) take(e(In{mass}), body.mass_element, 1);
    states.insert(states.end(), body.positions.begin(), body.positions.end());
  }
  for (const LinkageTopology::Body& body : linkage.bodies)
    states.insert(states.end(), body.speeds.begin(), body.speeds.end());
  for (const LinkageTopology::Row& row : linkage.rows) {
    take(e(In{row.weights}), 0, static_cast<int>(row.columns.size()));
    take(e(In{row.held}), 0, held_elements);
  }
  for (const LinkageTopology::Coupled& branch : linkage.coupled) {
    const int weights = static_cast<int>(branch.columns.size());
    take(e(In{branch.said}), 0, weights + coupled_elements);
    take(e(In{branch.said}), weights + static_cast<int>(BranchElement::Gyration), 1);
  }
  states.insert(states.end(), linkage.states.begin(), linkage.states.end());
  e.projects(states, linkage_projection(linkage),
             ir::concat(arguments, vector_shape(static_cast<int>(arguments.size()))));
  tell_residuals(e, linkage);
}

namespace {

bool has_other_ports(const BlockType& type) {
  return std::any_of(type.conserving.begin(), type.conserving.end(),
                     [](const ConservingPort& port) { return port.domain != Domain::Planar; });
}

// Of one dimension.
bool has_varying_ratio(const BlockType& type) {
  return !is_planar(type) && std::any_of(type.branches.begin(), type.branches.end(),
                                         [](const BranchSpec& branch) { return branch.constrains; });
}

class LinkageMaker {
 public:
  LinkageMaker(TypedModel& model, const std::vector<int>& components, const LinkagePlaces& places)
      : model_(model), components_(components), places_(places) {}

  int make() {
    for (int index : components_)
      if (is_body(*at(index).type)) add_body(index);
    for (int index : components_)
      if (is_planar(*at(index).type)) add_rows(index);
    const bool varies = std::any_of(components_.begin(), components_.end(),
                                    [this](int index) { return has_varying_ratio(*at(index).type); });
    if (linkage_->rows.empty() && !varies) return -1;
    const bool meets = varies || std::any_of(components_.begin(), components_.end(), [this](int index) {
                         return is_planar(*at(index).type) && has_other_ports(*at(index).type);
                       });
    for (int index : components_)
      if (meets && has_other_ports(*at(index).type)) couple(index);
    linkage_->potentials = static_cast<int>(potentials_.size());
    return add_instance();
  }

 private:
  const Instance& at(int index) const { return model_.instances[static_cast<std::size_t>(index)]; }
  int input(int component, int output) {
    drivers_.push_back({component, output});
    return static_cast<int>(drivers_.size()) - 1;
  }
  // What drives what the component hears of how fast its branch moves.
  int across(int component, std::size_t branch) {
    const auto heard = static_cast<std::size_t>(model_.networks.of(at(component)).input) +
                       branch * branch_inputs + static_cast<std::size_t>(BranchInput::Across);
    drivers_.push_back(at(component).drivers[heard]);
    return static_cast<int>(drivers_.size()) - 1;
  }
  int said(int component, std::size_t branch) {
    return input(component,
                 model_.networks.of(at(component)).output + branch_outputs * static_cast<int>(branch));
  }

  void add_body(int index) {
    const Instance& component = at(index);
    number_[index] = static_cast<int>(linkage_->bodies.size());
    LinkageTopology::Body body;
    body.mass_element = potential_count(*component.type) + static_cast<int>(BranchElement::Capacity);
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      if (branch.position < 0) continue;
      body.positions.push_back({index, branch.position});
      body.speeds.push_back({index, branch.state});
      body.masses.push_back(said(index, b));
    }
    linkage_->bodies.push_back(std::move(body));
  }

  // By potential of the component.
  std::vector<int> columns_of(const Instance& component, bool with_others) {
    std::vector<int> columns;
    for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
      const ConservingPort& port = component.type->conserving[k];
      const int number = static_cast<int>(k);
      if (port.domain != Domain::Planar) {
        const bool here = with_others && port.domain != Domain::Thermal;
        columns.push_back(here ? potential(places_.node(component, number)) : -1);
        continue;
      }
      const int body = places_.body(component, number);
      for (int axis = 0; axis < potentials_of(port); ++axis)
        columns.push_back(body < 0 ? -1 : 3 * number_.at(body) + axis);
    }
    const int ports = static_cast<int>(component.type->conserving.size());
    for (int k = 0; k < component.type->inner_nodes; ++k)
      columns.push_back(with_others ? potential(places_.node(component, ports + k)) : -1);
    return columns;
  }
  int potential(int node) {
    if (node < 0) return -1;
    const int next = static_cast<int>(potentials_.size());
    return 3 * static_cast<int>(linkage_->bodies.size()) + potentials_.try_emplace(node, next).first->second;
  }

  void add_rows(int index) {
    const Instance& component = at(index);
    Link link{-1, -1, component.path};
    int ends = 0;
    for (std::size_t k = 0; k < component.type->conserving.size(); ++k)
      if (component.type->conserving[k].domain == Domain::Planar)
        (ends++ == 0 ? link.from : link.to) = places_.body(component, static_cast<int>(k));
    bool any = false;
    int held = model_.networks.of(component).planar_output;
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      if (!branch.constrains) continue;
      const int weights = said(index, b);
      const int rate = across(index, b);
      linkage_->rows.push_back({weights, input(index, held++), columns_of(component, false), branch.angular,
                                linkage_->links.size(), rate});
      any = true;
    }
    if (any) linkage_->links.push_back(std::move(link));
  }

  void couple(int index) {
    const Instance& component = at(index);
    std::vector<int> number(component.type->branches.size(), -1);  // of those that are coupled
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      const bool stores = branch.state >= 0;
      const bool is_row = branch.constrains && is_planar(*component.type);
      if (branch.heat || is_row) continue;
      number[b] = static_cast<int>(linkage_->coupled.size());
      LinkageTopology::Coupled coupled;
      coupled.said = said(index, b);
      coupled.columns = columns_of(component, true);
      coupled.decided = branch.hold != BranchHold::ByLaw;
      coupled.through = stores && !branch.across;
      if (branch.constrains) coupled.across = across(index, b);
      if (stores) {
        coupled.state = static_cast<int>(linkage_->states.size());
        linkage_->states.push_back({index, branch.state});
      }
      linkage_->coupled.push_back(std::move(coupled));
    }
    for (std::size_t b = 0; b < number.size(); ++b)
      if (const int partner = component.type->branches[b].partner; number[b] >= 0 && partner >= 0)
        linkage_->coupled[static_cast<std::size_t>(number[b])].partner =
            number[static_cast<std::size_t>(partner)];
  }

  int add_instance() {
    const Instance& first = at(components_.front());
    return model_
        .add_made(
            first,
            {"linkage", "the mechanism of " + first.path,
             [linkage = linkage_](Equations& e) { write_linkage(e, *linkage); }, residual_elements, true},
            drivers_)
        .index;
  }

  TypedModel& model_;
  const std::vector<int>& components_;
  const LinkagePlaces& places_;
  std::shared_ptr<LinkageTopology> linkage_ = std::make_shared<LinkageTopology>();
  std::vector<Driver> drivers_;
  std::map<int, int> number_;      // by component: of its body
  std::map<int, int> potentials_;  // by node
};

}  // namespace

int add_linkage(TypedModel& model, const std::vector<int>& components, const LinkagePlaces& places) {
  return LinkageMaker(model, components, places).make();
}

}  // namespace sim::compile_phases
