#include "sim_core/diagram/library_links.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "sim_core/diagram/library_cache.h"
#include "sim_core/diagram/model_file.h"
#include "tests/support/memory_limit.h"

namespace sim {

namespace fs = std::filesystem;

// A library "parts.flx" with the masked subsystem Motor: In -> Gain(K) -> Out.
class LibraryLinks : public testing::Test {
 protected:
  LibraryLinks() : folder(fs::temp_directory_path() / ("fluxion-links-test-" + std::to_string(::getpid()))) {
    fs::remove_all(folder);
    fs::create_directories(folder / "lib");
    motor = add(parts, "Motor", "ports/subsystem");
    const Id in = add(parts, "In", "ports/inport", motor), out = add(parts, "Out", "ports/outport", motor);
    gain = add(parts, "Gain", "math/gain", motor);
    parts.blocks.at(gain).parameters["k"] = "K";
    parts.blocks.at(motor).mask = Mask{.parameters = {{.name = "K", .expression = "2"}}};
    wire(parts, in, gain);
    wire(parts, gain, out);
    save(parts, parts_file());
  }
  ~LibraryLinks() override { fs::remove_all(folder); }

  std::string at(const std::string& name) const { return (folder / name).string(); }
  std::string parts_file() const { return at("lib/parts.flx"); }
  static Id add(Diagram& d, const std::string& name, const std::string& type, Id parent = no_id) {
    Block block;
    block.name = name;
    block.type = type;
    block.parent = parent;
    auto [edit, id] = insert_block(d, block);
    apply(d, edit);
    return id;
  }
  static void wire(Diagram& d, Id from, Id to) {
    const auto edit = connect(d, PortRef{from, 0}, PortRef{to, 0});
    ASSERT_TRUE(edit);
    apply(d, *edit);
  }
  static void save(const Diagram& d, const std::string& path) {
    for (const Diagnostic& problem : save_model(path, d)) ADD_FAILURE() << to_text(problem);
  }
  LoadedDiagram load(const std::string& path) {
    auto loaded = load_model(path);
    if (loaded) return std::move(*loaded);
    ADD_FAILURE() << to_text(loaded.error());
    return {};
  }
  Id insert(Diagram& d, const std::string& file, const std::string& block, Id parent = no_id) {
    LibraryCache shelf;
    auto made = insert_linked(d, {file, block}, parent, {40, 40}, shelf);
    if (!made) {
      ADD_FAILURE() << to_text(made.error());
      return no_id;
    }
    apply(d, made->edit);
    return made->id;
  }
  static const Block& named(const Diagram& d, const std::string& path) {
    const auto id = find_block(d, path);
    if (!id) ADD_FAILURE() << path;
    static const Block none;
    return id ? d.blocks.at(*id) : none;
  }
  static void set_parameter(Diagram& d, Id id, const std::string& name, const std::string& value) {
    d.blocks.at(id).parameters[name] = value;
  }

  fs::path folder;
  Diagram parts;
  Id motor, gain;
};

TEST_F(LibraryLinks, InsertingCopiesWhatIsInsideAndRemembersWhereItIsFrom) {
  Diagram d;
  const Id m = insert(d, parts_file(), "Motor");
  EXPECT_EQ(named(d, "Motor/Gain").parameters.at("k"), "K");
  EXPECT_EQ(d.lines.size(), 2u);
  EXPECT_EQ(d.blocks.at(m).mask->parameters.front().expression, "2");
  EXPECT_EQ(d.blocks.at(m).link->block, "Motor");
  EXPECT_EQ(ruling_link(d, m), m);
  EXPECT_EQ(ruling_link(d, no_id), no_id);
}

TEST_F(LibraryLinks, WhatTheLibraryChangedIsThereWhenTheModelIsOpened) {
  Diagram d;
  const Id m = insert(d, parts_file(), "Motor");
  const Id source = add(d, "Source", "sources/constant");
  wire(d, source, m);
  d.blocks.at(m).mask->parameters.front().expression = "7";
  d.blocks.at(m).name = "Left motor";
  save(d, at("model.flx"));

  EXPECT_TRUE(load(at("model.flx")).warnings.empty());
  EXPECT_EQ(load(at("model.flx")).diagram, d);

  set_parameter(parts, gain, "k", "2*K");
  parts.blocks.at(motor).mask->parameters.push_back({.name = "J", .expression = "0.1"});
  save(parts, parts_file());
  const LoadedDiagram loaded = load(at("model.flx"));
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings.front().severity, Severity::Note);
  EXPECT_EQ(loaded.warnings.front().path, "Left motor");
  EXPECT_EQ(named(loaded.diagram, "Left motor/Gain").parameters.at("k"), "2*K");
  const Mask& mask = *named(loaded.diagram, "Left motor").mask;
  ASSERT_EQ(mask.parameters.size(), 2u);
  EXPECT_EQ(mask.parameters[0].expression, "7") << "the value is the model's";
  EXPECT_EQ(mask.parameters[1].expression, "0.1");
  EXPECT_EQ(loaded.diagram.lines.size(), 3u) << "the line outside stays";
}

TEST_F(LibraryLinks, AModelOpensWithTheLastContentsWhereTheLibraryIsMissing) {
  Diagram d;
  insert(d, parts_file(), "Motor");
  save(d, at("model.flx"));
  fs::remove(parts_file());
  const LoadedDiagram loaded = load(at("model.flx"));
  EXPECT_EQ(loaded.diagram, d);
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings.front().severity, Severity::Warning);
  EXPECT_NE(to_text(loaded.warnings.front()).find("parts.flx"), std::string::npos);

  parts.blocks.at(motor).name = "Engine";
  save(parts, parts_file());
  EXPECT_NE(to_text(load(at("model.flx")).warnings.at(0)).find("has no block Motor"), std::string::npos);
  parts.blocks.at(gain).name = "Motor";
  parts.blocks.at(gain).parent = no_id;
  parts.lines.clear();
  save(parts, parts_file());
  EXPECT_NE(to_text(load(at("model.flx")).warnings.at(0)).find("is no subsystem"), std::string::npos);
}

TEST_F(LibraryLinks, PathsAreRelativeInTheFileAndAbsoluteInMemory) {
  Diagram d;
  insert(d, parts_file(), "Motor");
  save(d, at("model.flx"));
  EXPECT_EQ(load_file(at("model.flx"))->diagram.blocks.begin()->second.link->file, "lib/parts.flx");
  EXPECT_EQ(named(load(at("model.flx")).diagram, "Motor").link->file, parts_file());
  fs::create_directories(folder / "else" / "where");
  save(d, at("else/where/model.flx"));
  EXPECT_EQ(load_file(at("else/where/model.flx"))->diagram.blocks.begin()->second.link->file,
            "../../lib/parts.flx");
  fs::rename(folder / "lib", folder / "else" / "lib");
  EXPECT_EQ(load(at("else/where/model.flx")).warnings.size(), 1u);
  fs::rename(folder / "else" / "lib", folder / "lib");

  d.blocks.begin()->second.link->file = "/usr-somewhere/parts.flx";
  make_links_relative(d, at("model.flx"));
  EXPECT_EQ(d.blocks.begin()->second.link->file, "/usr-somewhere/parts.flx");
}

TEST_F(LibraryLinks, WhatIsInsideCannotBeChangedUntilTheLinkIsBroken) {
  Diagram d;
  const Id m = insert(d, parts_file(), "Motor");
  const Id inside = *find_block(d, "Motor/Gain"), out = *find_block(d, "Motor/Out");
  const auto refused = [&](const Edit& edit) { return conflict_with_links(d, edit).has_value(); };
  Block changed = d.blocks.at(inside);
  changed.parameters["k"] = "3";
  Edit set{"Set", {}};
  set.set(inside, changed);
  EXPECT_TRUE(refused(set));
  EXPECT_EQ(conflict_with_links(d, set)->element, m);
  EXPECT_TRUE(refused(remove_blocks(d, {out})));
  EXPECT_TRUE(refused(move_blocks(d, {inside}, {8, 0})));
  Block more;
  more.parent = m;
  more.type = "math/gain";
  EXPECT_TRUE(refused(insert_block(d, more).edit));
  Edit note{"Note", {}};
  Annotation text;
  text.parent = m;
  note.set(d.new_id(), text);
  EXPECT_TRUE(refused(note));
  Edit mask{"Mask", {}};
  Block masked = d.blocks.at(m);
  masked.mask->description = "mine";
  mask.set(m, masked);
  EXPECT_TRUE(refused(mask));
  Block taken = d.blocks.at(inside);
  taken.parent = no_id;
  Edit away{"Take out", {}};
  away.set(inside, taken);
  EXPECT_TRUE(refused(away));

  Block valued = d.blocks.at(m);
  valued.mask->parameters.front().expression = "5";
  valued.name = "Mine";
  Edit own{"Own", {}};
  own.set(m, valued);
  EXPECT_FALSE(refused(own));
  EXPECT_FALSE(refused(move_blocks(d, {m}, {8, 0})));
  EXPECT_FALSE(refused(remove_blocks(d, {m})));

  apply(d, break_link(d, m));
  EXPECT_EQ(ruling_link(d, m), no_id);
  for (const Edit* edit : {&set, &note, &mask, &away}) EXPECT_FALSE(refused(*edit));
}

TEST_F(LibraryLinks, RestoringGivesBackWhatTheLibraryHas) {
  Diagram d;
  const Id m = insert(d, parts_file(), "Motor");
  const Diagram linked = d;
  apply(d, break_link(d, m));
  set_parameter(d, *find_block(d, "Motor/Gain"), "k", "9");
  const Diagram mine = d;
  LibraryCache shelf;
  const auto edit = restore_link(d, m, shelf);
  ASSERT_TRUE(edit);
  EXPECT_FALSE(conflict_with_links(d, *edit));
  const Edit inverse = apply(d, *edit);
  EXPECT_EQ(named(d, "Motor/Gain").parameters.at("k"), "K");
  EXPECT_TRUE(is_linked(d.blocks.at(m)));
  EXPECT_EQ(d.lines.size(), 2u);
  EXPECT_TRUE(update_links(d, shelf).edit.empty());
  apply(d, inverse);
  EXPECT_EQ(d, mine);
}

TEST_F(LibraryLinks, LibrariesMayUseLibraries) {
  Diagram drives;
  const Id drive = add(drives, "Drive", "ports/subsystem");
  insert(drives, parts_file(), "Motor", drive);
  save(drives, at("lib/drives.flx"));
  Diagram d;
  insert(d, at("lib/drives.flx"), "Drive");
  EXPECT_EQ(named(d, "Drive/Motor").link->file, parts_file());
  save(d, at("model.flx"));
  // The part changes, and nobody opens the library between.
  set_parameter(parts, gain, "k", "3*K");
  save(parts, parts_file());
  const LoadedDiagram loaded = load(at("model.flx"));
  EXPECT_EQ(named(loaded.diagram, "Drive/Motor/Gain").parameters.at("k"), "3*K");
  EXPECT_EQ(ruling_link(loaded.diagram, *find_block(loaded.diagram, "Drive/Motor")),
            *find_block(loaded.diagram, "Drive"));
  // With the outer link broken, the inner one still holds.
  Diagram broken = loaded.diagram;
  apply(broken, break_link(broken, *find_block(broken, "Drive")));
  const Id inner = *find_block(broken, "Drive/Motor");
  EXPECT_EQ(ruling_link(broken, inner), inner);
}

TEST_F(LibraryLinks, CirclesOfLibrariesEnd) {
  Diagram a, b;
  const Id in_a = add(a, "A", "ports/subsystem"), in_b = add(b, "B", "ports/subsystem");
  save(b, at("lib/b.flx"));
  insert(a, at("lib/b.flx"), "B", in_a);
  save(a, at("lib/a.flx"));
  insert(b, at("lib/a.flx"), "A", in_b);
  save(b, at("lib/b.flx"));
  Diagram d;
  insert(d, at("lib/a.flx"), "A");
  save(d, at("model.flx"));
  const LoadedDiagram loaded = load(at("model.flx"));
  ASSERT_FALSE(loaded.warnings.empty());
  EXPECT_NE(to_text(loaded.warnings.back()).find("circle"), std::string::npos);
  // A model that is its own library.
  insert(a, at("lib/a.flx"), "A");
  save(a, at("lib/a.flx"));
  EXPECT_FALSE(load(at("lib/a.flx")).warnings.empty());
}

// Nine libraries, each of which uses the next ten times, are a few kilobytes and would be a billion blocks.
TEST_F(LibraryLinks, WhatLinksAddStaysWithinTheMemoryOfOpening) {
  const MemoryLimit small(20'000'000);
  std::string uses = parts_file(), block = "Motor";
  for (int k = 0; k < 9; ++k) {
    Diagram d;
    const Id all = add(d, "All", "ports/subsystem");
    for (int n = 0; n < 10; ++n) {
      const Id id = add(d, "Part" + std::to_string(n), "ports/subsystem", all);
      d.blocks.at(id).link = LibraryLink{uses, block};
    }
    uses = at("level" + std::to_string(k) + ".flx"), block = "All";
    save(d, uses);
  }
  const auto loaded = load_model(uses);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("of the limit of 20 MB is in use"), std::string::npos)
      << to_text(loaded.error());
}

TEST_F(LibraryLinks, ManyUsesOfOneLibraryStayWithinTheLimitOfAModel) {
  // Each library uses the one below ten times.
  std::string file = parts_file(), block = "Motor";
  for (int level = 0; level < 4; ++level) {
    Diagram d;
    const Id all = add(d, "All", "ports/subsystem");
    for (int k = 0; k < 10; ++k) {
      Block linked;
      linked.type = "ports/subsystem";
      linked.name = "Part" + std::to_string(k);
      linked.parent = all;
      linked.link = LibraryLink{.file = file, .block = block};
      apply(d, insert_block(d, linked).edit);
    }
    file = at("lib/level" + std::to_string(level) + ".flx");
    block = "All";
    save(d, file);
  }
  LibraryCache shelf({}, 5000);
  const auto top = shelf.find(file);
  ASSERT_TRUE(top);
  EXPECT_LE((*top)->blocks.size() + (*top)->lines.size(), shelf.limit());
  ASSERT_FALSE(shelf.findings().empty());
  EXPECT_NE(to_text(shelf.findings().back()).find("elements"), std::string::npos);
}

}  // namespace sim
