// Phases of the compiler called alone, on what they say they need.
#include "sim_core/compile/phases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

#include "tests/sim_core/compile/stages.h"

namespace sim::compile_phases {

namespace {

// No phase can be called on a stage that its inputs are not in.
template <auto phase, class... Given>
constexpr bool takes = std::is_invocable_v<decltype(phase), Given...>;
static_assert(takes<propagate_attributes, ResolvedModel&, Report&>);
static_assert(!takes<propagate_attributes, Blocks&, Report&>, "what is not connected has no dimensions");
static_assert(!takes<attach_data_stores, Blocks&, Report&>);
static_assert(!takes<connect_networks, ResolvedModel&, Report&>);
static_assert(!takes<flatten, ResolvedModel&, Report&>);
static_assert(!takes<write_equations, TypedModel, Report&>, "inputs that are not flat have no leaves");
static_assert(!takes<sample_times, TypedModel&, Report&>, "rates follow from equations");
static_assert(!takes<order_data_stores, EquationSystem&, Report&>,
              "who writes continuously is known by the rates");
static_assert(!takes<lower, EquationSystem&, Parameters, Report&>, "outputs have an order first");
// Earlier stages are constants to who only reads them.
static_assert(takes<propagate_attributes, const ResolvedModel&, Report&>);
static_assert(takes<declare_sample_times, const Blocks&, Report&>);
static_assert(takes<sort_blocks, const EquationSystem&, Report&>);
static_assert(!takes<propagate_types, const EquationSystem&, Report&>, "outputs are converted");
static_assert(takes<lower, const SortedSystem&, Parameters, Report&>);

}  // namespace

TEST(Phases, EvaluateParametersNumbersBlocksAndTheirParameters) {
  ModelBuilder m;
  m.variable("k", "2");
  m.block("math/gain", "G", {{"k", "[k 3]"}});
  m.block("sources/constant", "C", {{"value", "5"}});
  Stages stages(m.diagram);
  const Blocks blocks = stages.blocks();
  ASSERT_TRUE(stages.report.diagnostics.empty());
  const Instance& gain = blocks.at(index_of(blocks, "G"));
  EXPECT_EQ(blocks.instance_of.at(gain.id), gain.index);
  const int first = gain.parameter_first[static_cast<std::size_t>(gain.type->parameter_index("k"))];
  EXPECT_EQ(blocks.parameters.values[static_cast<std::size_t>(first)], 2);
  EXPECT_EQ(blocks.parameters.values[static_cast<std::size_t>(first) + 1], 3);
  EXPECT_TRUE(gain.drivers.empty()) << "lines are another phase's";
}

TEST(Phases, BlocksWithTheSameTextsShareTheirParametersUntilOneIsChanged) {
  ModelBuilder m;
  const Id plant = m.block("ports/subsystem", "Plant");
  m.diagram.blocks[plant].mask = Mask{{{"K", "", "5"}}};
  m.variable("K", "2");
  m.block("math/gain", "A", {{"k", "K"}});
  m.block("math/gain", "B", {{"k", "K"}});
  m.block("math/gain", "Other", {{"k", "3"}});
  m.block("math/gain", "Inside", {{"k", "K"}}, plant);
  Stages stages(m.diagram);
  Blocks blocks = stages.blocks();
  const auto block = [&](std::string_view path) -> Instance& { return blocks.at(index_of(blocks, path)); };
  const auto gain = [](const Instance& instance) {
    return instance.parameters[static_cast<std::size_t>(instance.type->parameter_index("k"))].number();
  };
  EXPECT_EQ(&block("A").parameters.get(), &block("B").parameters.get());
  EXPECT_EQ(gain(block("B")), 2);
  EXPECT_EQ(gain(block("Other")), 3);
  EXPECT_EQ(gain(block("Plant/Inside")), 5);
  EXPECT_NE(block("A").parameter_first, block("B").parameter_first) << "each has its place in the program";
  block("A").inputs.push_back({"more", ""});
  EXPECT_EQ(block("A").inputs.size(), 2u);
  EXPECT_EQ(block("B").inputs.size(), 1u);
  block("B").parameters.own().clear();
  EXPECT_EQ(gain(block("A")), 2);
}

// Up to 61 inputs are bits of one word.
TEST(Phases, FeedthroughIsFoundForAnyNumberOfInputs) {
  for (const std::size_t inputs : {1u, 60u, 61u, 62u, 63u, 64u, 65u, 130u}) {
    ModelBuilder m;
    const Id sum = m.block("math/sum", "S", {{"signs", std::string(inputs, '+')}});
    m.connect(sum, m.block("continuous/integrator", "X")).connect(sum, m.block("sinks/scope", "y"));
    Stages stages(m.diagram);
    const EquationSystem system = stages.equations();
    const ReadSets& reads = system.equations[index_of(system, "S")].reads;
    EXPECT_EQ(reads.of(0).size(), inputs);
    EXPECT_TRUE(reads(0, 0) && reads(0, inputs - 1)) << inputs;
    EXPECT_TRUE(system.equations[index_of(system, "X")].reads.of(0).empty());
  }
}

// What an output reads of the control block around it stands behind its inputs.
TEST(Phases, FeedthroughKnowsTheControllerBehindAnyNumberOfInputs) {
  for (const std::size_t inputs : {1u, 61u, 62u, 63u, 64u, 65u}) {
    ModelBuilder m;
    const Id sub = m.block("ports/subsystem", "S");
    m.block("ports/enable", "E", {}, sub);
    const Id sum = m.block("math/sum", "Sum", {{"signs", std::string(inputs, '+')}}, sub);
    m.connect(sum, m.block("ports/outport", "y", {}, sub));
    Stages stages(m.diagram);
    const EquationSystem system = stages.equations();
    EXPECT_TRUE(system.equations[index_of(system, "S/y")].reads_controller[0][0]) << inputs;
    EXPECT_FALSE(system.equations[index_of(system, "S/Sum")].reads_controller[0][0]) << inputs;
  }
}

TEST(Phases, DeclareSampleTimesReadsBlocksOnly) {
  ModelBuilder m;
  m.block("discrete/unit_delay", "D", {{"SampleTime", "[0.5 0.1]"}});
  m.block("math/gain", "G");
  m.block("discrete/unit_delay", "Wrong", {{"SampleTime", "[0.5 0.7]"}});
  Stages stages(m.diagram);
  const Blocks blocks = stages.blocks();
  const SampleTimes times = declare_sample_times(blocks, stages.report);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[index_of(blocks, "D")], (SampleTime{SampleTime::Kind::Discrete, 0.5, 0.1}));
  EXPECT_EQ(times[index_of(blocks, "G")].kind, SampleTime::Kind::Inherited);
  ASSERT_TRUE(stages.report.failed());
  EXPECT_EQ(stages.report.diagnostics.front().path, "Wrong");
}

TEST(Phases, FindControllersMakesOutportsBlocks) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "S");
  m.block("ports/enable", "E", {}, sub);
  m.block("math/gain", "G", {}, sub);
  m.block("ports/outport", "y", {}, sub);
  m.block("math/gain", "Outside");
  Stages stages(m.diagram);
  Blocks blocks = stages.blocks();
  EXPECT_FALSE(blocks.at(index_of(blocks, "S/y")).holds_output());
  const Repetition repetition = find_controllers(blocks, stages.report);
  EXPECT_TRUE(repetition.repeating.empty());
  const int enable = index_of(blocks, "S/E");
  EXPECT_EQ(blocks.at(index_of(blocks, "S/G")).controller, enable);
  EXPECT_EQ(blocks.at(index_of(blocks, "Outside")).controller, -1);
  EXPECT_TRUE(blocks.at(index_of(blocks, "S/y")).holds_output());
  EXPECT_EQ(calling_control(blocks, blocks.at(index_of(blocks, "S/G"))), -1) << "an Enable is no call";
}

TEST(Phases, ConnectSeesThroughSubsystems) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C"), sub = m.block("ports/subsystem", "S");
  const Id in = m.block("ports/inport", "u", {}, sub), gain = m.block("math/gain", "G", {}, sub);
  m.connect(source, sub).connect(in, gain);
  Stages stages(m.diagram);
  const ResolvedModel model = stages.resolved();
  const Instance& inside = model.at(index_of(model, "S/G"));
  EXPECT_EQ(inside.drivers, (std::vector<Driver>{{index_of(model, "C"), 0}}));
  ASSERT_EQ(stages.report.diagnostics.size(), 1u);
  EXPECT_EQ(stages.report.diagnostics.front().message, "output y leads nowhere");
}

TEST(Phases, AttachAccessesHasRowsForTheBlocksConcernedOnly) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C"), x = m.block("continuous/integrator", "X");
  const Id reader = m.block("routing/state_reader", "R", {{"StateOwnerBlock", "X"}});
  m.connect(source, x).connect(x, m.block("sinks/scope", "A")).connect(reader, m.block("sinks/scope", "B"));
  Stages stages(m.diagram);
  ResolvedModel model = stages.resolved();
  attach_accesses(model, stages.report);
  ASSERT_FALSE(stages.report.failed()) << to_text(stages.report.diagnostics.front());
  const Instance &owner = model.at(index_of(model, "X")), &other = model.at(index_of(model, "C"));
  EXPECT_EQ(model.accesses[owner].outputs, 1);
  EXPECT_EQ(owner.outputs.size(), owner.own_outputs() + 1);
  EXPECT_EQ(model.at(index_of(model, "R")).drivers, (std::vector<Driver>{{owner.index, 1}}));
  EXPECT_EQ(model.accesses[other].outputs, 0);
  EXPECT_EQ(&model.accesses[other], &model.accesses[model.at(index_of(model, "A"))]) << "the empty row";
}

TEST(Phases, PropagateAttributesGivesATableAndLeavesTheModel) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C", {{"value", "[1; 2; 3]"}});
  const Id gain = m.block("math/gain", "G"), x = m.block("continuous/integrator", "X");
  m.connect(source, gain).connect(gain, x).connect(x, m.block("sinks/scope", "Scope"));
  Stages stages(m.diagram);
  const ResolvedModel model = stages.resolved();
  const ShapeTable shapes = propagate_attributes(model, stages.report);
  EXPECT_EQ(shapes[index_of(model, "G")].outputs, std::vector<Shape>{vector_shape(3)});
  EXPECT_EQ(shapes[index_of(model, "X")].states, std::vector<Shape>{vector_shape(3)});
  EXPECT_EQ(shapes[index_of(model, "Scope")].inputs, std::vector<Shape>{vector_shape(3)});
  EXPECT_FALSE(stages.report.failed());
}

TEST(Phases, PropagateComplexityWritesIntoTheTableItIsGiven) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C", {{"value", "1 + 2i"}}), gain = m.block("math/gain", "G");
  m.connect(source, gain).connect(gain, m.block("sinks/scope", "Scope"));
  m.block("sources/constant", "Real");
  Stages stages(m.diagram);
  const ResolvedModel model = stages.resolved();
  ShapeTable shapes = propagate_attributes(model, stages.report);
  EXPECT_FALSE(shapes[index_of(model, "G")].outputs[0].complex);
  propagate_complexity(model, shapes, stages.report);
  EXPECT_TRUE(shapes[index_of(model, "G")].outputs[0].complex);
  EXPECT_TRUE(shapes[index_of(model, "Scope")].inputs[0].complex);
  EXPECT_FALSE(shapes[index_of(model, "Real")].outputs[0].complex);
}

TEST(Phases, ReduceBlocksKeepsWhatIsLookedAt) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C"), gain = m.block("math/gain", "G");
  m.connect(source, gain);
  for (const bool looked_at : {false, true}) {
    Stages stages(m.diagram);
    ResolvedModel model = stages.resolved();
    reduce_blocks(model, looked_at ? std::set<Id>{gain} : std::set<Id>(), stages.report);
    EXPECT_EQ(model.at(index_of(model, "C")).reduced, !looked_at) << "it drives the gain";
    EXPECT_EQ(stages.report.kept_to_look_at, looked_at ? std::set<Id>{gain} : std::set<Id>());
    EXPECT_EQ(stages.report.reductions.size(), looked_at ? 0u : 2u);
  }
}

TEST(Phases, UnrollLinksEachPassToTheOneBefore) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C"), sub = m.block("ports/subsystem", "S");
  m.block("ports/for_iterator", "For", {{"IterationLimit", "3"}}, sub);
  const Id in = m.block("ports/inport", "u", {}, sub), out = m.block("ports/outport", "y", {}, sub);
  const Id delay = m.block("discrete/unit_delay", "D", {{"SampleTime", "-1"}}, sub);
  m.connect(source, sub).connect(in, delay).connect(delay, out).connect(sub, m.block("sinks/scope", "Scope"));
  Stages stages(m.diagram);
  const TypedModel model = stages.typed();
  ASSERT_FALSE(stages.report.failed()) << to_text(stages.report.diagnostics.back());
  const Instance* passes[] = {&model.at(index_of(model, "S[1]/D")), &model.at(index_of(model, "S[2]/D")),
                              &model.at(index_of(model, "S[3]/D"))};
  EXPECT_EQ(model.copies[*passes[0]].previous, -1);
  EXPECT_EQ(model.copies[*passes[1]].previous, passes[0]->index);
  EXPECT_EQ(model.copies[*passes[2]].previous, passes[1]->index);
  EXPECT_TRUE(model.copies[*passes[1]].goes_on);
  EXPECT_FALSE(model.copies[*passes[2]].goes_on);
  EXPECT_EQ(model.at(index_of(model, "Scope")).drivers[0].instance, index_of(model, "S[3]/y"));
  // All tables have grown alike.
  EXPECT_EQ(model.shapes.size(), model.instances.size());
  EXPECT_EQ(model.declared.size(), model.instances.size());
  for (std::size_t k = 0; k < model.instances.size(); ++k)
    EXPECT_EQ(model.instances[k].index, static_cast<int>(k));
}

TEST(Phases, FlattenSeesThroughMuxes) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A", {{"value", "[1; 2]"}}), b = m.block("sources/constant", "B");
  const Id mux = m.block("routing/mux", "Mux"), scope = m.block("sinks/scope", "Scope");
  m.connect(a, mux).connect(b, mux, 1).connect(mux, scope);
  Stages stages(m.diagram);
  const TypedModel model = stages.typed();
  const SegmentTable segments = flatten(model, stages.report);
  const auto& arriving = segments[index_of(model, "Scope")].at(0);
  ASSERT_EQ(arriving.size(), 2u);
  EXPECT_EQ(arriving[0].from.instance, index_of(model, "A"));
  EXPECT_EQ(arriving[0].count, 2);
  EXPECT_EQ(arriving[1].from.instance, index_of(model, "B"));
}

TEST(Phases, WriteEquationsReadsOffDirectFeedthrough) {
  ModelBuilder m;
  const Id gain = m.block("math/gain", "G"), x = m.block("continuous/integrator", "X");
  m.connect(gain, x).connect(x, gain);
  Stages stages(m.diagram);
  const EquationSystem system = stages.equations();
  EXPECT_EQ(system.state_count, 1);
  EXPECT_TRUE(system.equations[index_of(system, "G")].reads(0, 0));
  EXPECT_FALSE(system.equations[index_of(system, "X")].reads(0, 0));
  EXPECT_EQ(system.equations[index_of(system, "X")].roles.derivatives.size(), 1u);
}

TEST(Phases, SampleTimesInheritTheFastestRate) {
  ModelBuilder m;
  const Id fast = m.block("discrete/unit_delay", "Fast", {{"SampleTime", "0.1"}});
  const Id slow = m.block("discrete/unit_delay", "Slow", {{"SampleTime", "0.4"}});
  const Id sum = m.block("math/sum", "Sum");
  m.connect(fast, sum).connect(slow, sum, 1).connect(sum, fast).connect(sum, slow);
  Stages stages(m.diagram);
  const EquationSystem system = stages.equations();
  const Rates rates = sample_times(system, stages.report);
  EXPECT_EQ(rates.times[index_of(system, "Sum")], (SampleTime{SampleTime::Kind::Discrete, 0.1, 0}));
  EXPECT_EQ(system.declared[index_of(system, "Sum")].kind, SampleTime::Kind::Inherited)
      << "what it says itself";
  ASSERT_EQ(rates.all.size(), 2u);
  EXPECT_EQ(rates.all[0].period, 0.1);
  EXPECT_EQ(rates.hit_modes[index_of(system, "Sum")], rates.all[0].mode);
  EXPECT_EQ(rates.mode_count, system.mode_count + 2);
}

TEST(Phases, SortBlocksFindsLoopsAndAlgebraicLoopsTearsThem) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "C");
  const Id sum = m.block("math/sum", "Sum", {{"Inputs", "+-"}}), gain = m.block("math/gain", "G");
  m.connect(source, sum)
      .connect(sum, gain)
      .connect(gain, sum, 1)
      .connect(sum, m.block("sinks/scope", "Scope"));
  Stages stages(m.diagram);
  const EquationSystem system = stages.equations();
  Order order = sort_blocks(system, stages.report);
  ASSERT_EQ(order.loops.size(), 1u);
  EXPECT_EQ(order.loops[0].units.size(), 2u);
  const auto place = [&](std::string_view path) {
    return std::ranges::find(order.outputs, Unit{index_of(system, path), 0}) - order.outputs.begin();
  };
  EXPECT_LT(place("C"), place("Sum"));
  const Unknowns unknowns = algebraic_loops(system, order, stages.report);
  EXPECT_EQ(unknowns.count, 1);
  EXPECT_EQ(order.loops[0].torn.size() + order.loops[0].sequence.size(), 2u);
  ASSERT_FALSE(stages.report.diagnostics.empty());
  expect_in(stages.report.diagnostics.back().message, {"algebraic loop", "'Sum'", "'G'"});
}

// x' = p y, y' = 3, written without any diagram.
TEST(Phases, DifferentiateReadsAProgramAlone) {
  Program program;
  program.state_count = 2;
  program.parameters = {4};
  const ir::Value y = program.graph.leaf(ir::Op::State, 1, scalar_shape);
  const ir::Value p = program.graph.leaf(ir::Op::Parameter, 0, scalar_shape);
  Kernel& derivatives = program.kernel(KernelKind::Derivatives);
  derivatives.results = {(p * y).id, program.graph.constant(3).id};
  derivatives.size = 2;
  differentiate(program);
  EXPECT_EQ(program.jacobian_pattern.nonzeros(), 1);
  EXPECT_TRUE(program.analytical);
  EXPECT_EQ(program.kernel(KernelKind::Tangents).size, 2);
  program.parameters = {0};
  find_patterns(program);
  EXPECT_EQ(program.jacobian_pattern.nonzeros(), 0)
      << "entries that are zero for these parameters are left out";
}

}  // namespace sim::compile_phases
