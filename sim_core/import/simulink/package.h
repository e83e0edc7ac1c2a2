#pragma once
// The parts of an .slx model: a zip archive, or the same parts as text in an .mdl file of R2021b and later.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/import/simulink/record.h"

namespace sim::importing::simulink {

struct Package {
  std::vector<std::string> names;
  std::function<Result<std::string>(const std::string& name)> read;
  std::string form;  // ".slx" or ".mdl, text package"
  bool has(const std::string& name) const;
};

bool is_text_package(std::string_view bytes);
Result<Package> open_zip_package(const std::string& path, std::string_view bytes);
Result<Package> open_text_package(const std::string& path, std::string_view bytes);

// A part as a record of its document element. <System Ref="system_12"/> becomes what that part holds; a
// circle of such references is an error.
Result<Record> read_part(const Package& package, const std::string& path, const std::string& name);

}  // namespace sim::importing::simulink
