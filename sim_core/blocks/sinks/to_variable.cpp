#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void to_variable(BlockTypeBuilder& b) {
  b.id("sinks/to_variable").label("To Variable").category("Sinks");
  b.doc(
      "Records its input into a variable, for the next run.\n\n"
      "When a run has ended, the variable holds a matrix with a row for each recorded instant and a column "
      "for each "
      "element; of an $n$ x $m$ matrix the elements go by columns. From then on the expressions of all open "
      "models "
      "may use it, until the program ends or another run records it again. It is no part of the model and "
      "not "
      "saved "
      "with it; the command line writes it to a file with `--variables`.");
  b.keywords({"TOWS_c", "workspace", "record", "log", "simout", "variable"});
  b.icon(IconShape::Rectangle, "", "{VariableName}");
  b.size(88, 40);
  b.text("VariableName", "Variable name", "simout").doc("None that the model has already.");
  b.integer("MaxDataPoints", "Limit of points", "100000")
      .range(1, 1e7)
      .doc("Of more recorded instants the last so many are kept.");
  b.integer("Decimation", "Decimation", "1").range(1, 1e9).doc("Every n-th recorded row is kept.");
  b.choice("SaveFormat", "Save format", {"Values", "Time and values", "Structure", "Structure with time"})
      .doc(
          "Time and values: the first column is the time, in seconds. Structure with time: a structure with "
          "the column time, the matrix signals.values, signals.dimensions, signals.label and blockName, "
          "which "
          "From Variable plays; in a Structure, time is empty.");
  b.input("u");
  b.logs_inputs();
}

}  // namespace sim::blocks
