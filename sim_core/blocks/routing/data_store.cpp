// The three blocks of data stores; compile/data_stores.cpp leads what is written and read to the memory and
// from it, through inputs and outputs that nobody draws.
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

Param store_name(BlockTypeBuilder& b) {
  const Param name = b.text("DataStoreName", "Data store name", "A");
  b.require([=](const ParameterValues& v) { return !v.of(name).text.empty(); }, "the name is empty",
            "write a name");
  return name;
}

constexpr const char* order_of_access =
    "A sampled signal is written at its samples, a continuous one always, inside of a conditional subsystem "
    "while that is executed. Several writers need priorities: the lower number is written first. A reader "
    "without a priority gets the value before anything is written in this step; one with a priority gets "
    "what "
    "writers of lower numbers write.\n\n"
    "Where all writers are continuous, the store is a signal: a reader without a priority gets what is being "
    "written. Only where what is written depends on what it reads at the same instant it gets the value of "
    "the time step before; in a continuous model that makes errors proportional to the step, and there is a "
    "warning.";

}  // namespace

void data_store_memory(BlockTypeBuilder& b) {
  b.id("routing/data_store_memory").label("Data Store Memory").category("Signal Routing");
  b.doc(std::string("A value with a name, for Data Store Write and Data Store Read blocks in its subsystem "
                    "and below.\n\n"
                    "$x(t_0) = x_0$\n\n") +
        order_of_access);
  b.keywords({"global variable", "shared memory", "DSM", "state"});
  b.icon(IconShape::Rectangle, "M.1,.15 L.9,.15 M.1,.85 L.9,.85", "{DataStoreName}");
  b.size(64, 32);
  store_name(b);
  Param initial = b.real("InitialValue", "Initial value", "0").may_be_complex();
  b.equations([=](Equations& e) {
    if (e.output_count() == 0) return;
    const int writers = e.input_count() / 2;
    const ir::Value stored = e.memory(ir::repeated(e(initial), e.output_shape(Out{0})));
    ir::Value value = stored;
    e.output(Out{0}, value);
    for (int k = 0; k < writers; ++k) {
      value = select(e(In{writers + k}), e(In{k}), value);
      e.output(Out{k + 1}, value);
    }
    e.store(stored, value);
    e.follow(stored, value);
  });
}

void data_store_write(BlockTypeBuilder& b) {
  b.id("routing/data_store_write").label("Data Store Write").category("Signal Routing");
  b.doc(std::string("Writes its input into the Data Store Memory of that name.\n\n"
                    "$x = u$\n\n") +
        order_of_access);
  b.keywords({"global variable", "assign", "DSW"});
  b.icon(IconShape::Rectangle, "M.06,.5 L.2,.5 M.13,.38 L.2,.5 L.13,.62", "{DataStoreName}");
  b.size(72, 32);
  store_name(b);
  In u = b.input("u");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.outputs.empty()) s.outputs[0] = s.inputs[0];
  });
  b.equations([=](Equations& e) {
    if (e.output_count() == 0) return;
    e.output(Out{0}, e(u));
    e.output(Out{1}, e.executes());
  });
}

void data_store_read(BlockTypeBuilder& b) {
  b.id("routing/data_store_read").label("Data Store Read").category("Signal Routing");
  b.doc(std::string("Reads the Data Store Memory of that name.\n\n"
                    "$y = x$\n\n") +
        order_of_access);
  b.keywords({"global variable", "shared memory", "DSR"});
  b.icon(IconShape::Rectangle, "M.8,.5 L.94,.5 M.87,.38 L.94,.5 L.87,.62", "{DataStoreName}");
  b.size(72, 32);
  store_name(b);
  b.sample_time("-1");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs.empty()) s.outputs[0] = s.inputs[0];
  });
  b.equations([=](Equations& e) {
    if (e.input_count() > 0) e.output(y, e(In{0}));
  });
}

}  // namespace sim::blocks
