#include "editor/document/parameter_names.h"

namespace fluxion {

QStringList variableNames(const sim::Diagram& diagram) {
  QStringList names;
  for (const auto& [id, variable] : diagram.variables) names << QString::fromStdString(variable.name);
  names.sort();
  return names;
}

QStringList parameterNames(const sim::Diagram& diagram, const sim::BlockLibrary& library) {
  constexpr qsizetype most = 5000;
  QStringList names;
  for (const auto& [id, block] : diagram.blocks) {
    const sim::BlockType* type = library.find(block.type);
    if (!type || names.size() >= most) continue;
    const QString path = QString::fromStdString(sim::block_path(diagram, id));
    for (const sim::ParameterSpec& parameter : type->parameters)
      if (parameter.kind == sim::ParameterKind::Real || parameter.kind == sim::ParameterKind::Integer)
        names << path + u'.' + QString::fromStdString(parameter.name);
  }
  names.sort();
  return names;
}

QString valueText(const sim::Diagram& diagram, const sim::BlockLibrary& library, const QString& name) {
  const std::string text = name.toStdString();
  for (const auto& [id, variable] : diagram.variables)
    if (variable.name == text) return QString::fromStdString(variable.expression);
  const auto dot = text.rfind('.');
  if (dot == std::string::npos) return {};
  const auto block = sim::find_block(diagram, text.substr(0, dot));
  const sim::BlockType* type = block ? library.find(diagram.blocks.at(*block).type) : nullptr;
  if (!type) return {};
  const auto& given = diagram.blocks.at(*block).parameters;
  for (const sim::ParameterSpec& parameter : type->parameters) {
    if (parameter.name != text.substr(dot + 1)) continue;
    const auto own = given.find(parameter.name);
    return QString::fromStdString(own != given.end() ? own->second : parameter.default_text);
  }
  return {};
}

}  // namespace fluxion
