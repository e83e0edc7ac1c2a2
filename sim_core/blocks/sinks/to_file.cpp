#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void to_file(BlockTypeBuilder& b) {
  b.id("sinks/to_file").label("To File").category("Sinks");
  b.doc(
      "Writes its input to a CSV or MAT file when the run ends.\n\n"
      "The ending of the name says which: `.csv` is a table whose first column is `time`, then comes one for "
      "each "
      "element; `.mat` has `time`, a vector, and a matrix for each signal. A relative name is relative to "
      "the "
      "model's folder.");
  b.keywords({"export", "csv", "mat", "save", "WRITEC_f"});
  b.icon(IconShape::Rectangle, "", "{file}");
  b.size(88, 40);
  b.text("file", "File name", "out.csv").doc("Ends in .csv or .mat.");
  b.integer("Decimation", "Decimation", "1").range(1, 1e9).doc("Every n-th recorded row is written.");
  b.input("u");
  b.logs_inputs();
}

}  // namespace sim::blocks
