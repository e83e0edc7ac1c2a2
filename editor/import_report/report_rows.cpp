#include "editor/import_report/report_rows.h"

#include <QCoreApplication>
#include <QHash>
#include <algorithm>

#include "sim_core/diagram/diagram.h"

namespace fluxion {

using sim::importing::Outcome;

static QString tr(const char* text) { return QCoreApplication::translate("fluxion::ImportReport", text); }

QString nameOf(ReportKind kind) {
  switch (kind) {
    case ReportKind::NoValue:
      return tr("No value");
    case ReportKind::Unresolved:
      return tr("Unresolved");
    case ReportKind::Approximated:
      return tr("Approximated");
    case ReportKind::Model:
      return tr("Model");
    case ReportKind::LeftOut:
      return tr("Left out");
    case ReportKind::Exact:
      return tr("Exact");
  }
  return {};
}

static ReportKind kindOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Unresolved:
      return ReportKind::Unresolved;
    case Outcome::Approximated:
      return ReportKind::Approximated;
    case Outcome::LeftOut:
      return ReportKind::LeftOut;
    case Outcome::Exact:
      break;
  }
  return ReportKind::Exact;
}

static QString joined(const std::vector<std::string>& texts, const QString& by) {
  QStringList list;
  for (const std::string& text : texts) list << QString::fromStdString(text);
  return list.join(by);
}

// The first of them: all are below the row.
static QString usersOf(const sim::importing::UndefinedName& name) {
  constexpr std::size_t shown = 3;
  const std::size_t count = name.uses.size();
  if (count <= shown) return tr("used by %1").arg(joined(name.uses, QStringLiteral(", ")));
  return tr("used by %1 and %2 more")
      .arg(joined({name.uses.begin(), name.uses.begin() + shown}, QStringLiteral(", ")))
      .arg(count - shown);
}

std::vector<ReportRow> reportRows(const sim::importing::ImportReport& report) {
  std::vector<ReportRow> rows;
  for (const auto& name : report.undefined)
    rows.push_back({ReportKind::NoValue,
                    sim::no_id,
                    QString::fromStdString(name.name),
                    {},
                    {},
                    usersOf(name),
                    tr("give it a value with Define Names")});
  for (const auto& b : report.blocks)
    rows.push_back({kindOf(b.outcome), b.block, QString::fromStdString(b.path),
                    QString::fromStdString(b.source_type), QString::fromStdString(b.target_type),
                    joined(b.remarks, QStringLiteral("; ")), QString::fromStdString(b.instead)});
  for (const sim::Diagnostic& d : report.model)
    rows.push_back({ReportKind::Model,
                    sim::no_id,
                    QString::fromStdString(d.path),
                    {},
                    {},
                    QString::fromStdString(d.message),
                    QString::fromStdString(d.remedy)});
  std::ranges::stable_sort(rows, {}, &ReportRow::kind);
  return rows;
}

bool isDone(const ReportRow& row, const sim::Diagram& diagram) {
  if (row.kind == ReportKind::NoValue)
    return std::ranges::any_of(diagram.variables, [name = row.place.toStdString()](const auto& entry) {
      return entry.second.name == name;
    });
  if (row.block == sim::no_id) return false;
  const auto block = diagram.blocks.find(row.block);
  if (block == diagram.blocks.end()) return true;
  return row.kind == ReportKind::Unresolved &&
         (block->second.type != row.target.toStdString() || block->second.commented != sim::CommentedOut::No);
}

QString placeOf(const ReportRow& row, const sim::Diagram& diagram) {
  const bool there = row.block != sim::no_id && diagram.blocks.contains(row.block);
  return there ? QString::fromStdString(sim::block_path(diagram, row.block)) : row.place;
}

std::vector<std::vector<ReportRow>> grouped(std::vector<ReportRow> rows, bool byKind) {
  std::vector<std::vector<ReportRow>> groups;
  QHash<QString, std::size_t> places;
  for (ReportRow& row : rows) {
    const bool alone = !byKind || row.kind == ReportKind::NoValue || row.kind == ReportKind::Model;
    const QString key =
        alone ? QString() : QStringList{nameOf(row.kind), row.source, row.what, row.instead}.join(u'\n');
    const auto found = places.constFind(key);
    if (!alone && found != places.cend()) {
      groups[*found].push_back(std::move(row));
      continue;
    }
    if (!alone) places.insert(key, groups.size());
    groups.push_back({std::move(row)});
  }
  return groups;
}

sim::Id blockOfUse(const std::string& use, const sim::Diagram& diagram) {
  const auto end = use.rfind(": ");
  if (end == std::string::npos) return sim::no_id;
  return sim::find_block(diagram, use.substr(0, end)).value_or(sim::no_id);
}

}  // namespace fluxion
