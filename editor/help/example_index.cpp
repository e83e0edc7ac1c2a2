#include "editor/help/example_index.h"

#include <algorithm>

#include "editor/start/examples.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

ExampleIndex::ExampleIndex(const QString& folder) {
  struct Read {
    Example example;
    sim::Diagram diagram;
  };
  std::vector<Read> models;
  for (Example& example : findExamples(folder))
    if (auto loaded = sim::load_file(example.path.toStdString()))
      models.push_back({std::move(example), std::move(loaded->diagram)});
  std::stable_sort(models.begin(), models.end(), [](const Read& a, const Read& b) {
    return a.diagram.blocks.size() < b.diagram.blocks.size();
  });
  for (const Read& model : models) {
    std::map<std::string, ExampleUse> found;
    for (const auto& [id, block] : model.diagram.blocks) {
      ExampleUse& use = found[block.type];
      if (use.count++ > 0) continue;
      use.path = model.example.path, use.title = model.example.title, use.line = model.example.line;
      use.firstBlock = QString::fromStdString(sim::block_path(model.diagram, id));
    }
    for (auto& [type, use] : found) m_uses[type].push_back(std::move(use));
  }
}

const std::vector<ExampleUse>& ExampleIndex::uses(const std::string& type) const {
  static const std::vector<ExampleUse> none;
  const auto it = m_uses.find(type);
  return it == m_uses.end() ? none : it->second;
}

}  // namespace fluxion
