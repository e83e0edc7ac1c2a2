#pragma once
// The report of an import as rows of a table: names without a value, blocks, and what concerns no single
// block, the most urgent first; and whether a row has been dealt with since.
#include <QString>
#include <vector>

#include "sim_core/import/import_report.h"

namespace sim {
struct Diagram;
}

namespace fluxion {

// In the order of the table.
enum class ReportKind { NoValue, Unresolved, Approximated, Model, LeftOut, Exact };
inline constexpr int reportKinds = 6;
QString nameOf(ReportKind kind);  // "Approximated"

struct ReportRow {
  ReportKind kind = ReportKind::Exact;
  sim::Id block = sim::no_id;
  QString place;    // the block's path, or a name without a value
  QString source;   // what the block was
  QString target;   // the type of block that it has become
  QString what;     // what differs, or who uses the name
  QString instead;  // what to use instead
};

std::vector<ReportRow> reportRows(const sim::importing::ImportReport& report);

// An Unresolved block is replaced or commented out, a name is defined, a block is deleted.
bool isDone(const ReportRow& row, const sim::Diagram& diagram);

// Where the row's block is now, or what the report says.
QString placeOf(const ReportRow& row, const sim::Diagram& diagram);

// Rows that say the same of blocks of one kind; one row each where `byKind` is false.
std::vector<std::vector<ReportRow>> grouped(std::vector<ReportRow> rows, bool byKind);

// The block that a use "Plant/Gain: k" of a name is about; no_id where there is none.
sim::Id blockOfUse(const std::string& use, const sim::Diagram& diagram);

}  // namespace fluxion
