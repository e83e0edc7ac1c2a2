#include "sim_core/base/data_file.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void inport(BlockTypeBuilder& b) {
  b.id("ports/inport").label("Inport").category("Ports & Subsystems").role(BlockRole::Inport);
  b.doc(
      "An input of the subsystem it is in.\n\n"
      "At the top level it is an input of the model. It is what its expression or table says, which "
      "`--input` and the configuration change, else zero.\n\n"
      "A signal that arrives in another unit of the same kind than the port's is converted. A bus cannot "
      "arrive at a port with a unit.");
  b.keywords({"In1", "IN_f", "input"});
  b.icon(IconShape::Circle, "", "{port}");
  b.size(40, 24);
  b.integer("port", "Port number", "1")
      .range(1, 1000)
      .doc("Its place among the subsystem's inputs, from the top.");
  b.formula(model_input_parameter, "Input of the model", "")
      .doc("At the top level: an expression of t, such as sin(2*t); empty: the table, else 0.");
  b.text(data_file_parameter, "Table of the input", "")
      .doc("At the top level: a CSV or MAT file with the time, as From File reads it.");
  b.text(data_columns_parameter, "Columns", "")
      .doc("Of the table; empty: the column with the name of the port, else all but the time.");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    if (e.input_count() > 0) e.output(y, e(In{0}));
  });
}

}  // namespace sim::blocks
