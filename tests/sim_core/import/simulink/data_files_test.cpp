// From File blocks, whose files lie beside the model.
#include "sim_core/files/mat_file.h"
#include "tests/sim_core/import/simulink/model_folder.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

static std::string playing(const std::string& file, const std::string& more = {}) {
  return mdl(mdl_block("FromFile", "file", "FileName \"" + file + "\"\n Ports [0, 1]\n" + more) +
                 mdl_block("Outport", "out") + mdl_line("file", "out"),
             "StopTime \"4\"\n Solver \"ode45\"");
}

// In these files the first row is the time: also where the first column rises too.
TEST(ImportedDataFiles, ArePlayedWhereTheyAreBesideTheModel) {
  const Folder folder;
  fs::create_directories(folder.path / "data");
  MatWriter writer(folder.at("data/run.mat"));
  const std::vector<double> values{0, 1, 1, 3, 3, 5};  // (0, 1), (1, 3), (3, 5)
  writer.add("u", 2, 3, values);
  ASSERT_TRUE(writer.finish());
  folder.write("plant.mdl", playing("data\\\\run"));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(find(made.diagram, "file")->parameters.at("FileName"), folder.at("data/run.mat"));
  EXPECT_EQ(entry(made.report, "file")->outcome, Outcome::Exact);
  EXPECT_NEAR(final_value(made.diagram), 6, 1e-12) << "extrapolated";
  folder.write("held.mdl", playing("data/run.mat", "ExtrapolationAfterLastDataPoint \"Hold last value\""));
  EXPECT_NEAR(final_value(folder.import("held.mdl").diagram), 5, 1e-12);
  folder.write("ground.mdl", playing("data/run.mat", "ExtrapolationAfterLastDataPoint \"Ground value\""));
  EXPECT_NEAR(final_value(folder.import("ground.mdl").diagram), 0, 1e-12);
  folder.write("steps.mdl", playing("data/run.mat", "InterpolationWithinTimeRange \"Zero order hold\""));
  EXPECT_EQ(find(folder.import("steps.mdl").diagram, "file")->parameters.at("Interpolate"), "off");
}

TEST(ImportedDataFiles, ThatAreNotThereAreTold) {
  const Folder folder;
  for (const char* name : {"nothing.mat", "../nothing.mat", "/etc/hostname"}) {
    folder.write("plant.mdl", playing(name));
    const ImportedModel made = folder.import("plant.mdl");
    EXPECT_EQ(entry(made.report, "file")->outcome, Outcome::Unresolved) << name;
    EXPECT_EQ(
        entry(made.report, "file")->instead,
        std::string("its file \"") + name + "\" is not beside the model: put it there and import again");
  }
}

}  // namespace sim::importing::simulink
