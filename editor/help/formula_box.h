#pragma once
// Boxes that formulas are built of: each has a baseline, and draws itself with the painter's pen.
#include <QFont>
#include <QPainter>
#include <QString>
#include <functional>
#include <vector>

namespace fluxion {

struct FormulaBox {
  double width = 0, up = 0, down = 0;                   // above and below the baseline
  std::function<void(QPainter&, QPointF origin)> draw;  // origin: left end of the baseline
};

QFont sized(QFont font, double pixels);

FormulaBox textBox(const QString& text, const QFont& font);
FormulaBox spaceBox(double width);
FormulaBox rowBox(std::vector<FormulaBox> parts);
// Scripts stand behind `base`; null pointers: there is none.
FormulaBox scriptBox(FormulaBox base, const FormulaBox* above, const FormulaBox* below, double em);
// Limits stand over and under `base`.
FormulaBox limitsBox(FormulaBox base, const FormulaBox* above, const FormulaBox* below, double em);
FormulaBox fractionBox(FormulaBox numerator, FormulaBox denominator, double em);
FormulaBox rootBox(FormulaBox inside, double em);
// `mark`: "dot", "ddot", "hat", "bar", "vec" or "tilde".
FormulaBox markedBox(FormulaBox inside, const QString& mark, double em);
// Between ( ), [ ], { }, | | or nothing (a null character), as tall as `inside`.
FormulaBox bracketBox(FormulaBox inside, QChar left, QChar right, const QFont& font);
// Cells by row, columns aligned at the left.
FormulaBox tableBox(std::vector<std::vector<FormulaBox>> rows, double em);

}  // namespace fluxion
