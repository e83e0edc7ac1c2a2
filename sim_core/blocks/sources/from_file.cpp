#include <algorithm>

#include "sim_core/base/data_file.h"
#include "sim_core/blocks/sources/timed_values.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void from_file(BlockTypeBuilder& b) {
  b.id("sources/from_file").label("From File").category("Sources");
  b.doc(
      "Plays a CSV or MAT file over time.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "A CSV file has a row for each instant, with commas, semicolons or tabs between the numbers, under a "
      "row "
      "of names or none; the time is the column `time` or `t`, else the first, or the one that is named, in "
      "seconds or in the unit behind its name: `time [d]`. A "
      "MAT file has a vector "
      "`time` "
      "and matrices with as many rows, or one matrix whose first column (or row) is the time. All other "
      "columns, in their order, or those that are picked, are the elements of y. The file is read again "
      "where "
      "it has changed; in "
      "the model's file its name is relative to the model's folder. Two equal times make a jump. The solver "
      "steps exactly to each "
      "instant, and marks of its curve in a scope are at the instants.\n\n"
      "To compare a run with what was measured rather than to feed it to the model, open the table as a run: "
      "File > Import Measured Data as a Run, or from the menu of a scope.");
  b.keywords({"READC_f", "RFILE_f", "From Spreadsheet", "import", "csv", "mat", "CombiTimeTable",
              "measured data", "playback"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.42,.15 L.55,.3 L.55,.85 L.15,.85 Z M.42,.15 L.42,.3 L.55,.3 M.22,.7 L.3,.5 L.38,.6 "
         "L.48,.42 "
         "M.62,.5 L.88,.5 M.8,.42 L.88,.5 L.8,.58");
  b.size(56, 40);
  Param file = b.text(data_file_parameter, "File name", "").doc("Ends in .csv or .mat.");
  b.text(time_column_parameter, "Column of the time", "")
      .doc("Its name, or its number from 1; empty: time or t, else the first.");
  b.text(data_columns_parameter, "Columns", "")
      .doc(
          "Names or numbers from 1, with commas between them, in the order of the output; empty: all but the "
          "time. Of a matrix p in a MAT file, p is all columns and p(2) the second.");
  const PlayParameters how(b);
  b.sample_time("0");
  Out y = b.output("y");
  unit_parameter(b);
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = vector_shape(std::max(1, v.of(file).shape.cols - 1));
  });
  b.equations([=](Equations& e) {
    if (const auto signals = played_matrix(e, how, e.value(file)))
      e.output(y, ir::concat(*signals, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
