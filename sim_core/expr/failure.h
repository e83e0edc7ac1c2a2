#pragma once
// How the inside of this folder reports an error: thrown where it is found, given its column by the
// nearest node, and turned into a Diagnostic before it leaves the folder. Not for other folders.
#include <string>
#include <utility>

#include "sim_core/base/diagnostic.h"

namespace sim::expr {

struct Failure {
  static constexpr int unplaced = 0;           // the column is not known yet
  static constexpr int placed_elsewhere = -1;  // the message already says where

  std::string message;
  std::string remedy;
  int column = unplaced;  // 1-based

  Diagnostic diagnostic() const {
    return error({}, column > 0 ? message + " at column " + std::to_string(column) : message, remedy);
  }
};

[[noreturn]] inline void fail(std::string message, std::string remedy = {}, int column = Failure::unplaced) {
  throw Failure{std::move(message), std::move(remedy), column};
}

}  // namespace sim::expr
