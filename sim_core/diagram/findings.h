#pragma once
// Collects what is wrong with a file. A hostile file can be wrong a million times; after the first hundred of
// each severity only their number is kept.
#include <string>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/json.h"

namespace sim {

class Findings {
 public:
  explicit Findings(std::string file_name) : file_name_(std::move(file_name)) {}

  void error(const std::string& place, std::string message, std::string remedy, Id element = no_id) {
    add(errors_, more_errors_, Severity::Error, place, std::move(message), std::move(remedy), element);
  }
  void warning(const std::string& place, std::string message, std::string remedy, Id element = no_id) {
    add(warnings_, more_warnings_, Severity::Warning, place, std::move(message), std::move(remedy), element);
  }
  bool enough_warnings() const { return warnings_.size() >= most; }
  bool failed() const { return !errors_.empty(); }
  Diagnostics errors() const { return with_rest(errors_, more_errors_); }
  Diagnostics warnings() const { return with_rest(warnings_, more_warnings_); }

 private:
  static constexpr std::size_t most = 100;

  void add(Diagnostics& list, std::size_t& more, Severity severity, const std::string& place,
           std::string message, std::string remedy, Id element) {
    if (list.size() >= most) {
      ++more;
      return;
    }
    list.push_back({severity, file_place(file_name_, place), std::move(message), std::move(remedy), element});
  }
  Diagnostics with_rest(Diagnostics list, std::size_t more) const {
    if (more)
      list.push_back({list.front().severity, file_name_,
                      "there are " + std::to_string(more) + " more like these",
                      "put the first ones right and open the file again", no_id});
    return list;
  }

  std::string file_name_;
  Diagnostics errors_, warnings_;
  std::size_t more_errors_ = 0, more_warnings_ = 0;
};

}  // namespace sim
