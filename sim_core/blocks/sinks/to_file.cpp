#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void to_file(BlockTypeBuilder& b) {
  b.id("sinks/to_file").label("To File").category("Sinks");
  b.doc(
      "Writes its input to a CSV file when the run ends.\n\n"
      "The first column is `time`, then there is one for each element. A relative name is relative to the "
      "model's folder.");
  b.keywords({"TOWS_c", "export", "csv", "save", "WRITEC_f"});
  b.icon(IconShape::Rectangle, "", "{file}");
  b.size(88, 40);
  b.text("file", "File name", "out.csv");
  b.input("u");
  b.logs_inputs();
}

}  // namespace sim::blocks
