// Data stores: values that blocks write and read by a name. What is written and what is read is led to the
// Data Store Memory and from it, in the order of the blocks' priorities. A Data Store Memory of n writers
// gets 2n inputs, for each writer the value and whether it is written now, and n + 1 outputs: the value
// before all writers, behind the first, and so on.
#include <algorithm>

#include "sim_core/base/text.h"
#include "sim_core/compile/atomic_subsystems.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

constexpr std::string_view memory_type = "routing/data_store_memory", read_type = "routing/data_store_read",
                           write_type = "routing/data_store_write";

class DataStores {
 public:
  DataStores(ResolvedModel& model, Report& report) : model_(model), report_(report) {
    for (const std::size_t k : stoppable_indices(model.instances)) {
      Instance& instance = model.instances[k];
      if (instance.reduced) continue;
      const int index = static_cast<int>(k);
      if (instance.type->id == memory_type) add_memory(instance, index);
      if (instance.type->id == read_type) readers_.push_back(index);
      if (instance.type->id == write_type) writers_.push_back(index);
    }
  }

  void attach() {
    for (int writer : writers_)
      if (const int store = store_of(writer); store >= 0) written_[store].push_back(writer);
    for (auto& [store, writers] : written_) order(writers);
    for (const auto& [place, store] : memories_) attach_writers(store);
    for (int reader : readers_)
      if (const int store = store_of(reader); store >= 0) attach_reader(reader, store);
  }

 private:
  using Place = std::pair<Id, std::string>;  // subsystem, name

  Instance& at(int index) { return model_.instances[static_cast<std::size_t>(index)]; }
  static const std::string& name_of(const Instance& instance) { return instance.parameters[0].text; }
  Priority order_of(int index) { return priority_of(model_, at(index)); }

  void add_memory(const Instance& instance, int index) {
    if (!memories_.try_emplace({instance.block->parent, name_of(instance)}, index).second)
      report_.fail(instance, "there is another data store " + name_of(instance) + " here",
                   "give one of the two another name");
  }

  // The memory of that name in the block's subsystem or the nearest one around it; -1, and reported: none.
  int store_of(int index) {
    const Instance& instance = at(index);
    if (instance.iterator >= 0) {
      report_.fail(instance, "it stands in a subsystem that is executed several times at a time step",
                   "take the signal in and out by ports");
      return -1;
    }
    Id subsystem = instance.block->parent;
    for (int depth = 0; depth <= max_subsystem_depth; ++depth) {
      if (const auto found = memories_.find({subsystem, name_of(instance)}); found != memories_.end())
        return found->second;
      const auto block = model_.diagram.blocks.find(subsystem);
      if (block == model_.diagram.blocks.end()) break;
      subsystem = block->second.parent;
    }
    std::vector<std::string> known;
    for (const auto& [place, store] : memories_) known.push_back(place.second);
    const std::string hint = did_you_mean(name_of(instance), known);
    report_.fail(instance, "there is no Data Store Memory named " + name_of(instance) + " here or further up",
                 !hint.empty() ? hint : "add one, or choose the name of another");
    return -1;
  }

  void order(std::vector<int>& writers) {
    if (writers.size() < 2) return;
    for (int writer : writers)
      if (!is_given(order_of(writer)))
        report_.fail(at(writer), "several blocks write the data store, and it is not said in which order",
                     "give each of them a priority: the lower is written first");
    std::stable_sort(writers.begin(), writers.end(),
                     [this](int a, int b) { return order_of(a) < order_of(b); });
    for (std::size_t k = 1; k < writers.size(); ++k)
      if (const Instance& a = at(writers[k - 1]), &b = at(writers[k]);
          is_given(order_of(writers[k])) && order_of(writers[k - 1]) == order_of(writers[k]))
        report_.fail(b, a.path + " writes the data store with the same priority",
                     "give one of the two another priority");
  }

  void attach_writers(int store) {
    Instance& memory = at(store);
    const std::vector<int>& writers = written_[store];
    for (int writer : writers) {
      memory.inputs.push_back({"written by " + at(writer).path, ""});
      memory.drivers.push_back({writer, 0});
      at(writer).outputs = {{"value", ""}, {"is written", ""}};
    }
    for (int writer : writers) {
      memory.inputs.push_back({at(writer).path + " writes", ""});
      memory.drivers.push_back({writer, 1});
    }
    for (std::size_t k = 0; k <= writers.size(); ++k)
      memory.outputs.push_back({"value " + std::to_string(k), ""});
  }

  // A block without a priority reads before all that is written; else behind those of lower numbers, and
  // behind the only one if that has none.
  void attach_reader(int reader, int store) {
    Instance& instance = at(reader);
    int before = 0;
    for (int writer : written_[store]) {
      const Priority reads = order_of(reader), writes = order_of(writer);
      if (!is_given(reads)) continue;
      if (is_given(writes) && reads == writes)
        report_.fail(instance, at(writer).path + " writes the data store with the same priority",
                     "give it a lower priority to read before, a higher one to read behind");
      if (!is_given(writes) || writes < reads) ++before;
    }
    instance.inputs.push_back({"value of " + name_of(instance), ""});
    instance.drivers.push_back({store, before});
  }

  ResolvedModel& model_;
  Report& report_;
  std::map<Place, int> memories_;
  std::vector<int> readers_, writers_;
  std::map<int, std::vector<int>> written_;  // by memory
};

}  // namespace

void attach_data_stores(ResolvedModel& model, Report& report) { DataStores(model, report).attach(); }

}  // namespace sim::compile_phases
