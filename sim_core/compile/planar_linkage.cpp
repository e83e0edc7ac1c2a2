#include "sim_core/compile/planar_linkage.h"

#include <algorithm>
#include <deque>
#include <map>

#include "sim_core/compile/hidden_ports.h"
#include "sim_core/compile/linkage_projection.h"
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
  for (const LinkageTopology::Coupled& branch : linkage.coupled)
    take(e(In{branch.said}), 0, static_cast<int>(branch.columns.size()) + coupled_elements);
  states.insert(states.end(), linkage.states.begin(), linkage.states.end());
  e.projects(states, linkage_projection(linkage),
             ir::concat(arguments, vector_shape(static_cast<int>(arguments.size()))));
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

  void make() {
    for (int index : components_)
      if (is_body(*at(index).type)) add_body(index);
    for (int index : components_)
      if (is_planar(*at(index).type)) add_rows(index);
    const bool varies = std::any_of(components_.begin(), components_.end(),
                                    [this](int index) { return has_varying_ratio(*at(index).type); });
    if (linkage_->rows.empty() && !varies) return;
    const bool meets = varies || std::any_of(components_.begin(), components_.end(), [this](int index) {
                         return is_planar(*at(index).type) && has_other_ports(*at(index).type);
                       });
    for (int index : components_)
      if (meets && has_other_ports(*at(index).type)) couple(index);
    linkage_->potentials = static_cast<int>(potentials_.size());
    add_instance();
  }

 private:
  const Instance& at(int index) const { return model_.instances[static_cast<std::size_t>(index)]; }
  int input(int component, int output) {
    drivers_.push_back({component, output});
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
      linkage_->rows.push_back({weights, input(index, held++), columns_of(component, false), branch.angular,
                                linkage_->links.size()});
      any = true;
    }
    if (any) linkage_->links.push_back(std::move(link));
  }

  void couple(int index) {
    const Instance& component = at(index);
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      const bool stores = branch.state >= 0;
      const bool is_row = branch.constrains && is_planar(*component.type);
      if (branch.heat || is_row || (stores && !branch.across)) continue;
      LinkageTopology::Coupled coupled{said(index, b), columns_of(component, true), -1,
                                       branch.hold != BranchHold::ByLaw};
      if (stores) {
        coupled.state = static_cast<int>(linkage_->states.size());
        linkage_->states.push_back({index, branch.state});
      }
      linkage_->coupled.push_back(std::move(coupled));
    }
  }

  void add_instance() {
    const Instance& first = at(components_.front());
    model_.add_made(first,
                    {"linkage", "the mechanism of " + first.path,
                     [linkage = linkage_](Equations& e) { write_linkage(e, *linkage); }, 0, true},
                    drivers_);
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

void add_linkage(TypedModel& model, const std::vector<int>& components, const LinkagePlaces& places) {
  LinkageMaker(model, components, places).make();
}

}  // namespace sim::compile_phases
