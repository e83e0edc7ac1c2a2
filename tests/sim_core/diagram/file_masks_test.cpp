// Masks of subsystems and links to libraries, as they stand in a file.
#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"
#include "tests/sim_core/diagram/small_model.h"

namespace sim {

static std::string in_block(const std::string& members) {
  return R"({"fluxion": 1, "blocks": [{"id": 3, "type": "math/gain", "name": "Gain", )" + members + "}]}";
}

static const char* const masked_model = R"({
  "fluxion": 1,
  "blocks": [
    {"id": 1, "type": "ports/subsystem", "name": "Plant", "at": [0, 0], "mask": [{"name": "K", "value": "2*k"}, {"name": "mode", "label": "Mode", "value": "fast", "evaluate": false, "editor": "choice", "choices": ["fast", "exact"], "unit": "V", "description": "How", "group": "More", "min": -0.5, "max": 3, "visible": "K > 1", "enabled": "true"}], "mask_initialization": "w = sqrt(K)\nT = 1/w", "mask_description": "**Plant**", "mask_icon": {"kind": "plot", "x": "[0 1]", "y": "[0 K]"}, "mask_port_names": false, "link": {"file": "parts.flx", "block": "Plants/Plant", "x": 1}},
    {"id": 2, "type": "ports/subsystem", "name": "Drawn", "at": [0, 0], "mask": [], "mask_icon": {"kind": "text", "content": "{K}"}}
  ]
}
)";

TEST(FileMasks, AndLinksAreWhatTheFormatSays) {
  const LoadedDiagram file = loaded(masked_model);
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_EQ(write_diagram(file.diagram), masked_model);
  const Block& plant = file.diagram.blocks.at(Id{1});
  EXPECT_EQ(plant.mask->parameters.at(0), (MaskParameter{"K", "", "2*k"}));
  const MaskParameter& mode = plant.mask->parameters.at(1);
  EXPECT_EQ(mode.editor, MaskEditor::Choice);
  EXPECT_EQ(mode.choices, (std::vector<std::string>{"fast", "exact"}));
  EXPECT_EQ(mode.minimum, -0.5);
  EXPECT_EQ(mode.visible, "K > 1");
  EXPECT_EQ(plant.mask->initialization, "w = sqrt(K)\nT = 1/w");
  EXPECT_EQ(plant.mask->icon.kind, MaskIconKind::Plot);
  EXPECT_EQ(plant.mask->icon.y, "[0 K]");
  EXPECT_FALSE(plant.mask->port_names);
  EXPECT_EQ(plant.link->file, "parts.flx");
  EXPECT_EQ(plant.link->unknown.at("x"), "1");
  EXPECT_EQ(file.diagram.blocks.at(Id{2}).mask->icon.content, "{K}");
  EXPECT_FALSE(loaded(in_block("\"link\": {\"file\": \"a.flx\", \"block\": \"A\"}")).warnings.empty());
  const auto drawn = loaded(R"({"fluxion": 1, "blocks": [{"id": 3, "type": "ports/subsystem", "name": "S",
      "mask_description": "Drawn"}]})");
  EXPECT_EQ(drawn.diagram.blocks.at(Id{3}).mask->description, "Drawn") << "any of the members makes a mask";
}

TEST(FileMasks, WrongMembersAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"\"mask\": [{\"name\": \"K\", \"editor\": \"slider\"}]",
       "mask[0].editor: this is not one of the choices"},
      {"\"mask\": [{\"name\": \"K\", \"choices\": \"a\"}]", "mask[0].choices: this is not a list"},
      {"\"mask\": [{\"name\": \"K\", \"choices\": [[1]]}]", "mask[0].choices: not all elements are text"},
      {"\"mask\": [{\"name\": \"K\", \"min\": \"0\"}]", "mask[0].min: this is not a number"},
      {"\"mask_initialization\": 7", "mask_initialization: this is not text"},
      {"\"mask_icon\": \"M0 0\"", "mask_icon: this is not an object"},
      {"\"mask_icon\": {\"kind\": \"picture\"}", "mask_icon.kind: this is not one of the choices"},
      {"\"link\": []", "link: this is not an object"},
      {"\"link\": {\"file\": 1}", "link.file: this is not text"}};
  for (const auto& [members, why] : cases) {
    const auto read = read_diagram(in_block(members), "model.flx");
    ASSERT_FALSE(read) << members;
    EXPECT_EQ(to_text(read.error()).find("model.flx: blocks[0]." + std::string(why)), 0u)
        << to_text(read.error());
  }
}

TEST(FileMasks, NumbersMayStandForChoices) {
  const auto d = loaded(R"({"fluxion": 1, "blocks": [{"id": 3, "type": "ports/subsystem", "name": "S",
      "mask": [{"name": "n", "value": 2, "editor": "choice", "choices": [1, 2, true]}]}]})");
  EXPECT_EQ(d.diagram.blocks.at(Id{3}).mask->parameters.at(0).choices,
            (std::vector<std::string>{"1", "2", "true"}));
}

}  // namespace sim
