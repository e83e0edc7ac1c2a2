#pragma once
// What of a model can be set and read in generated code: members of its structs.
#include <string>
#include <vector>

namespace sim::c_source {

struct Member {
  std::string name;   // in C
  std::string label;  // in the model: "Plant/Gain: k"
  int rows = 1, cols = 1;
  std::string unit = {};            // empty: not known
  int block = -1;                   // index into Program::blocks; -1: a variable of the model
  std::vector<double> values = {};  // of a parameter, in the model
  int count() const { return rows * cols; }
};

struct ModelInterface {
  std::vector<Member> parameters, inputs, outputs;
};

}  // namespace sim::c_source
