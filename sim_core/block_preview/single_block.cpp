#include "sim_core/block_preview/single_block.h"

#include "sim_core/interfaces/block_interface.h"

namespace sim {

static Id add(Diagram& diagram, std::string type, std::string name,
              std::map<std::string, std::string> parameters) {
  const Id id = diagram.new_id();
  Block& block = diagram.blocks[id];
  block.type = std::move(type), block.name = std::move(name), block.parameters = std::move(parameters);
  return id;
}

static void connect(Diagram& diagram, PortRef from, PortRef to) {
  Line line;
  line.source = from, line.target = to;
  diagram.lines[diagram.new_id()] = std::move(line);
}

SingleBlock begin_single_block(const BlockQuestion& question, const BlockLibrary& library) {
  SingleBlock bench;
  bench.diagram.variables = question.variables;
  for (const auto& [id, variable] : question.variables) bench.diagram.reserve(id);
  for (const char* silent : {"UnconnectedInput", "UnconnectedOutput", "UnconnectedConservingPort",
                             "AlgebraicLoopMsg", "InheritedTsInSrcMsg"})
    bench.diagram.settings[silent] = "none";
  bench.diagram.settings["Refine"] = "1";  // a preview says itself how many points it wants
  bench.block = add(bench.diagram, question.type, "Block", question.parameters);
  const BlockInterface ports = block_interface(bench.diagram, library, bench.block);
  for (const PortSpec& port : ports.inputs) bench.input_names.push_back(port.name);
  for (const PortSpec& port : ports.outputs) bench.output_names.push_back(port.name);
  return bench;
}

Id add_source(SingleBlock& bench, int input, const Source& source) {
  const Id id = add(bench.diagram, source.type, "Source " + std::to_string(input + 1), source.parameters);
  connect(bench.diagram, {id, 0}, {bench.block, input});
  bench.sources.push_back(id);
  return id;
}

void record_outputs(SingleBlock& bench) {
  for (int k = 0; k < static_cast<int>(bench.output_names.size()); ++k) {
    const std::string number = std::to_string(k + 1);
    // What it records is called as the block's own output would be.
    const bool alone = bench.output_names.size() == 1;
    const std::string name = alone ? "Block" : "Block:" + bench.output_names[static_cast<std::size_t>(k)];
    const Id out = add(bench.diagram, "ports/outport", name, {{"port", number}});
    connect(bench.diagram, {bench.block, k}, {out, 0});
  }
}

}  // namespace sim
