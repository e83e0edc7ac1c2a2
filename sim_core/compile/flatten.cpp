// Mux, Demux and blocks of buses only name elements anew. Behind this phase every input knows the elements of
// ordinary outputs that it is made of, so that a loop through a Mux is a loop only if the same element goes
// round.
#include <algorithm>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/pieces.h"

namespace sim::compile_phases {

namespace {

// Its output is its inputs, one after the other.
bool joins(BlockRole role) {
  return role == BlockRole::Mux || role == BlockRole::BusCreator || role == BlockRole::BusToVector;
}

class Flattener {
 public:
  explicit Flattener(Model& model) : model_(model) {}

  // Elements [first, first + count) of what drives an input. `depth` guards against rings of virtual blocks.
  bool expand(const Driver& from, int first, int count, int depth, std::vector<Segment>& out) {
    if (from.instance < 0) {
      out.push_back({from, 0, count});
      return true;
    }
    const Instance& source = model_.instances[static_cast<std::size_t>(from.instance)];
    if (depth > limit()) {
      model_.fail(source, "its signal comes back to itself through Mux and Demux blocks only",
                  "put a block that computes something into the loop");
      return false;
    }
    if (source.type->role == BlockRole::Demux) {
      const int part = source.output_shapes[0].size();
      return expand(source.drivers[0], from.port * part + first, count, depth + 1, out);
    }
    if (source.piecewise.kind != Piecewise::Kind::No) {
      for (const Segment& part : parts_of_pieces(model_, source, first, count))
        if (!expand(part.from, part.first, part.count, depth + 1, out)) return false;
      return true;
    }
    if (!joins(source.type->role)) {
      out.push_back({from, first, count});
      return true;
    }
    int at = 0;
    for (std::size_t k = 0; k < source.drivers.size(); ++k) {
      const int size = source.input_shapes[k].size();
      const int lo = std::max(first, at), hi = std::min(first + count, at + size);
      if (lo < hi && !expand(source.drivers[k], lo - at, hi - lo, depth + 1, out)) return false;
      at += size;
    }
    return true;
  }

 private:
  int limit() const { return std::min<int>(10000, static_cast<int>(model_.instances.size())); }
  Model& model_;
};

}  // namespace

void flatten(Model& model) {
  Flattener flattener(model);
  for (Instance& instance : model.instances) {
    instance.segments.resize(instance.inputs.size());
    if (instance.reduced || instance.is_virtual()) continue;
    for (std::size_t port = 0; port < instance.inputs.size(); ++port)
      if (!flattener.expand(instance.drivers[port], 0, instance.input_shapes[port].size(), 0,
                            instance.segments[port]))
        return;
  }
}

}  // namespace sim::compile_phases
