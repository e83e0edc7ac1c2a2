#include "editor/help/help_sections.h"

#include <QCoreApplication>
#include <algorithm>

#include "editor/help/doc_html.h"
#include "editor/parameter_text.h"
#include "sim_core/base/text.h"
#include "sim_core/block_preview/block_anatomy.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("BlockHelp", text); }
static QString html(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }
static QString code(const std::string& text) { return QStringLiteral("<code>%1</code>").arg(html(text)); }

// A program, line by line, each as far in as it is written.
static QString program(const std::string& text) {
  QStringList lines = QString::fromStdString(text).split(u'\n');
  while (!lines.isEmpty() && lines.last().isEmpty()) lines.removeLast();
  for (QString& line : lines) {
    qsizetype spaces = 0;
    while (spaces < line.size() && line[spaces] == u' ') ++spaces;
    line = QStringLiteral("&nbsp;").repeated(spaces) + line.mid(spaces).toHtmlEscaped();
  }
  return QStringLiteral("<code>%1</code>").arg(lines.join(QStringLiteral("<br>")));
}

QString headingHtml(const QString& title) { return QStringLiteral("<h3>%1</h3>").arg(title); }

QString tableHtml(const QStringList& titles, const std::vector<QStringList>& rows, const Theme& theme) {
  const QString border = mixed(theme.plotBackground, theme.plotText, 0.22).name();
  const QString head = mixed(theme.plotBackground, theme.plotText, 0.08).name();
  const QString style = QStringLiteral("padding: 3px 8px; border: 1px solid %1;").arg(border);
  QString out = QStringLiteral(
      "<table cellspacing=\"0\" width=\"99%\" style=\"border-collapse: collapse; margin-bottom: 8px\">");
  if (!titles.isEmpty()) {
    out += QStringLiteral("<tr bgcolor=\"%1\">").arg(head);
    for (const QString& title : titles)
      out += QStringLiteral("<th align=\"left\" style=\"%1\">%2</th>").arg(style, title);
    out += QStringLiteral("</tr>");
  }
  for (const QStringList& row : rows) {
    out += QStringLiteral("<tr>");
    for (qsizetype k = 0; k < row.size(); ++k)
      out += QStringLiteral("<td style=\"%1\">%2</td>")
                 .arg(style, k == 0 ? QStringLiteral("<b>%1</b>").arg(row[k]) : row[k]);
    out += QStringLiteral("</tr>");
  }
  return out + QStringLiteral("</table>");
}

QString portsHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme) {
  sim::Diagram diagram;
  const sim::Id id = diagram.new_id();
  diagram.blocks[id].type = type.id;
  const sim::BlockInterface ports = sim::block_interface(diagram, library, id);
  std::vector<QStringList> rows;
  const auto add = [&](const QString& kind, const std::string& name, const QString& meaning) {
    rows.push_back({html(name), kind, meaning});
  };
  for (const sim::PortSpec& port : ports.inputs)
    add(tr("input"), port.name, inlineHtml(QString::fromStdString(port.doc)));
  for (const sim::PortSpec& port : ports.outputs)
    add(tr("output"), port.name, inlineHtml(QString::fromStdString(port.doc)));
  for (const sim::ConservingPort& port : ports.conserving)
    add(tr("conserving, %1").arg(QLatin1String(sim::name_of(port.domain))), port.name,
        inlineHtml(QString::fromStdString(port.doc)));
  QString out = headingHtml(tr("Ports"));
  if (rows.empty()) out += QStringLiteral("<p>%1</p>").arg(tr("None."));
  if (!rows.empty()) out += tableHtml({tr("Port"), tr("Kind"), tr("Meaning")}, rows, theme);
  if (type.inputs_rule || type.outputs_rule || type.role == sim::BlockRole::Subsystem)
    out += QStringLiteral("<p><i>%1</i></p>")
               .arg(type.role == sim::BlockRole::Subsystem
                        ? tr("Its ports follow from the blocks inside.")
                        : tr("Which ports there are follows from the parameters; these are those of the "
                             "defaults."));
  return out;
}

static QString kindText(const sim::ParameterSpec& spec) {
  using enum sim::ParameterKind;
  switch (spec.kind) {
    case Real:
      return spec.scalar_only ? tr("number") : tr("number, vector or matrix");
    case Integer:
      return tr("whole number");
    case SampleTime:
      return tr("sample time");
    case Choice: {
      QStringList names;
      for (const std::string& choice : spec.choices) {
        const QString words = choiceText(spec.name, choice), name = QString::fromStdString(choice);
        names +=
            words == name ? html(choice) : QStringLiteral("%1 (%2)").arg(words.toHtmlEscaped(), code(choice));
      }
      return names.join(QStringLiteral(", "));
    }
    case Flag:
      return tr("on or off");
    case Text:
      return tr("text");
    case Formula:
      return tr("formula");
    case Script:
      return tr("program");
  }
  return {};
}

QString parametersHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme) {
  QString out = headingHtml(tr("Parameters"));
  if (type.parameters.empty()) return out + QStringLiteral("<p>%1</p>").arg(tr("None."));
  std::vector<QStringList> rows;
  bool tunable = false;
  const std::vector<std::string> fixed = sim::block_anatomy({type.id, {}}, library).fixed_parameters;
  const auto changes = [&fixed](const sim::ParameterSpec& spec) {
    return spec.tunable && std::ranges::find(fixed, spec.name) == fixed.end();
  };
  const QString hint = theme.hint.name();
  for (const sim::ParameterSpec& spec : type.parameters) {
    QStringList value{kindText(spec)};
    if (const QString range = rangeText(spec); !range.isEmpty()) value += range;
    if (spec.may_be_complex) value += tr("may be complex");
    if (changes(spec)) value += QStringLiteral("<i>%1</i>").arg(tr("tunable"));
    if (spec.advanced) value += QStringLiteral("<i>%1</i>").arg(tr("rarely changed"));
    tunable = tunable || changes(spec);
    const QString unit =
        spec.unit.empty() ? QString()
                          : QStringLiteral(" <span style=\"color: %1\">%2</span>").arg(hint, html(spec.unit));
    rows.push_back({QStringLiteral("%1<br><span style=\"font-size: small; font-weight: normal\">%2</span>")
                        .arg(html(spec.label), code(spec.name)),
                    (spec.kind == sim::ParameterKind::Script ? program : code)(spec.default_text) + unit,
                    value.join(QStringLiteral("; ")), inlineHtml(QString::fromStdString(spec.doc))});
  }
  out += tableHtml({tr("Parameter"), tr("Default"), tr("Value"), tr("Meaning")}, rows, theme);
  if (tunable)
    out += QStringLiteral("<p style=\"color: %1\">%2</p>")
               .arg(hint, tr("Tunable: it may be changed while a simulation runs."));
  return out;
}

static QString feedthroughText(const sim::BlockAnatomy& anatomy) {
  QStringList pairs;
  for (std::size_t out = 0; out < anatomy.feedthrough.outputs() && out < anatomy.outputs.size(); ++out) {
    QStringList inputs;
    for (std::size_t in = 0; in < anatomy.inputs.size(); ++in)
      if (anatomy.feedthrough(out, in)) inputs += html(anatomy.inputs[in]);
    if (!inputs.isEmpty())
      pairs += tr("%1 reads %2 at the same instant")
                   .arg(html(anatomy.outputs[out]), inputs.join(QStringLiteral(", ")));
  }
  if (anatomy.inputs.empty() || anatomy.outputs.empty()) return tr("none");
  return pairs.isEmpty() ? tr("none: a loop through this block is no algebraic loop")
                         : pairs.join(QStringLiteral("; "));
}

static QString crossingsText(const sim::BlockType& type, const sim::BlockLibrary& library) {
  QStringList lines;
  for (const sim::CrossingRule& rule : sim::crossing_rules(type, library)) {
    QStringList what;
    for (const sim::AnatomyCrossing& crossing : rule.crossings) what += html(crossing.text);
    if (rule.time_events > 0) what += tr("instants that are known beforehand: steps end exactly there");
    if (what.isEmpty()) continue;
    const QString list = what.join(QStringLiteral("; "));
    lines += rule.circumstance.empty() ? list : tr("With %1: %2").arg(code(rule.circumstance), list);
  }
  for (const sim::BranchSpec& branch : type.branches) {
    const QString text = branch.hold == sim::BranchHold::OneWay     ? tr("it takes hold and lets go")
                         : branch.hold == sim::BranchHold::Friction ? tr("it locks and breaks loose")
                                                                    : QString();
    if (!text.isEmpty() && !lines.contains(text)) lines += text;
  }
  return lines.isEmpty() ? tr("none") : lines.join(QStringLiteral("<br>"));
}

static QString statesText(const sim::BlockType& type) {
  QStringList names;
  for (const sim::StateSpec& state : type.states) names += code(state.name);
  QStringList discrete;
  for (const sim::DiscreteStateSpec& state : type.discrete_states) discrete += code(state.name);
  QStringList parts;
  if (!names.isEmpty()) parts += tr("continuous: %1").arg(names.join(QStringLiteral(", ")));
  if (!discrete.isEmpty()) parts += tr("discrete: %1").arg(discrete.join(QStringLiteral(", ")));
  return parts.isEmpty() ? tr("none") : parts.join(QStringLiteral("; "));
}

static QString sampleTimeText(const sim::BlockType& type, const sim::BlockAnatomy& anatomy) {
  if (type.sample_time >= 0) {
    const sim::ParameterSpec& spec = type.parameters[static_cast<std::size_t>(type.sample_time)];
    return tr("that of the parameter %1; default %2").arg(code(spec.name), code(spec.default_text));
  }
  if (type.at_major_steps) return tr("every major step, fixed in between");
  if (anatomy.compiled && anatomy.inputs.empty()) return html(sim::to_text(anatomy.sample_time));
  return anatomy.state_count > 0 || !type.conserving.empty() ? tr("continuous") : tr("that of its inputs");
}

QString behaviorHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme) {
  const sim::BlockAnatomy anatomy = sim::block_anatomy({type.id, {}}, library);
  std::vector<QStringList> rows;
  rows.push_back({tr("States"), statesText(type)});
  if (type.conserving.empty()) rows.push_back({tr("Direct feedthrough"), feedthroughText(anatomy)});
  rows.push_back({tr("Sample time"), sampleTimeText(type, anatomy)});
  rows.push_back({tr("Zero crossings"), crossingsText(type, library)});
  return headingHtml(tr("Behavior")) + tableHtml({}, rows, theme);
}

}  // namespace fluxion
