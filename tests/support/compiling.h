#pragma once
// Compiling in tests: the program, or the messages.
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "sim_core/base/text.h"
#include "tests/support/block_bench.h"
#include "tests/support/run_results.h"

namespace sim {

// The messages of a diagram that must not compile, one a line.
inline std::string problems(const Diagram& diagram) {
  auto compiled = compile(diagram, the_library());
  EXPECT_FALSE(compiled);
  std::string all;
  if (!compiled)
    for (const Diagnostic& d : compiled.errors())
      if (d.severity == Severity::Error) all += to_text(d) + "\n";
  return all;
}

inline void expect_in(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in: " << text;
}

// What is told of a diagram that compiles.
inline Diagnostics remarks(const Diagram& diagram) {
  auto result = compile(diagram, the_library());
  EXPECT_TRUE(result) << (result ? "" : to_text(result.error()));
  return result ? result->warnings : Diagnostics();
}

inline std::shared_ptr<const Program> compiled(const Diagram& diagram) {
  auto result = compile(diagram, the_library());
  EXPECT_TRUE(result) << (result ? "" : to_text(result.error()));
  return result ? result->program : nullptr;
}

}  // namespace sim
