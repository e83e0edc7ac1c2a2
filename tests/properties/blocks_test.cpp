// What must hold for every block of the standard library: a block inherits this suite by being registered.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "sim_core/base/data_file.h"
#include "sim_core/diagram/file.h"
#include "tests/properties/block_variants.h"

namespace sim {

namespace {

// Without which some of the cases of a block make no sense.
Parameters least_parameters(const BlockType& type) {
  if (type.parameter_index(data_file_parameter) >= 0)
    return {{data_file_parameter, FLUXION_SOURCE_DIR "/tests/properties/measured.csv"}};
  if (type.id == "math/assignment") return {{"Indices", "-1"}};
  return {};
}

struct Case {
  const BlockType* type;
  Parameters parameters;
  std::string text() const {
    std::string out = type->id;
    for (const auto& [name, value] : parameters) out += " " + name + "=" + value;
    return out;
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const BlockType* type : the_library().all()) {
    const Parameters least = least_parameters(*type);
    const auto add = [&](const std::string& name, const std::string& value) {
      all.push_back({type, least});
      all.back().parameters[name] = value;
    };
    all.push_back({type, least});
    for (const ParameterSpec& spec : type->parameters) {
      for (const std::string& choice : spec.choices) add(spec.name, choice);
      if (spec.kind == ParameterKind::Flag)
        for (const char* flag : {"on", "off"}) add(spec.name, flag);
    }
    if (auto it = variants().find(type->id); it != variants().end())
      for (const Parameters& parameters : it->second) all.push_back({type, parameters});
  }
  return all;
}

// A Merge stands between conditional subsystems only; data stores, and what reads and writes states, are
// several blocks.
bool on_bench(const BlockType& type) {
  static const std::set<std::string> not_alone{"routing/data_store_read", "routing/data_store_write",
                                               "routing/state_reader", "routing/state_writer",
                                               "routing/parameter_writer"};
  // A frame is that of a body, which a bench has not.
  const bool takes_frame = std::ranges::any_of(type.conserving, [](const ConservingPort& port) {
    return port.domain == Domain::Planar && port.frame == FrameRole::Takes;
  });
  return !takes_frame && !type.merges && !not_alone.contains(type.id) &&
         (type.role == BlockRole::Ordinary || type.role == BlockRole::Mux || type.role == BlockRole::Demux);
}

// Every case that compiles, at widths 1, 2 and 3. Not every block takes every width; what it does not take it
// has to refuse with a reason.
template <class F>
void for_each_bench(F f) {
  for (const Case& c : cases()) {
    if (!on_bench(*c.type)) continue;
    int compiled = 0;
    for (int width : {1, 2, 3}) {
      SCOPED_TRACE(c.text() + ", width " + std::to_string(width));
      const BlockBench bench(*c.type, c.parameters, width);
      if (bench.program) {
        ++compiled;
        f(*c.type, bench);
        continue;
      }
      for (const Diagnostic& d : bench.problems) {
        EXPECT_FALSE(d.message.empty());
        EXPECT_FALSE(d.path.empty()) << to_text(d);
      }
    }
    // What specifies another data type than the bench's double refuses it.
    const auto specified = c.parameters.find("OutDataTypeStr");
    if (c.type->output_type.specifies && specified != c.parameters.end() &&
        element_type(specified->second).value_or(ElementType::Double) != ElementType::Double) {
      EXPECT_EQ(compiled, 0) << c.text();
      continue;
    }
    const auto kind = c.parameters.find("SignalType");
    if (kind != c.parameters.end() && kind->second == "complex") {
      EXPECT_EQ(compiled, 0) << c.text();
      continue;
    }
    EXPECT_GT(compiled, 0) << c.text() << ": takes neither scalars nor vectors";
  }
}

constexpr double t_probe = 0.37;
constexpr std::pair<double, double> ranges[] = {{0.2, 0.8}, {1.2, 2.5}, {-0.8, -0.2}, {-3, 3}};

bool finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

bool computes_singles(const Program& program) {
  for (const BlockInfo& block : program.blocks)
    for (const PortInfo& port : block.outputs)
      if (port.type == ElementType::Single) return true;
  return false;
}

std::vector<double> random_states(std::mt19937& random, int count, std::pair<double, double> range) {
  std::uniform_real_distribution<double> draw(range.first, range.second);
  std::vector<double> x(static_cast<std::size_t>(count));
  for (double& v : x) v = draw(random);
  return x;
}

}  // namespace

TEST(EveryBlock, IsDescribed) {
  for (const BlockType* type : the_library().all()) {
    SCOPED_TRACE(type->id);
    const auto slash = type->id.find('/');
    ASSERT_NE(slash, std::string::npos);
    EXPECT_EQ(type->id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_/"), std::string::npos);
    EXPECT_FALSE(type->label.empty());
    EXPECT_FALSE(type->category.empty());
    EXPECT_GT(type->doc.size(), 20u);
    EXPECT_NE(type->doc.find('.'), std::string::npos) << "a sentence says what it does";
    EXPECT_FALSE(type->keywords.empty());
    const Icon& icon = type->icon;
    EXPECT_TRUE(icon.shape != IconShape::Rectangle || !icon.path.empty() || !icon.text.empty() ||
                type->role == BlockRole::Subsystem);
    EXPECT_GT(type->default_width, 0);
    EXPECT_GT(type->default_height, 0);
    std::set<std::string> names;
    for (const ParameterSpec& spec : type->parameters) {
      EXPECT_FALSE(spec.name.empty());
      EXPECT_FALSE(spec.label.empty()) << spec.name;
      EXPECT_TRUE(names.insert(spec.name).second) << spec.name << " twice";
      EXPECT_EQ(spec.kind == ParameterKind::Choice, !spec.choices.empty());
    }
    for (const Rule& rule : type->rules) {
      EXPECT_FALSE(rule.message.empty());
      EXPECT_FALSE(rule.remedy.empty());
    }
    // Declared in the folder of its category, or in that of its library.
    namespace fs = std::filesystem;
    const fs::path library = fs::path(FLUXION_SOURCE_DIR) / "plugins" / type->id.substr(0, slash);
    if (fs::exists(library / "blocks.def")) continue;
    const fs::path folder = fs::path(FLUXION_SOURCE_DIR) / "sim_core/blocks" / type->id.substr(0, slash);
    bool declared = false;
    if (fs::is_directory(folder))
      for (const auto& file : fs::directory_iterator(folder)) {
        std::stringstream text;
        text << std::ifstream(file.path()).rdbuf();
        declared = declared || text.str().find("\"" + type->id + "\"") != std::string::npos;
      }
    EXPECT_TRUE(declared) << folder;
  }
}

TEST(EveryBlock, ItsDefaultsEvaluateAndItsPortsAreThoseOfABlockInADiagram) {
  for (const BlockType* type : the_library().all()) {
    SCOPED_TRACE(type->id);
    ModelBuilder m;
    const Id id = m.block(type->id, "Block");
    const expr::Workspace workspace = workspace_of(m.diagram, no_id);
    const expr::WorkspaceScope scope(workspace);
    auto values = evaluate_parameters(m.diagram, *type, id, scope);
    ASSERT_TRUE(values) << to_text(values.error());
    const BlockInterface of_type = block_interface(*type, *values),
                         of_block = block_interface(m.diagram, the_library(), id);
    ASSERT_EQ(of_type.inputs.size(), of_block.inputs.size());
    ASSERT_EQ(of_type.outputs.size(), of_block.outputs.size());
    EXPECT_TRUE(of_block.known);
    for (std::size_t k = 0; k < of_type.inputs.size(); ++k)
      EXPECT_EQ(of_type.inputs[k].name, of_block.inputs[k].name);
    for (std::size_t k = 0; k < of_type.outputs.size(); ++k)
      EXPECT_EQ(of_type.outputs[k].name, of_block.outputs[k].name);
  }
}

TEST(EveryBlock, SurvivesTheFile) {
  for (const Case& c : cases()) {
    ModelBuilder m;
    m.block(c.type->id, "Block", c.parameters);
    auto loaded = read_diagram(write_diagram(m.diagram), "block.flx");
    ASSERT_TRUE(loaded) << c.text();
    EXPECT_TRUE(loaded->warnings.empty());
    EXPECT_TRUE(loaded->diagram == m.diagram) << c.text();
  }
}

TEST(EveryBlock, AloneWithoutLinesCompilesOrSaysWhyNot) {
  for (const Case& c : cases()) {
    ModelBuilder m;
    m.block(c.type->id, "Block", c.parameters);
    auto compiled = compile(m.diagram, the_library());
    if (!compiled) {
      EXPECT_EQ(compiled.error().path, "Block") << c.text() << to_text(compiled.error());
    }
  }
}

TEST(EveryBlock, GivesFiniteOutputsSomewhere) {
  for_each_bench([](const BlockType&, const BlockBench& bench) {
    KernelRunner kernels(bench.program);
    std::mt19937 random(1);
    int good = 0;
    for (auto range : ranges)
      for (int k = 0; k < 5; ++k) {
        const auto x = random_states(random, bench.program->state_count, range);
        kernels.settle(t_probe, x);
        good += finite(kernels.run(KernelKind::Logged, t_probe, x));
      }
    EXPECT_GE(good, 3);
  });
}

// The recorded outputs of the block by name, each driver having a value of its own and other states none.
static std::map<std::string, double> outputs_of(const BlockBench& bench) {
  const Program& program = *bench.program;
  std::vector<double> x(static_cast<std::size_t>(program.state_count), 0.0);
  for (const StateInfo& state : program.states)
    for (std::size_t k = 0; k < bench.drivers.size(); ++k)
      if (program.blocks[static_cast<std::size_t>(state.block)].id == bench.drivers[k])
        for (int element = 0; element < state.shape.size(); ++element)
          x[static_cast<std::size_t>(state.first + element)] =
              0.3 + 0.2 * static_cast<double>(k) + 0.11 * element;
  KernelRunner kernels(bench.program);
  kernels.settle(t_probe, x);
  const std::vector<double> values = kernels.run(KernelKind::Logged, t_probe, x);
  const std::vector<std::string> names = program.column_names();
  std::map<std::string, double> out;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k].starts_with("Block")) out[names[k]] = values[k];
  return out;
}

TEST(EveryBlock, OfComplexInputsWithoutImaginaryPartsGivesTheSameOrSaysWhyNot) {
  int complex_blocks = 0;
  for (const Case& c : cases()) {
    if (!on_bench(*c.type) || c.type->id == "attributes/probe") continue;  // that tells which it is
    for (int width : {1, 3}) {
      SCOPED_TRACE(c.text() + ", width " + std::to_string(width));
      const BlockBench real(*c.type, c.parameters, width), bench(*c.type, c.parameters, width, true);
      if (!real.program || real.drivers.empty()) continue;
      if (!bench.program) {
        EXPECT_EQ(bench.problems.front().path, "Block") << to_text(bench.problems.front());
        EXPECT_FALSE(bench.problems.front().remedy.empty());
        continue;
      }
      ++complex_blocks;
      const auto expected = outputs_of(real), found = outputs_of(bench);
      for (const auto& [name, value] : expected) {
        if (!std::isfinite(value)) continue;
        const auto re = found.find(name + ".re"), im = found.find(name + ".im"), whole = found.find(name);
        ASSERT_TRUE(whole != found.end() || re != found.end()) << name;
        EXPECT_NEAR(whole != found.end() ? whole->second : re->second, value, 1e-13 * (1 + std::abs(value)));
        if (im == found.end()) continue;
        EXPECT_NEAR(im->second, 0, 1e-15);
      }
    }
  }
  EXPECT_GT(complex_blocks, 100);
}

TEST(EveryBlock, ItsJacobianIsThatOfDifferencesAndItsPatternMissesNothing) {
  double worst = 0;
  for_each_bench([&](const BlockType&, const BlockBench& bench) {
    const Program& program = *bench.program;
    const auto n = static_cast<std::size_t>(program.state_count);
    if (n == 0) return;
    EXPECT_TRUE(program.analytical);
    KernelRunner kernels(bench.program);
    std::mt19937 random(2);
    int compared = 0;
    // Differences of floats are no better than a float's round-off over the step.
    const double precision = computes_singles(program) ? 1e-3 : 1e-9;
    for (int probe = 0; probe < 20; ++probe) {
      const auto x = random_states(random, program.state_count, ranges[probe % 4]);
      kernels.settle(t_probe, x);
      const std::vector<double> here = kernels.run(KernelKind::Derivatives, t_probe, x);
      if (!finite(here)) continue;
      // What rounding of f leaves in its differences: a liquid's pressure changes by 1e9 Pa a second.
      double largest = 0;
      for (const double f : here) largest = std::max(largest, std::fabs(f));
      const double rounding = 16 * std::numeric_limits<double>::epsilon() * largest / 1e-3;
      const std::vector<double> jacobian = kernels.colored_jacobian(t_probe, x);
      for (std::size_t column = 0; column < n; ++column) {
        std::vector<double> seed(n, 0.0);
        seed[column] = 1;
        const std::vector<double> exact = kernels.tangent(t_probe, x, seed);
        const std::vector<double> coarsest = kernels.difference(t_probe, x, column, 4e-3),
                                  coarse = kernels.difference(t_probe, x, column, 2e-3),
                                  fine = kernels.difference(t_probe, x, column, 1e-3),
                                  finest = kernels.difference(t_probe, x, column, 1e-5);
        const auto rows = program.jacobian_pattern.column(static_cast<int>(column));
        for (std::size_t row = 0; row < n; ++row) {
          const double entry = jacobian[row + column * n];
          const bool listed = std::find(rows.begin(), rows.end(), static_cast<int>(row)) != rows.end();
          if (fine[row] != 0) {
            EXPECT_TRUE(listed) << "entry " << row << ", " << column;
          }
          EXPECT_EQ(exact[row], listed ? entry : 0.0) << "entry " << row << ", " << column;
          // Where differences differ by much a corner or a domain's border lies between.
          const double scale = std::max(1.0, std::fabs(entry));
          if (!(std::fabs(coarse[row] - fine[row]) < 1e-3 * scale)) continue;
          if (!(std::fabs(finest[row] - fine[row]) < 1e-3 * scale)) continue;
          // Of order six: two steps of Richardson's extrapolation.
          const double first = coarse[row] + (coarse[row] - coarsest[row]) / 3,
                       second = fine[row] + (fine[row] - coarse[row]) / 3;
          const double richardson = second + (second - first) / 15;
          const double error = std::fabs(richardson - entry) / scale;
          EXPECT_LT(error, precision + (rounding + std::fabs(richardson - second)) / scale)
              << "entry " << row << ", " << column << " is " << entry << ", by differences " << richardson;
          if (precision < 1e-3) worst = std::max(worst, error);
          ++compared;
        }
      }
    }
    EXPECT_GE(compared, 3);
  });
  RecordProperty("worst", std::to_string(worst));
}

TEST(EveryBlock, ItsFeedthroughIsNeverMoreThanReported) {
  for_each_bench([](const BlockType&, const BlockBench& bench) {
    const Program& program = *bench.program;
    const int index = bench.index_of(bench.block);
    const BlockInfo& info = program.blocks[static_cast<std::size_t>(index)];
    const Feedthrough* reported = nullptr;
    for (const Feedthrough& f : program.feedthrough)
      if (f.block == index) reported = &f;
    if (!reported) return;  // virtual, or nothing needs it
    KernelRunner kernels(bench.program);
    std::mt19937 random(3);
    for (int probe = 0; probe < 12; ++probe) {
      const auto x = random_states(random, program.state_count, ranges[probe % 4]);
      kernels.settle(t_probe, x);
      const std::vector<double> before = kernels.run(KernelKind::Logged, t_probe, x);
      for (const StateInfo& state : program.states) {
        std::size_t input = 0;
        while (input < bench.drivers.size() && bench.index_of(bench.drivers[input]) != state.block) ++input;
        if (input == bench.drivers.size()) continue;
        auto moved = x;
        for (int k = 0; k < state.shape.size(); ++k) moved[static_cast<std::size_t>(state.first + k)] += 0.05;
        const std::vector<double> after = kernels.run(KernelKind::Logged, t_probe, moved);
        for (const LoggedSignal& signal : program.logged) {
          if (signal.block != index || signal.residual) continue;
          for (int k = 0; k < signal.count(); ++k) {
            const auto column = static_cast<std::size_t>(signal.first + k);
            if (before[column] == after[column] || std::isnan(before[column])) continue;
            EXPECT_TRUE(reported->reads(static_cast<std::size_t>(signal.port), input))
                << "output " << info.outputs[static_cast<std::size_t>(signal.port)].name << " reads input "
                << info.inputs[input].name;
          }
        }
      }
    }
  });
}

}  // namespace sim
