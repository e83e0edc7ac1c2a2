#pragma once
// Formulas set as in a book: stacked fractions, roots, scripts, distinctions of cases, brackets as tall as
// what is in them. Reads the part of TeX that annotations know (editor/note_text.h), and besides
// \begin{cases} a & b \\ c & d \end{cases}.
#include <QColor>
#include <QFont>
#include <QImage>
#include <QStringList>

namespace fluxion {

struct FormulaPicture {
  QImage image;          // transparent; knows its device pixel ratio
  double baseline = 0;   // from the top, in pixels of the page
  QStringList problems;  // what was not understood, in words; such parts stand there as they are
};

// `tex`: what is between the dollar signs.
FormulaPicture formulaPicture(const QString& tex, const QFont& font, const QColor& color,
                              double devicePixelRatio);

}  // namespace fluxion
