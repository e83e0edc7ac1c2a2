// Programs of blocks that call functions in files beside the model.
#include "tests/sim_core/import/simulink/model_folder.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

static std::string calling(const std::string& call, const std::string& settings = {}) {
  return mdl(mdl_block("Constant", "c", "Value \"[3; 4]\"") +
                 mdl_block("MATLABFcn", "m", "MATLABFcn \"" + call + "\"\n Ports [1, 1]") +
                 mdl_block("Outport", "out") + mdl_line("c", "m") + mdl_line("m", "out"),
             "StopTime \"1\"\n Solver \"ode45\"\n " + settings);
}

TEST(CompanionFunctions, AreAppendedToTheProgram) {
  const Folder folder;
  folder.write("range.m",
               "% the distance of two limits\r\nfunction [d, low] = range(u, width)\r\n"
               "if nargin < 2\r\n  width = 10;\r\nend\r\n[low, high] = limits(u(1), width);\r\n"
               "d = high - low + mine(1);\r\nend\r\n\r\nfunction m = mine(x)\r\nm = x;\r\n");
  folder.write("limits.m",
               "function [a, b] = limits(x, width)\nswitch width\n  case 10\n    a = x - width;\n"
               "  otherwise\n    a = x;\nend\nb = x + width;\n");
  folder.write("one.mdl", calling("range(u)"));
  const ImportedModel one = folder.import("one.mdl");
  EXPECT_EQ(entry(one.report, "m")->outcome, Outcome::Exact);
  EXPECT_TRUE(one.report.undefined.empty());
  EXPECT_EQ(final_value(one.diagram), 21);
  folder.write("two.mdl", calling("feval('range', u, 5) + K(2)", "PreLoadFcn \"K = [7 8];\""));
  const ImportedModel two = folder.import("two.mdl");
  EXPECT_EQ(final_value(two.diagram), 5 + 1 + 8);
  EXPECT_TRUE(fs::exists(folder.at("limits.m")));
}

TEST(CompanionFunctions, ThatAreNotThereAreTold) {
  const Folder folder;
  folder.write("known.m", "function y = known(u)\ny = unknown(u);\n");
  folder.write("script.m", "x = 1;\n");
  folder.write("loop.m", "function y = loop(u)\ny = 0;\ntry\n  y = u;\ncatch\n  y = 1;\nend\n");
  const auto reason = [&](const std::string& call) {
    folder.write("plant.mdl", calling(call));
    const ImportedModel made = folder.import("plant.mdl");
    EXPECT_EQ(entry(made.report, "m")->outcome, Outcome::Unresolved) << call;
    return entry(made.report, "m")->instead;
  };
  EXPECT_EQ(
      reason("known(u)"),
      "it calls \"unknown\", a function outside of the model: put unknown.m beside it and import again, or "
      "write a Function block");
  EXPECT_TRUE(reason("script(u)").starts_with("it calls \"script\", a function outside of the model"));
  EXPECT_TRUE(reason("loop(u)").starts_with(
      "its program says more than a Function block's may: line 6: there is no 'try'"))
      << reason("loop(u)");
}

// Callbacks call scripts, and these other ones; only what they assign plainly is taken over.
TEST(CompanionScripts, GiveTheirVariables) {
  const Folder folder;
  folder.write("params.m", "% values\nclear all\nk = 2;\nmotor.R = 3*k; motor.n = [1, 4];\nmore\nplot(k)\n");
  folder.write("more.m", "offset = 5; % behind\n");
  folder.write("plant.mdl", mdl(mdl_block("Constant", "c", "Value \"motor.R*motor.n(2) + offset\"") +
                                    mdl_block("Outport", "out") + mdl_line("c", "out"),
                                "StopTime \"1\"\n Solver \"ode45\"\n InitFcn \"params; gone\""));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(final_value(made.diagram), 3 * 2 * 4 + 5);
  EXPECT_TRUE(made.report.undefined.empty());
  EXPECT_TRUE(
      tells(made.report.model, "params.m: only its plain assignments are taken over; \"plot(k)\" is not"));
  EXPECT_TRUE(tells(made.report.model, "it calls \"gone\", which is not beside the model"));
}

// The library's model has them too, so that links show what it holds.
TEST(CompanionFunctions, OfBlocksInLibraries) {
  const Folder folder;
  folder.write("twice.m", "function y = twice(x)\ny = 2*x;\n");
  folder.write("parts.mdl",
               "Library {\n Name \"parts\"\n Version 7.5\n System {\n" +
                   mdl_block("SubSystem", "Twice",
                             "System {\n" + mdl_block("Inport", "u") +
                                 mdl_block("MATLABFcn", "m", "MATLABFcn \"twice(u)\"\n Ports [1, 1]") +
                                 mdl_block("Outport", "y") + mdl_line("u", "m") + mdl_line("m", "y") + " }") +
                   " }\n}\n");
  folder.write("plant.mdl", mdl(mdl_block("Constant", "c", "Value \"3\"") +
                                mdl_block("Reference", "r", "Ports [1, 1]\n SourceBlock \"parts/Twice\"") +
                                mdl_block("Outport", "out") + mdl_line("c", "r") + mdl_line("r", "out")));
  const ImportedModel made = folder.import("plant.mdl");
  ASSERT_EQ(made.libraries.size(), 1u);
  const Block *here = find(made.diagram, "r/m"), *there = find(made.libraries[0].diagram, "Twice/m");
  ASSERT_TRUE(here && there);
  EXPECT_EQ(here->parameters, there->parameters);
  EXPECT_EQ(final_value(made.diagram), 6);
}

// Of MATLAB Functions, with names that they take from the model and index like functions.
TEST(CompanionFunctions, OfMatlabFunctions) {
  const Folder folder;
  folder.write("twice.m", "function y = twice(x)\ny = 2*x;\n");
  const std::string chart =
      "Stateflow {\n chart {\n id 2\n name \"f\"\n }\n state {\n id 3\n chart 2\n eml {\n script "
      "\"function y = f(u)\\n% kept\\ny = twice(u(1)) + gains(2);\\n\"\n }\n }\n data {\n id 4\n name "
      "\"gains\"\n scope PARAMETER_DATA\n }\n}\n";
  folder.write("plant.mdl", mdl(mdl_block("Constant", "c", "Value \"[3; 4]\"") +
                                mdl_block("SubSystem", "f",
                                          "Ports [1, 1]\n SFBlockType \"MATLAB Function\"\n System {\n }") +
                                mdl_block("Outport", "out") + mdl_line("c", "f") + mdl_line("f", "out")) +
                                chart);
  ImportedModel made = folder.import("plant.mdl");
  ASSERT_EQ(find(made.diagram, "f")->type, "user_defined/function");
  EXPECT_EQ(find(made.diagram, "f")->parameters.at("Script"),
            "function y = f(u)\n% kept\ny = twice(u(1)) + gains(2);\n\nfunction y = twice(x)\ny = 2*x;\n");
  ASSERT_EQ(made.report.undefined.size(), 1u);
  EXPECT_EQ(made.report.undefined[0].name, "gains");
  made.diagram.variables[made.diagram.new_id()] = {"gains", "[10 20]", {}, {}, {}};
  EXPECT_EQ(final_value(made.diagram), 26);
}

}  // namespace sim::importing::simulink
