#pragma once
// Blocks that play a file of measurements. A text parameter of this name is a CSV or MAT file, which the
// compiler reads into the parameter's numbers. In memory the name is absolute, as links to libraries are; in
// a model's file it is relative to the model's folder.
namespace sim {

inline constexpr const char* data_file_parameter = "FileName";

}  // namespace sim
