// Mux, Demux and blocks of buses only rename elements. Behind this phase every input knows the elements of
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
  explicit Flattener(const TypedModel& model) : model_(model) {}

  // Where a signal comes back to itself: the block to blame.
  int ring() const { return ring_; }

  // What an input is made of: the real parts of its elements, and if it is complex their imaginary parts.
  bool expand(const Driver& from, Shape shape, std::vector<Segment>& out) {
    if (!expand(from, 0, shape.count(), Part::Real, 0, out)) return false;
    if (!shape.complex) return true;
    if (!expand(from, 0, shape.count(), Part::Imaginary, 0, out)) return false;
    const bool whole =
        out.size() == 2 && out[0].from == out[1].from && out[0].first + out[0].count == out[1].first;
    if (whole) out = {{out[0].from, out[0].first, shape.size()}};
    return true;
  }

 private:
  enum class Part { Real, Imaginary };

  // Elements [first, first + count) of what drives an input. `depth` guards against rings of virtual blocks.
  bool expand(const Driver& from, int first, int count, Part part, int depth, std::vector<Segment>& out) {
    if (from.instance < 0) {
      out.push_back({from, 0, count});
      return true;
    }
    const Instance& source = model_.instances[static_cast<std::size_t>(from.instance)];
    if (depth > limit()) {
      ring_ = from.instance;
      return false;
    }
    if (source.type->role == BlockRole::Demux) {
      const int width = model_.shapes[source].outputs[0].count();
      return expand(source.drivers[0], from.port * width + first, count, part, depth + 1, out);
    }
    if (source.piece_port != PiecePort::No) {
      for (const Segment& piece : parts_of_pieces(model_, source, first, count))
        if (!expand(piece.from, piece.first, piece.count, part, depth + 1, out)) return false;
      return true;
    }
    if (!joins(source.type->role)) {
      const Shape shape = model_.shapes[source].outputs[static_cast<std::size_t>(from.port)];
      if (part == Part::Real)
        out.push_back({from, first, count});
      else
        out.push_back(shape.complex ? Segment{from, shape.count() + first, count} : Segment{{}, 0, count});
      return true;
    }
    int at = 0;
    for (std::size_t k = 0; k < source.drivers.size(); ++k) {
      const int size = model_.shapes[source].inputs[k].count();
      const int lo = std::max(first, at), hi = std::min(first + count, at + size);
      if (lo < hi && !expand(source.drivers[k], lo - at, hi - lo, part, depth + 1, out)) return false;
      at += size;
    }
    return true;
  }

  int limit() const { return std::min<int>(10000, static_cast<int>(model_.instances.size())); }
  const TypedModel& model_;
  int ring_ = -1;
};

}  // namespace

SegmentTable flatten(const TypedModel& model, Report& report) {
  SegmentTable segments(model.instances.size());
  Flattener flattener(model);
  for (const Instance& instance : stoppable(model.instances)) {
    segments[instance].resize(instance.inputs.size());
    if (instance.reduced || instance.is_virtual()) continue;
    for (std::size_t port = 0; port < instance.inputs.size(); ++port)
      if (!flattener.expand(instance.drivers[port], model.shapes[instance].inputs[port],
                            segments[instance][port])) {
        report.fail(model.at(flattener.ring()),
                    "its signal comes back to itself through Mux and Demux blocks only",
                    "put a block that computes something into the loop");
        return segments;
      }
  }
  return segments;
}

std::optional<std::vector<Segment>> elements_of(const TypedModel& model, const Driver& output) {
  const Instance& source = model.instances[static_cast<std::size_t>(output.instance)];
  std::vector<Segment> segments;
  const Shape shape = model.shapes[source].outputs[static_cast<std::size_t>(output.port)];
  // An output of a Bus Selector has an input of its own.
  const bool selects = source.type->role == BlockRole::BusSelector;
  const Driver from = selects ? source.drivers[static_cast<std::size_t>(output.port)] : output;
  return Flattener(model).expand(from, shape, segments) ? std::optional(segments) : std::nullopt;
}

}  // namespace sim::compile_phases
