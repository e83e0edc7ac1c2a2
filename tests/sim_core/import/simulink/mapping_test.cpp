// The table itself, and what its own functions do.
#include "sim_core/import/simulink/mapping/mapping.h"

#include <fstream>

#include "sim_core/diagram/settings.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/script.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/import/simulink/mapping/function_code.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"
#include "tests/sim_core/import/simulink/simulink_models.h"
#include "tests/support/refused_run.h"

namespace sim::importing::simulink {

TEST(SimulinkMapping, EveryTypeThatIsFoundInModelsHasAnEntry) {
  std::ifstream list("tests/sim_core/import/simulink/block_types.txt");
  std::string name;
  int count = 0;
  while (std::getline(list, name)) {
    if (name.empty() || name.starts_with("#") || name == "SubSystem[Variant]")
      continue;  // a parameter of SubSystem
    ++count;
    const BlockMapping* found = simulink_mapping().find(name);
    ASSERT_TRUE(found) << name;
    EXPECT_TRUE(!found->target.empty() || !found->instead.empty() || found->left_out)
        << name << " has no reason";
  }
  EXPECT_GT(count, 240);
}

TEST(SimulinkMapping, EveryTargetAndItsParametersExist) {
  const BlockLibrary library = standard_library();
  for (const BlockMapping* entry : simulink_mapping().all()) {
    if (entry->target.empty()) continue;
    const BlockType* type = library.find(entry->target);
    ASSERT_TRUE(type) << entry->source << " -> " << entry->target;
    for (const ParameterMapping& mapping : entry->parameters) {
      const int index = type->parameter_index(mapping.target);
      ASSERT_GE(index, 0) << entry->source << " -> " << entry->target << "." << mapping.target;
      const ParameterSpec& spec = type->parameters[static_cast<std::size_t>(index)];
      EXPECT_EQ(spec.name, mapping.target) << "a former name";
      for (const auto& [from, to] : mapping.choices)
        EXPECT_NE(std::find(spec.choices.begin(), spec.choices.end(), to), spec.choices.end())
            << entry->source << ": " << spec.name << " has no choice " << to;
      EXPECT_EQ(mapping.how == Translation::Choice, spec.kind == ParameterKind::Choice)
          << entry->source << ": " << spec.name;
    }
  }
  for (const ParameterMapping& mapping : simulink_mapping().settings) {
    EXPECT_TRUE(find_setting(mapping.target)) << mapping.target;
    for (const auto& [from, to] : mapping.choices)
      EXPECT_TRUE(check_setting(mapping.target, to)) << mapping.target << " = " << to;
  }
}

// A block alone, with all its parameters as Simulink has them where a file says nothing: whatever it becomes
// must be a block whose parameters are in order.
TEST(SimulinkMapping, WhatAFileDoesNotSayIsInOrder) {
  const BlockLibrary library = standard_library();
  for (const BlockMapping* entry : simulink_mapping().all()) {
    SourceModel model;
    SourceBlock block;
    block.key = block.name = "block";
    const bool link = entry->source.find('/') != std::string::npos;
    block.type = link ? "Reference" : entry->source;
    if (link) block.link = entry->source;
    model.root.blocks.push_back(block);
    const ImportedModel made = build_diagram(model, simulink_mapping(), library);
    for (const auto& [id, b] : made.diagram.blocks) {
      const BlockType* type = library.find(b.type);
      ASSERT_TRUE(type) << entry->source << ": " << b.type;
      if (b.type == "user_defined/unresolved") continue;
      for (const auto& [name, text] : b.parameters)
        EXPECT_GE(type->parameter_index(name), 0) << entry->source << " -> " << b.type << "." << name;
      const expr::Workspace none;
      const auto values = evaluate_parameters(made.diagram, *type, id, expr::WorkspaceScope(none));
      EXPECT_TRUE(values) << entry->source << ": " << (values ? "" : to_text(values.error()));
    }
  }
}

static Block of(const std::string& type, const std::string& parameters) {
  return *find(imported(mdl(mdl_block(type, "b", parameters))).diagram, "b");
}
static std::string parameter(const Block& block, const std::string& name) {
  const auto it = block.parameters.find(name);
  return it == block.parameters.end() ? "default" : it->second;
}

TEST(SimulinkMapping, NamesOfAllVersionsAreKnown) {
  EXPECT_EQ(parameter(of("UnitDelay", "X0 \"4\""), "InitialCondition"), "4");
  EXPECT_EQ(parameter(of("UnitDelay", "InitialCondition \"4\""), "InitialCondition"), "4");
  EXPECT_EQ(parameter(of("StateSpace", "X0 \"[1;2]\""), "X0"), "[1;2]");
  EXPECT_EQ(parameter(of("StateSpace", "InitialCondition \"[1;2]\""), "X0"), "[1;2]");
  EXPECT_EQ(parameter(of("DiscreteIntegrator", "IntegratorMethod \"BackwardEuler\""), "IntegratorMethod"),
            "Backward Euler");
  EXPECT_EQ(parameter(of("DiscreteIntegrator", "IntegratorMethod \"Integration: Trapezoidal\""),
                      "IntegratorMethod"),
            "Trapezoidal");
  EXPECT_EQ(parameter(of("Product", "Inputs \"3\""), "Operations"), "***");
  EXPECT_EQ(parameter(of("Sum", "Inputs \"|+-\""), "signs"), "|+-");
  // Before R2020a a sum that says nothing of its shape is a rectangle.
  EXPECT_EQ(parameter(of("Sum", ""), "IconShape"), "Rectangular");
  EXPECT_EQ(parameter(of("Sum", "IconShape \"round\""), "IconShape"), "default");
  EXPECT_EQ(
      parameter(
          *find(imported(slx({"<Block BlockType=\"Sum\" Name=\"b\" SID=\"1\"/>"}, {}, "R2020b")).diagram,
                "b"),
          "IconShape"),
      "default");
  EXPECT_EQ(parameter(of("TransferFcn", "Denominator \"[1 2 1]\""), "Denominator"), "default");
  EXPECT_EQ(parameter(of("TransferFcn", ""), "Denominator"), "[1 1]");
  EXPECT_EQ(parameter(of("Gain", "OutDataTypeStr \"int16\""), "OutDataTypeStr"), "int16");
  EXPECT_EQ(parameter(of("Gain", "OutDataTypeStr \"fixdt(1,16,0)\""), "OutDataTypeStr"), "int16");
}

// Which way it leads is not known yet.
TEST(SimulinkMapping, ARateTransitionThatMayDelaySaysSo) {
  const ImportedModel sure = imported(mdl(mdl_block("RateTransition", "r", "X0 \"3\"")));
  EXPECT_EQ(find(sure.diagram, "r")->parameters.at("InitialCondition"), "3");
  ASSERT_FALSE(entry(sure.report, "r")->remarks.empty());
  EXPECT_NE(entry(sure.report, "r")->remarks[0].find("set its Delay"), std::string::npos);
  const ImportedModel free = imported(mdl(mdl_block("RateTransition", "r", "Deterministic \"off\"")));
  EXPECT_TRUE(entry(free.report, "r")->remarks.empty());
}

TEST(SimulinkMapping, DefaultsOfTheFileCount) {
  const std::string model =
      "Model {\n Version 7.5\n BlockParameterDefaults {\n Block {\n BlockType Gain\n Gain \"7\"\n }\n }\n "
      "System {\n" +
      mdl_block("Gain", "b") + "}\n}\n";
  EXPECT_EQ(find(imported(model).diagram, "b")->parameters.at("k"), "7");
}

TEST(SimulinkMapping, ADemuxOfUnequalWidthsIsASubsystemOfSelectors) {
  const ImportedModel model = imported(mdl(mdl_block("Demux", "d", "Outputs \"[1 3 2]\"")));
  EXPECT_EQ(find(model.diagram, "d")->type, "ports/subsystem");
  EXPECT_EQ(find(model.diagram, "d/y2 of u")->parameters.at("Indices"), "2:4");
  EXPECT_EQ(entry(model.report, "d")->outcome, Outcome::Exact);
}

TEST(SimulinkMapping, ABusIsNamedAfterTheLinesThatArrive) {
  const ImportedModel model = imported(mdl(
      mdl_block("Constant", "a") + mdl_block("Constant", "c", "Port {\n PortNumber 1\n Name \"speed\"\n }") +
      mdl_block("BusCreator", "bus", "Inputs \"2\"") +
      "Line {\n Name \"force\"\n SrcBlock \"a\"\n SrcPort 1\n DstBlock \"bus\"\n DstPort 1\n }\n" +
      mdl_line("c", "bus", 2)));
  EXPECT_EQ(find(model.diagram, "bus")->parameters.at("ElementNames"), "force,speed");
}

TEST(SimulinkMapping, ControlPortsComeBehindTheSignals) {
  const std::string inside = "System {\n" + mdl_block("Inport", "u") + mdl_block("TriggerPort", "T") +
                             mdl_block("EnablePort", "E") + " }";
  const ImportedModel model =
      imported(mdl(mdl_block("SubSystem", "S", inside) + mdl_block("Constant", "c") +
                   "Line {\n SrcBlock \"c\"\n SrcPort 1\n DstBlock \"S\"\n DstPort enable\n }\n"
                   "Line {\n SrcBlock \"c\"\n SrcPort 1\n DstBlock \"S\"\n DstPort trigger\n }\n"));
  std::vector<int> ports;
  for (const auto& [id, line] : model.diagram.lines)
    if (line.target) ports.push_back(line.target->port);
  EXPECT_EQ(ports, (std::vector<int>{1, 2}));
  EXPECT_EQ(find(model.diagram, "S")->type, "ports/subsystem");
}

TEST(SimulinkMapping, WhatHasNoCounterpartKeepsAllItWasAndDoesNotRun) {
  const ImportedModel model = imported(mdl(
      mdl_block("S-Function", "plant", "FunctionName \"my_plant\"\n Parameters \"a, b\"\n Ports [2, 3]")));
  const Block& block = *find(model.diagram, "plant");
  EXPECT_EQ(block.type, "user_defined/unresolved");
  EXPECT_EQ(block.parameters.at("SourceType"), "S-Function");
  EXPECT_EQ(block.parameters.at("Inputs"), "2");
  EXPECT_EQ(block.parameters.at("Outputs"), "3");
  EXPECT_EQ(block.parameters.at("SourceParameters"), "FunctionName = my_plant\nParameters = a, b\n");
  EXPECT_EQ(entry(model.report, "plant")->outcome, Outcome::Unresolved);
  EXPECT_NE(entry(model.report, "plant")->instead, "");
  expect_refused(model.diagram, "plant: this block of an imported model has no counterpart here");
}

TEST(SimulinkMapping, NamesWithoutAValueAreListedWithTheirUses) {
  const ImportedModel model = imported(
      mdl(mdl_block("Gain", "a", "Gain \"2*k0\"") + mdl_block("Constant", "b", "Value \"k0 + pi\"")));
  ASSERT_EQ(model.report.undefined.size(), 1u);
  EXPECT_EQ(model.report.undefined[0].name, "k0");
  EXPECT_EQ(model.report.undefined[0].uses, (std::vector<std::string>{"a: k", "b: Value"}));
}

// Of formulas and programs too, where they are no inputs and nothing that a program assigns.
TEST(SimulinkMapping, NamesWithoutAValueInFormulasAreListed) {
  const ImportedModel model =
      imported(mdl(mdl_block("Fcn", "f", "Expr \"k*u(1) + sin(u(2)) + known\"") +
                       mdl_block("MATLABFcn", "m", "MATLABFcn \"gain*u + offset(2)\"") +
                       mdl_block("If", "if", "NumInputs \"1\"\n IfExpression \"u1 > level\""),
                   "StopTime \"1\"\n PreLoadFcn \"known = 1; offset = [1 2];\""));
  std::vector<std::string> names;
  for (const UndefinedName& undefined : model.report.undefined)
    names.push_back(undefined.name + " in " + undefined.uses.at(0));
  EXPECT_EQ(names, (std::vector<std::string>{"gain in m: Script", "k in f: Expression",
                                             "level in if: IfExpression"}));
}

TEST(SimulinkMapping, MasksOfAllAges) {
  const std::string inside = "System {\n" + mdl_block("Gain", "k", "Gain \"K\"") + " }";
  const std::string keys =
      "MaskPromptString \"Gain:|Kind:|Text\"\n MaskStyleString \"edit,popup(slow|fast),edit\"\n "
      "MaskVariables \"K=@1;kind=@2;name=&3;\"\n"
      " MaskValueString \"5|fast|hello\"\n" +
      inside;
  const std::string object =
      "Object {\n $PropName \"MaskObject\"\n $ClassName \"Simulink.Mask\"\n Array {\n Type "
      "\"Simulink.MaskParameter\"\n Object {\n"
      " Type \"edit\"\n Name \"K\"\n Prompt \"Gain:\"\n Value \"5\"\n }\n PropName \"Parameters\"\n }\n }\n" +
      inside;
  for (const std::string& text : {keys, object}) {
    const ImportedModel model = imported(mdl(mdl_block("SubSystem", "S", text)));
    const Block& block = *find(model.diagram, "S");
    ASSERT_TRUE(block.mask) << text;
    EXPECT_EQ(block.mask->parameters.at(0).name, "K");
    EXPECT_EQ(block.mask->parameters.at(0).label, "Gain:");
    EXPECT_EQ(block.mask->parameters.at(0).expression, "5");
    EXPECT_TRUE(model.report.undefined.empty());
  }
  const Mask mask = *find(imported(mdl(mdl_block("SubSystem", "S", keys))).diagram, "S")->mask;
  EXPECT_EQ(mask.parameters.at(1).expression, "2");  // the number of the choice
  EXPECT_FALSE(mask.parameters.at(2).evaluate);
  EXPECT_EQ(mask.parameters.at(2).expression, "hello");
}

TEST(SimulinkMapping, ALineEndInAMatrixBeginsARow) {
  const ImportedModel model = imported(mdl(
      mdl_block("SubSystem", "S",
                "MaskPromptString \"K:\"\n MaskVariables \"K=@1;\"\n MaskValueString \"5\"\n "
                "MaskInitialization \"M = [1 K % the first\\n 3 4];\\nN = [1 2;\\n 3 4];\"\n System {\n }")));
  EXPECT_EQ(find(model.diagram, "S")->mask->initialization, "M = [1 K ; 3 4]\nN = [1 2; 3 4]\n");
}

TEST(SimulinkExpressions, AreTranslated) {
  EXPECT_EQ(translate_expression("[0; -1; 0];").text, "[0; -1; 0]");
  EXPECT_EQ(translate_expression("double(3) + k").text, "(3) + k");
  EXPECT_EQ(translate_expression("bin2dec('1101')").text, "13");
  EXPECT_TRUE(translate_expression("[1:3]'").remarks.empty());
  EXPECT_FALSE(translate_expression("vessel.main.B{1}").remarks.empty());
  EXPECT_EQ(translate_expression("2*vessel.main.B'").text, "2*vessel.main.B'");
  EXPECT_TRUE(translate_expression("2*vessel.main.B'").remarks.empty());
  EXPECT_EQ(translate_expression("x.*y + 1.e3").text, "x.*y + 1.e3");
  EXPECT_EQ(translate_fcn("2*u + sin(u(2)) - u[3]*mu"), "2*u(1) + sin(u(2)) - u[3]*mu");
}

TEST(SimulinkExpressions, ProgramsOfMatlabFunctions) {
  const std::string original =
      "% a comment first\nfunction [a,b] = f(x, ...\n    y)\n%#codegen\na = x;\nif nargout > 1\n    b = "
      "y;\nend\nend\n";
  const TranslatedText whole = translate_function(original);
  EXPECT_TRUE(whole.remarks.empty()) << whole.remarks.front();
  EXPECT_EQ(whole.text, original);
  EXPECT_EQ(expr::script_header(whole.text).inputs, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(program_of_expression("sin"), "function y = f(u)\ny = sin(u)\n");
  EXPECT_EQ(program_of_expression("2*feval('ship', u(1:2))"), "function y = f(u)\ny = 2*ship(u(1:2))\n");
  EXPECT_EQ(
      foreign_functions(
          "function y = f(u)\ny = g(u) + h(u(1)) + sin(u) + k(2)*g(1);\nend\nfunction z = h(x)\nz = x;\n"),
      (std::vector<std::string>{"g", "k"}));
  const TranslatedText with_function = translate_function(
      "function y = f(u)\npersistent n\nif isempty(n)\n  n = 0;\nend\nn = n + g(u);\ny = n;\nend\n\n"
      "function z = g(x)\nswitch x\n  case 1\n    z = 2;\n  otherwise\n    z = x;\nend\nend\n");
  EXPECT_TRUE(with_function.remarks.empty()) << with_function.remarks.front();
  EXPECT_TRUE(translate_function("function y = f(u)\nfor k = 1:3\n if u > k, break, end\nend\ny = u;\n")
                  .remarks.empty());
  EXPECT_FALSE(
      translate_function("function y = f(u)\ntry\n y = g(u);\ncatch\n y = 0;\nend\n").remarks.empty());
}

static std::string variables_of(const ImportedModel& model) {
  std::string all;
  for (const auto& [id, variable] : model.diagram.variables)
    all += variable.name + " = " + variable.expression + "\n";
  return all;
}
static ImportedModel with_gain(const std::string& gain, const std::string& script) {
  return imported(
      mdl(mdl_block("Gain", "k", "Gain \"" + gain + "\""), "StopTime \"1\"\n PreLoadFcn \"" + script + "\""));
}

// A structure is one variable: what a field says of others is written out.
TEST(SimulinkVariables, AssignmentsToFieldsMakeAStructure) {
  const ImportedModel model =
      with_gain("2*motor.gear.n(2)",
                "motor.R = 2; q = motor.R + 1; motor.gear.n = [1 3*motor.R*q0]; q0 = 5; motor.R = 7;");
  EXPECT_EQ(variables_of(model),
            "q = motor.R + 1\nq0 = 5\nmotor = struct('R', 7, 'gear', struct('n', [1 3*(2)*q0]))\n");
  EXPECT_TRUE(model.report.undefined.empty());
  EXPECT_EQ(entry(model.report, "k")->outcome, Outcome::Exact);
  const auto value =
      expr::evaluate("2*motor.gear.n(2)", expr::WorkspaceScope(workspace_of(model.diagram, no_id)));
  ASSERT_TRUE(value);
  EXPECT_EQ(value->as_scalar(), 2 * 3 * 2 * 5);
}

// Where no structure can be said, its fields are variables of their own, wherever they are read.
TEST(SimulinkVariables, FieldsAreVariablesWhereThereIsNoStructure) {
  const ImportedModel round = with_gain("motor.R", "motor.L = 1; k0 = 2*motor.L; motor.R = k0;");
  EXPECT_EQ(variables_of(round), "motor_L = 1\nk0 = 2*motor_L\nmotor_R = k0\n");
  EXPECT_EQ(find(round.diagram, "k")->parameters.at("k"), "motor_R");
  EXPECT_TRUE(round.report.undefined.empty());
  const ImportedModel none = with_gain("2*vessel.main.B(1) + pi", "x = 1;");
  EXPECT_EQ(find(none.diagram, "k")->parameters.at("k"), "2*vessel_main_B(1) + pi");
  ASSERT_EQ(none.report.undefined.size(), 1u);
  EXPECT_EQ(none.report.undefined[0].name, "vessel_main_B");
  EXPECT_EQ(entry(none.report, "k")->outcome, Outcome::Approximated);
  EXPECT_EQ(
      entry(none.report, "k")->remarks.at(0),
      "fields of a structure that nothing defines are variables of their own here: define vessel_main_B");
}

TEST(SimulinkVariables, ElementsOfCellsAreVariables) {
  const ImportedModel model = with_gain(
      "A{2}(1) + B{1, 2} + C{3}", "A = {1, [2 x'], 'a,b'}; B = {1, 2; 3, 4}; C{3} = 7; D = {}; E = {1 2};");
  EXPECT_EQ(variables_of(model),
            "A_1 = 1\nA_2 = [2 x']\nA_3 = 'a,b'\nB_1_1 = 1\nB_1_2 = 2\nB_2_1 = 3\nB_2_2 = 4\nC_3 = 7\nD = "
            "{}\nE = {1 2}\n");
  ASSERT_EQ(model.report.undefined.size(), 1u);
  EXPECT_EQ(model.report.undefined[0].name, "x");
  EXPECT_EQ(find(model.diagram, "k")->parameters.at("k"), "A_2(1) + B_1_2 + C_3");
}

TEST(SimulinkVariables, MasksMakeStructures) {
  const auto initialization = [](const std::string& lines) {
    const ImportedModel model = imported(
        mdl(mdl_block("SubSystem", "S",
                      "MaskPromptString \"K:\"\n MaskVariables \"K=@1;\"\n MaskValueString \"5\"\n "
                      "MaskInitialization \"" +
                          lines + "\"\n System {\n" + mdl_block("Gain", "g", "Gain \"m.R\"") + " }")));
    return find(model.diagram, "S")->mask->initialization + find(model.diagram, "S/g")->parameters.at("k");
  };
  EXPECT_EQ(initialization("m.R = K; n = 3; m.L = n*m.R;"), "n = 3\nm = struct('R', K, 'L', n*(K))\nm.R");
  // What is read before it is whole is no structure.
  EXPECT_EQ(initialization("m.R = K; n = 3*m.R; m.L = 1;"), "m_R = K\nn = 3*m_R\nm_L = 1\nm_R");
}

TEST(SimulinkVariables, PlainAssignmentsOfCallbacks) {
  const ImportedModel model =
      imported(mdl(mdl_block("Gain", "k", "Gain \"g*h\""),
                   "StopTime \"1\"\n PreLoadFcn \"g = 2; % a comment\\nh = [1, 2;\\n 3, g];\\nplot(x)\""));
  ASSERT_EQ(model.diagram.variables.size(), 2u);
  EXPECT_EQ(model.diagram.variables.begin()->second.name, "g");
  EXPECT_TRUE(model.report.undefined.empty());
  ASSERT_FALSE(model.report.model.empty());
  EXPECT_NE(model.report.model[0].message.find("plot(x)"), std::string::npos);
}

TEST(SimulinkVariables, CallBacksOfRunsThatSetVariables) {
  const auto with = [](const std::string& script) {
    return imported(mdl(mdl_block("Gain", "k", "Gain \"2\""),
                        "StopTime \"1\"\n PreLoadFcn \"g = 2;\"\n StopFcn \"" + script + "\""));
  };
  ImportedModel model = with("last = t(end); twice = 2*g % remark");
  EXPECT_EQ(model.diagram.settings.at("StopFcn"), "last = t(end)\ntwice = 2*g");
  EXPECT_TRUE(model.report.model.empty());
  model = with("a = g; plot(tout, yout)");
  EXPECT_EQ(model.diagram.settings.at("StopFcn"), "a = g");
  ASSERT_EQ(model.report.model.size(), 1u);
  EXPECT_NE(to_text(model.report.model[0]).find("StopFcn: \"plot(tout, yout)\" is not taken over"),
            std::string::npos);
  model = with("y = simout + 1");
  EXPECT_FALSE(model.diagram.settings.contains("StopFcn")) << "a run would be refused";
  ASSERT_EQ(model.report.model.size(), 1u);
  EXPECT_NE(model.report.model[0].message.find("unknown name 'simout'"), std::string::npos);
}

}  // namespace sim::importing::simulink
