#pragma once
// Blocks that play a file of measurements. A text parameter of the first name is a CSV or MAT file, which the
// compiler reads into the parameter's numbers: the column of the time, which the second parameter names, then
// those that the third one does (files/data_table.h). In memory the name is absolute, as links to libraries
// are; in a model's file it is relative to the model's folder.
namespace sim {

inline constexpr const char* data_file_parameter = "FileName";
inline constexpr const char* time_column_parameter = "TimeColumn";
inline constexpr const char* data_columns_parameter = "Columns";
// Of a top-level Inport: an expression of the time. Its table is a data file as above.
inline constexpr const char* model_input_parameter = "ModelInput";

}  // namespace sim
