// Iterated and For Each subsystems are written out: their blocks are copied, once for each pass or piece.
// From here on nothing is special about a copy but two things: a pass begins with the memories of the pass
// before (EquationWriter), and what is inside an iterated subsystem is executed at instants.
//
// Copies, not a loop in the program: so feedthrough, algebraic loops, types and derivatives of each pass are
// found as those of any other block are, and what is the same in all passes is computed once. The price is
// the size of the program, which is limited below.
#include <algorithm>
#include <set>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/pieces.h"
#include "sim_core/diagram/structure.h"

namespace sim::compile_phases {

namespace {

constexpr long long most_instances = 100'000;

class Unroller {
 public:
  Unroller(TypedModel& model, Report& report) : model_(model), report_(report) {}

  void run() {
    std::vector<std::pair<int, Id>> order;  // the innermost subsystems first
    for (const auto& [subsystem, index] : model_.repetition.repeating) {
      order.emplace_back(-nesting_depth(model_.diagram, subsystem), subsystem);
      if (Instance& block = at(index); block.type->role == BlockRole::Iterator) add_rule_outputs(block);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [minus_depth, subsystem] : order) {
      unroll(subsystem, model_.repetition.repeating.at(subsystem));
      if (report_.failed()) return;
    }
  }

 private:
  Instance& at(int index) { return model_.instances[static_cast<std::size_t>(index)]; }

  // What the blocks that it rules read.
  void add_rule_outputs(Instance& iterator) {
    iterator.rules_from = static_cast<int>(iterator.outputs.size());
    for (const char* name : {"active", "entering"}) {
      iterator.outputs.push_back({name, ""});
      model_.shapes[iterator].outputs.push_back(scalar_shape);
    }
  }

  void unroll(Id subsystem, int repeating) {
    if (at(repeating).reduced) return;
    find_members(subsystem);
    const bool iterates = at(repeating).type->role == BlockRole::Iterator;
    const int count = iterates ? at(repeating).type->passes(at(repeating).parameters) : pieces(repeating);
    check_size(repeating, count);
    check_readers(subsystem);
    if (iterates) check_members();
    if (report_.failed()) return;
    find_last_passes();
    copies_.assign(1, members_);
    const std::string path = block_path(model_.diagram, subsystem);
    for (int pass = 1; pass < count; ++pass) add_copies(repeating, pass, iterates, path.size());
    for (int member : members_) name(at(member), path.size(), 0);
    iterates ? finish_passes(subsystem, repeating) : finish_pieces(subsystem);
  }

  void find_members(Id subsystem) {
    members_.clear();
    place_.assign(model_.instances.size(), -1);
    for (const std::size_t k : stoppable_indices(model_.instances)) {
      if (!is_within(model_.diagram, model_.instances[k].block->parent, subsystem)) continue;
      place_[k] = static_cast<int>(members_.size());
      members_.push_back(static_cast<int>(k));
    }
  }
  bool is_member(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < place_.size() &&
           place_[static_cast<std::size_t>(index)] >= 0;
  }

  // As many as each signal that is split has.
  int pieces(int for_each) {
    int count = 0;
    std::string first;
    for (int member : members_) {
      const Instance& port = at(member);
      if (port.piece_port != PiecePort::Splits || port.reduced ||
          port.block->parent != at(for_each).block->parent)
        continue;
      const int here = piece_count(model_.shapes[port].inputs[0], model_.repetition.ports[port].rule);
      if (count == 0) count = here, first = port.path;
      if (here != count)
        report_.fail(port,
                     "its signal has " + std::to_string(here) + " pieces where that of " + first + " has " +
                         std::to_string(count),
                     "split signals into equally many pieces, or do not split one of them");
    }
    return count;
  }

  void check_size(int repeating, int count) {
    const long long total = static_cast<long long>(model_.instances.size()) +
                            static_cast<long long>(members_.size()) * (count - 1LL);
    if (total > most_instances)
      report_.fail(at(repeating),
                   "the model would have " + std::to_string(total) +
                       " blocks, as those in this subsystem are "
                       "there " +
                       std::to_string(count) + " times",
                   "models may have up to 100,000; iterate less, or split into larger pieces");
  }

  // Signals leave through Outports: elsewhere nobody could say which copy is meant.
  void check_readers(Id subsystem) {
    for (std::size_t k = 0; k < place_.size(); ++k) {
      const Instance& reader = model_.instances[k];
      if (place_[k] >= 0 || reader.reduced) continue;
      for (const Driver& from : reader.drivers)
        if (is_member(from.instance) && !is_port(from.instance, subsystem))
          report_.fail(reader,
                       "it reads the signal of " + at(from.instance).path + " inside a subsystem that is " +
                           "executed several times, and not through one of its outputs",
                       "lead the signal out through an Outport");
    }
  }
  bool is_port(int index, Id subsystem) {
    return at(index).holds_output() && at(index).block->parent == subsystem;
  }

  void check_members() {
    std::set<Id> seen;
    for (int member : members_) {
      const Instance& instance = at(member);
      if (instance.reduced || !seen.insert(instance.id).second) continue;
      if (!instance.type->states.empty())
        report_.fail(instance, "it has continuous states inside a subsystem that is iterated at an instant",
                     "use a discrete block, or move it out of the subsystem");
      if (model_.declared[instance].kind == SampleTime::Kind::Discrete)
        report_.fail(instance, "it has a sample time of its own inside an iterated subsystem",
                     "set its sample time to -1");
      if (instance.records_inputs())
        report_.fail(instance, "it would record several values at one instant, one for each pass",
                     "lead the signal out of the iterated subsystem through an Outport");
      if (instance.type->declares_invariant)
        report_.fail(instance, "it speaks of the solution over time inside an iterated subsystem",
                     "move it out of the subsystem");
    }
  }

  // Where passes have been written out already further inside: the last of those that begin with a member.
  void find_last_passes() {
    last_.assign(members_.begin(), members_.end());
    goes_on_.clear();
    for (int member : members_) goes_on_.push_back(model_.copies[at(member)].goes_on);
    for (std::size_t k = members_.size(); k-- > 0;)
      if (const int previous = model_.copies[at(members_[k])].previous; previous >= 0)
        last_[static_cast<std::size_t>(place_[static_cast<std::size_t>(previous)])] = last_[k];
  }

  void add_copies(int repeating, int pass, bool iterates, std::size_t path) {
    const auto first = static_cast<int>(model_.instances.size());
    const auto moved = [&](int index) {
      return is_member(index) ? first + place_[static_cast<std::size_t>(index)] : index;
    };
    // What all pieces make together comes from outside, also where it is led back in.
    const Id subsystem = at(repeating).block->parent;
    const auto together = [&](int index) {
      return is_member(index) && at(index).piece_port == PiecePort::Joins &&
             at(index).block->parent == subsystem;
    };
    copies_.emplace_back();
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const Instance& original = at(members_[k]);
      Instance copy = original;
      Copy of_pass = model_.copies[original];
      of_pass.copy = true;
      of_pass.goes_on = goes_on_[k];
      for (Driver& from : copy.drivers)
        if (!together(from.instance)) from.instance = moved(from.instance);
      copy.controller = moved(copy.controller);
      copy.iterator = moved(copy.iterator);
      if (members_[k] == repeating) of_pass.pass = pass;
      if (of_pass.previous >= 0) {
        of_pass.previous = moved(of_pass.previous);
      } else if (iterates && !of_pass.resets_each_step) {
        const int last = last_[k];
        of_pass.previous = pass == 1
                               ? last
                               : copies_[static_cast<std::size_t>(pass) - 1]
                                        [static_cast<std::size_t>(place_[static_cast<std::size_t>(last)])];
        model_.copies.of(at(of_pass.previous)).goes_on = true;
      }
      name(copy, path, pass);
      copies_.back().push_back(first + static_cast<int>(k));
      const BlockShapes shapes = model_.shapes[original];
      const SampleTime time = model_.declared[original];
      Repetition::Pieces pieces = model_.repetition.ports[original];
      for (int& outport : pieces.copies) outport = moved(outport);
      const Instance& added = model_.add(std::move(copy), shapes, time);
      model_.copies.of(added) = std::move(of_pass);
      if (added.piece_port != PiecePort::No) model_.repetition.ports.of(added) = std::move(pieces);
    }
  }

  // "Sub[3]/Integrator"
  static void name(Instance& copy, std::size_t path, int pass) {
    copy.path.insert(std::min(path, copy.path.size()), "[" + std::to_string(pass + 1) + "]");
  }

  // Who reads an output of the subsystem reads that of the last pass.
  void finish_passes(Id subsystem, int iterator) {
    const std::vector<int>& last = copies_.back();
    for (std::size_t k = 0; k < place_.size(); ++k) {
      if (place_[k] >= 0) continue;
      for (Driver& from : model_.instances[k].drivers)
        if (is_member(from.instance))
          from.instance = last[static_cast<std::size_t>(place_[static_cast<std::size_t>(from.instance)])];
    }
    const int parameter = at(iterator).type->parameter_index("ResetStates");
    const bool resets =
        parameter >= 0 && at(iterator).parameters[static_cast<std::size_t>(parameter)].text == "reset";
    for (int member : members_) {
      Instance& instance = at(member);
      if (model_.copies[instance].previous >= 0) continue;
      if (member == iterator || (resets && !is_port(member, subsystem)))
        model_.copies.of(instance).resets_each_step = true;
    }
  }

  void finish_pieces(Id subsystem) {
    for (std::size_t pass = 0; pass < copies_.size(); ++pass)
      for (std::size_t k = 0; k < members_.size(); ++k) {
        Instance& port = at(copies_[pass][k]);
        model_.copies.of(port).pieces.push_back(static_cast<int>(pass));
        if (port.block->parent != subsystem) continue;
        if (port.piece_port == PiecePort::Splits)
          model_.repetition.ports.of(port).piece = static_cast<int>(pass);
        if (port.piece_port == PiecePort::Joins)
          model_.repetition.ports.of(at(members_[k])).copies.push_back(copies_[pass][k]);
      }
  }

  TypedModel& model_;
  Report& report_;
  std::vector<int> members_;              // what is inside the subsystem that is being copied
  std::vector<int> place_;                // by instance: its index in members_; -1: it is outside
  std::vector<int> last_;                 // by member
  std::vector<char> goes_on_;             // by member, before this subsystem is copied
  std::vector<std::vector<int>> copies_;  // by pass or piece, by member
};

}  // namespace

TypedModel unroll(ResolvedModel resolved, ShapeTable shapes, Report& report) {
  TypedModel model(std::move(resolved), std::move(shapes));
  Unroller(model, report).run();
  return model;
}

}  // namespace sim::compile_phases
