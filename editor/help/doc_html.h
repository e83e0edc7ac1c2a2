#pragma once
// The documentation of a block as HTML: a summary, then equations, then notes (docs/writing-a-block.md).
#include <QString>
#include <QStringList>

#include "sim_core/block/block_type.h"

namespace fluxion {

struct BlockDoc {
  QString summary;        // the first paragraph
  QStringList equations;  // what stands between dollar signs in lines of their own
  QString html;           // all but the summary; equations are pictures with the address of formulaUrl()
  QStringList problems;   // formulas that are not understood
};

BlockDoc readBlockDoc(const std::string& doc);

// "formula:..." and back.
QString formulaUrl(const QString& tex);
QString formulaOfUrl(const QString& url);

// Words with `code`, *emphasis* and formulas between dollar signs, in one line.
QString inlineHtml(const QString& markdown);

}  // namespace fluxion
