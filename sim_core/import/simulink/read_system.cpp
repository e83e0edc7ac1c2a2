#include <algorithm>

#include "sim_core/import/annotation_text.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/read_block.h"
#include "sim_core/import/simulink/read_lines.h"

namespace sim::importing::simulink {

// Lines of .mdl files name blocks, those of .slx files their numbers.
static bool lines_name_blocks(const Record& system) {
  const auto names = [](const Record& r, auto& self) -> bool {
    return r.find("SrcBlock") || r.find("DstBlock") ||
           std::any_of(r.children.begin(), r.children.end(),
                       [&](const Record& c) { return c.word == "Branch" && self(c, self); });
  };
  return std::any_of(system.children.begin(), system.children.end(),
                     [&](const Record& r) { return r.word == "Line" && names(r, names); });
}

// Old files say the middle of the text only.
static SourceAnnotation read_annotation(const Record& record) {
  SourceAnnotation note;
  std::string text = record.value("Name", record.value("Text"));
  note.text = annotation_text(text);
  const auto [width, height] = size_of_text(note.text);
  const auto at = numbers_of(record.value("Position"));
  if (at.size() >= 4)
    note.box = {at[0], at[1], std::max(at[2], at[0] + width), std::max(at[3], at[1] + height)};
  else if (at.size() >= 2)
    note.box = {at[0] - width / 2, at[1] - 8, at[0] + width / 2, at[1] - 8 + height};
  return note;
}

// The block that a chart or a MATLAB Function is drawn as holds blocks that only its own tool makes something
// of.
static const Record* chart_inside(const Record& block) {
  const Record* system = block.child("System");
  if (!system) return nullptr;
  for (const Record& inner : system->children)
    if (inner.word == "Block" && inner.value("BlockType") == "S-Function" &&
        inner.value("FunctionName") == "sf_sfun")
      return &inner;
  return nullptr;
}

// Charts and functions become types of their own.
static void set_chart_type(SourceBlock& block, const Record& record, const std::string& path,
                           const Programs& programs) {
  std::string kind = record.value("SFBlockType", chart_inside(record) ? "Chart" : "NONE");
  if (kind == "NONE") return;
  if (const auto it = programs.find(collapsed(path + block.name)); it != programs.end()) {
    block.code = it->second;
    kind = "MATLAB Function";
  }
  if (kind == "Embedded MATLAB" || kind == "MATLAB Function")
    block.type = "SubSystem[MATLAB Function]";
  else
    block.type = "SubSystem[" + kind + "]";
}

static void read_inside(SourceBlock& block, const Record& record, const std::string& path,
                        const RestOfFile& rest) {
  const Record* inside = record.child("System");
  if (block.type == "SubSystem") set_chart_type(block, record, path, rest.programs);
  if (inside && block.type.find('[') == block.type.npos)
    block.contents.push_back(read_system(*inside, path + block.name + '/', rest));
}

SourceSystem read_system(const Record& record, const std::string& path, const RestOfFile& rest) {
  SourceSystem system;
  const bool by_name = lines_name_blocks(record);
  BlockIndex index;
  for (const Record& child : record.children) {
    if (child.word != "Block" && child.word != "Reference") continue;
    SourceBlock block = read_block(child);
    if (by_name || block.key.empty()) block.key = block.name;
    read_inside(block, child, path, rest);
    if (block.type == "Sum") block.parameters.try_emplace("IconShape", rest.shape_of_sums);
    index.emplace(block.key, system.blocks.size());
    system.blocks.push_back(std::move(block));
  }
  for (const Record& child : record.children) {
    if (child.word == "Line") read_line(system, index, child);
    if (child.word == "Annotation") system.annotations.push_back(read_annotation(child));
  }
  return system;
}

}  // namespace sim::importing::simulink
