#pragma once
// A model with a point block (point_block.h) on every signal where a linear model begins, ends or is cut.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/program/program.h"

namespace sim {

class ModelRun;

struct InstrumentedModel {
  Diagram diagram;
  struct Point {
    PortRef signal;  // of the original
    Id block = no_id;
    Shape shape;
    bool adds = false, cuts = false;
  };
  std::vector<Point> points;
  // Inputs and outputs of the linear model, in their order.
  struct Port {
    std::string name;
    std::size_t point = 0;
    bool before = false;  // an output that reads the signal before its input and cut
  };
  std::vector<Port> inputs, outputs;
  Diagnostics notes;  // top-level ports that are left out, and why
  std::vector<PortRef> looked_at() const;
};

// What linear models of this diagram are from and to where no points are given: its marks, or, without any
// input among these, its top-level Inports; likewise outputs and Outports.
std::vector<AnalysisPoint> default_points(const Diagram& diagram);

// The diagram in which top-level Inports are blocks, whose signals can be marked, held at these values, and
// in which nothing is said of ports without lines.
Diagram with_ports_to_mark(const Diagram& diagram, InputValues inputs);
// A run of such a diagram in which the marked signals of the original are computed.
Result<std::unique_ptr<ModelRun>> run_to_instrument(const Diagram& prepared, const Diagram& original,
                                                    const BlockLibrary& library,
                                                    std::span<const AnalysisPoint> points);

// `program`: of the same diagram, compiled to look at the signals: it knows their dimensions. `inports`: the
// blocks that stand for top-level Inports. Errors: a
// signal that carries no real floating-point numbers. Top-level ports of that kind are left out.
Result<InstrumentedModel> instrument(const Diagram& diagram, std::span<const AnalysisPoint> points,
                                     const Program& program, std::span<const Id> inports);

}  // namespace sim
