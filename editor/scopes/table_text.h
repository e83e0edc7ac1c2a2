#pragma once
// Tables of numbers below the plots of a scope: small, read only, numbers at the right.
#include <QColor>
#include <QString>

class QTableWidget;

namespace fluxion {

void settleNumberTable(QTableWidget& table);
// Text in a cell, in the first column behind a line of this color, as a legend has it. Changes nothing that
// is as it should be.
void setCell(QTableWidget& table, int row, int column, const QString& text, const QColor& color = {});
// As high as its rows, up to `most` of them.
void fitHeight(QTableWidget& table, int most);
// What is in it, headers first, with tabs between columns.
QString tableText(const QTableWidget& table);
}  // namespace fluxion
