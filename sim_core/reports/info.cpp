#include "sim_core/reports/info.h"

#include <algorithm>
#include <map>

#include "sim_core/base/text.h"
#include "sim_core/model_run/fit_to_rates.h"
#include "sim_core/program_analysis/linear_invariants.h"

namespace sim {

namespace {

constexpr std::size_t longest_list = 200;
constexpr int widest_pattern = 64;

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

class Page {
 public:
  explicit Page(const ModelRun& run) : run_(run), program_(run.program()) {}

  std::string text() {
    out_ = counted(program_.order.size(), "block") + ", " +
           counted(static_cast<std::size_t>(program_.state_count), "state") + ", " +
           counted(program_.logged.size(), "logged signal") + ", from t = " + to_text(run_.start_time()) +
           " to " + to_text(run_.stop_time()) + " s\n";
    blocks();
    states();
    rates();
    logged();
    events();
    invariants();
    loops();
    jacobian();
    section("Left out", run_.reductions());
    return out_;
  }

 private:
  void section(const std::string& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    out_ += '\n' + title + '\n';
    const std::size_t shown = std::min(lines.size(), longest_list);
    for (std::size_t k = 0; k < shown; ++k) out_ += "  " + lines[k] + '\n';
    if (shown < lines.size()) out_ += "  ... and " + std::to_string(lines.size() - shown) + " more\n";
  }

  const BlockInfo& block(int index) const { return program_.blocks[static_cast<std::size_t>(index)]; }

  static std::string ports(const std::vector<PortInfo>& ports) {
    std::vector<std::string> texts;
    for (const PortInfo& port : ports) {
      texts.push_back(port.name + ' ' + to_text(port.shape));
      if (port.type != ElementType::Double) texts.back() += ' ' + std::string(name_of(port.type));
      if (!port.unit.empty()) texts.back() += " in " + port.unit;
    }
    return join(texts, ", ");
  }

  // Behind the ports that a model shows, a block may have hidden ones: for what controls it, and for its
  // network.
  static const PortInfo* shown(const std::vector<PortInfo>& ports, std::size_t k) {
    return k < ports.size() ? &ports[k] : nullptr;
  }

  static std::string name_of_output(const BlockInfo& info, int output) {
    const PortInfo* port = shown(info.outputs, static_cast<std::size_t>(output));
    return port ? port->name : "hidden output " + std::to_string(output + 1);
  }

  // "y from u1, u2" for each output that reads inputs at once.
  std::string feedthrough_of(const Feedthrough& feedthrough) const {
    const BlockInfo& info = block(feedthrough.block);
    std::vector<std::string> texts;
    for (std::size_t o = 0; o < feedthrough.reads.outputs(); ++o) {
      const PortInfo* output = shown(info.outputs, o);
      if (!output) continue;
      std::vector<std::string> read;
      for (const int i : feedthrough.reads.of(o))
        if (const PortInfo* input = shown(info.inputs, static_cast<std::size_t>(i)))
          read.push_back(input->name);
      if (!read.empty()) texts.push_back(output->name + " from " + join(read, ", "));
    }
    return join(texts, "; ");
  }

  void blocks() {
    std::vector<std::string> lines;
    for (std::size_t k = 0; k < program_.order.size(); ++k) {
      const BlockInfo& info = block(program_.order[k]);
      std::string line = std::to_string(k + 1) + "  " + info.path + "  (" + info.type + ", " +
                         to_text(info.sample_time) + ')';
      if (!info.inputs.empty()) line += "  in: " + ports(info.inputs);
      if (!info.outputs.empty()) line += "  out: " + ports(info.outputs);
      if (const std::string direct = feedthrough_of(program_.feedthrough[k]); !direct.empty())
        line += "  feedthrough: " + direct;
      lines.push_back(std::move(line));
    }
    section("Blocks in execution order", lines);
  }

  void states() {
    std::vector<std::string> lines;
    for (const StateInfo& state : program_.states)
      lines.push_back(std::to_string(state.first + 1) + "  " + block(state.block).path + '.' + state.name +
                      ' ' + to_text(state.shape));
    section("States", lines);
  }

  void rates() {
    std::vector<std::string> names;
    std::map<std::string, std::size_t> blocks;
    for (const BlockInfo& block : program_.blocks) {
      const std::string name = to_text(block.sample_time);
      if (++blocks[name] == 1) names.push_back(name);
    }
    std::vector<std::string> lines;
    for (const std::string& name : names) lines.push_back(name + "  " + counted(blocks[name], "block"));
    if (const double all = fundamental_sample_time(program_.rates); all > 0)
      lines.push_back("every hit is at a multiple of " + to_text(all) + " s");
    section("Sample times", lines);
  }

  void logged() {
    std::vector<std::string> lines;
    for (const LoggedSignal& signal : program_.logged)
      lines.push_back(join(signal.elements, ", ") + "  from " +
                      (signal.block < 0 ? std::string("nothing") : block(signal.block).path));
    section("Logged signals", lines);
  }

  void events() {
    std::vector<std::string> lines;
    for (const CrossingInfo& crossing : program_.crossings)
      lines.push_back(block(crossing.block).path + "  " + to_text(crossing.direction) +
                      (crossing.located ? "" : ", not located"));
    section("Zero crossings", lines);
    lines.clear();
    for (const TimeEventInfo& event : program_.time_events) lines.push_back(block(event.block).path);
    section("Time events", lines);
  }

  void invariants() {
    std::vector<std::string> lines;
    for (std::size_t k = 0; k < program_.invariants.size(); ++k) {
      const InvariantInfo& invariant = program_.invariants[k];
      lines.push_back(program_.invariant_name(static_cast<int>(k)) + "  " +
                      (invariant.active ? "projected" : "monitored only") +
                      (invariant.lower_bound  ? ", a bound"
                       : invariant.recaptured ? ", recaptured where its states are reset"
                                              : ""));
    }
    for (const ProjectionInfo& projection : program_.projections)
      lines.push_back(block(projection.block).path + "  projects " +
                      counted(static_cast<std::size_t>(projection.state_count), "state") + " by itself");
    for (const JointProjectionInfo& projection : program_.joint_projections)
      lines.push_back(block(projection.block).path + "  projects " +
                      counted(projection.states.size(), "state") + " of its bodies");
    section("Invariants", lines);
    section("Conserved by the equations", conserved_sums(program_));
  }

  void loops() {
    std::vector<std::string> lines;
    for (const LoopInfo& loop : program_.loops) {
      std::vector<std::string> members, torn;
      for (const LoopInfo::Member& member : loop.members) {
        const BlockInfo& info = block(member.block);
        std::vector<std::string> inputs;
        for (int port : member.inputs)
          if (const PortInfo* input = shown(info.inputs, static_cast<std::size_t>(port)))
            inputs.push_back(input->name);
        members.push_back(info.path + " (" + (inputs.empty() ? "" : join(inputs, ", ") + " to ") +
                          name_of_output(info, member.output) + ')');
      }
      for (const LoopInfo::Torn& t : loop.torn)
        torn.push_back(block(t.block).path + '.' + name_of_output(block(t.block), t.output));
      lines.push_back(counted(static_cast<std::size_t>(loop.count), "unknown") + " in " + join(torn, ", ") +
                      "; through " + join(members, ", "));
    }
    section("Algebraic loops", lines);
  }

  void jacobian() {
    if (program_.state_count == 0) return;
    const SparsityPattern& pattern = program_.jacobian_pattern;
    std::vector<std::string> lines{
        std::to_string(pattern.rows) + " x " + std::to_string(pattern.cols) + ", " +
        counted(static_cast<std::size_t>(pattern.nonzeros()), "nonzero") + ", " +
        counted(static_cast<std::size_t>(program_.jacobian_coloring.count), "color") + ", " +
        (program_.analytical ? "analytical" : "by differences where a block gives no derivative")};
    if (pattern.rows <= widest_pattern) {
      std::vector<std::string> picture(static_cast<std::size_t>(pattern.rows),
                                       std::string(static_cast<std::size_t>(pattern.cols), '.'));
      for (int j = 0; j < pattern.cols; ++j)
        for (int i : pattern.column(j))
          picture[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = '#';
      lines.insert(lines.end(), picture.begin(), picture.end());
    }
    section("Jacobian df/dx", lines);
  }

  const ModelRun& run_;
  const Program& program_;
  std::string out_;
};

}  // namespace

std::vector<std::string> conserved_sums(const Program& program) {
  std::vector<std::string> lines;
  if (const auto conserved = linear_invariants(program))
    for (const LinearInvariant& each : *conserved)
      if (each.is_sum()) lines.push_back(to_text(each, program));
  return lines;
}

std::string info_text(const ModelRun& run) { return Page(run).text(); }

}  // namespace sim
