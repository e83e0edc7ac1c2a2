#pragma once
// What somebody does to a diagram as lines of Python (docs/python.md). A line is played back while it is
// written, on a diagram of the recorder's own: so what it says is what a script that has come so far does,
// and whatever has no words of its own is said by the elements that change (changed_elements.h).
#include <string>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

class RecordedLines {
 public:
  // `model`: what the lines call it. The library outlives the recorder.
  RecordedLines(const BlockLibrary& library, std::string model)
      : library_(library), model_(std::move(model)) {}

  // A script has come to this diagram: an empty one, or one that was loaded.
  void begin(Diagram diagram) { played_ = std::move(diagram); }
  const Diagram& played() const { return played_; }

  // The lines that lead from where the script has come to `now`, each with its line end; empty: nothing
  // differs.
  std::string lines_to(const Diagram& now);

 private:
  struct Candidate;
  Candidate in_words(const Diagram& now) const;

  const BlockLibrary& library_;
  const std::string model_;
  Diagram played_;
};

// A JSON text as an expression of Python; a text as a string of it.
std::string python_literal(std::string_view json);
std::string python_text(std::string_view text);

}  // namespace sim
