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
  e.projects(states, linkage_projection(linkage),
             ir::concat(arguments, vector_shape(static_cast<int>(arguments.size()))));
}

void add_linkage(TypedModel& model, const std::vector<int>& components,
                 const std::function<int(const Instance&, int port)>& body_of) {
  auto linkage = std::make_shared<LinkageTopology>();
  std::vector<Driver> drivers;
  const auto input = [&](int component, int output) {
    drivers.push_back({component, output});
    return static_cast<int>(drivers.size()) - 1;
  };
  std::map<int, int> number;  // by component: of its body
  for (int index : components) {
    const Instance& component = model.instances[static_cast<std::size_t>(index)];
    if (!is_body(*component.type)) continue;
    number[index] = static_cast<int>(linkage->bodies.size());
    LinkageTopology::Body body;
    body.mass_element = potential_count(*component.type) + static_cast<int>(BranchElement::Capacity);
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      if (branch.position < 0) continue;
      body.positions.push_back({index, branch.position});
      body.speeds.push_back({index, branch.state});
      body.masses.push_back(input(index, model.networks.of(component).output + static_cast<int>(2 * b)));
    }
    linkage->bodies.push_back(std::move(body));
  }
  for (int index : components) {
    const Instance& component = model.instances[static_cast<std::size_t>(index)];
    const NetworkPlace& place = model.networks.of(component);
    std::vector<int> columns;
    Link link{-1, -1, component.path};
    int ends = 0;
    for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
      const bool planar = component.type->conserving[k].domain == Domain::Planar;
      const int body = planar ? body_of(component, static_cast<int>(k)) : -1;
      for (int axis = 0; axis < potentials_of(component.type->conserving[k]); ++axis)
        columns.push_back(body < 0 ? -1 : 3 * number.at(body) + axis);
      if (planar) (ends++ == 0 ? link.from : link.to) = body;
    }
    bool any = false;
    int held = place.planar_output;
    for (std::size_t b = 0; b < component.type->branches.size(); ++b) {
      const BranchSpec& branch = component.type->branches[b];
      if (!branch.constrains) continue;
      const int weights = input(index, place.output + static_cast<int>(2 * b));
      linkage->rows.push_back(
          {weights, input(index, held++), columns, branch.angular, linkage->links.size()});
      any = true;
    }
    if (any) linkage->links.push_back(std::move(link));
  }
  if (linkage->rows.empty()) return;
  const Instance& first = model.instances[static_cast<std::size_t>(components.front())];
  Block& block = model.made_blocks.emplace_back();
  block.name = block.type = "linkage";
  BlockType& type = model.made_types.emplace_back();
  type.id = "linkage";
  type.declares_invariant = true;
  type.equations = [linkage](Equations& e) { write_linkage(e, *linkage); };
  Instance made;
  made.id = first.id;
  made.block = &block;
  made.type = &type;
  made.path = "the mechanism of " + first.path;
  made.variables = first.variables;
  made.drivers = drivers;
  BlockShapes shapes;
  for (const Driver& from : drivers) {
    made.inputs.push_back({"linkage", ""});
    shapes.inputs.push_back(model.shapes[from.instance].outputs[static_cast<std::size_t>(from.port)]);
  }
  made.added_inputs = static_cast<int>(made.inputs.size());
  model.add(std::move(made), std::move(shapes), {SampleTime::Kind::Inherited});
}

}  // namespace sim::compile_phases
