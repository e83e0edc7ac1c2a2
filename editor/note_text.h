#pragma once
// Markdown that a model brings along, as a document: of annotations, of masks, of the readme beside it. With
// formulas between dollar signs and with pictures from files beside the model. All Markdown of models goes
// through here, for a model may come from anywhere: nothing but pictures below its folder is read.
#include <QFont>
#include <QString>
#include <QTextDocument>
#include <memory>

namespace fluxion {

// "$x_{1}^2$" and the like as HTML that Markdown lets through: Greek letters and signs by their TeX names,
// sub- and superscripts, fractions as quotients, \sqrt, \dot, \ddot, \hat, \bar. What is between the dollars
// and means nothing stays as it is. A dollar before a space, or written \$, is no formula.
QString withFormulas(const QString& markdown);

// What a TeX name stands for, such as "alpha" or "leq"; null: it means nothing here.
QString formulaSign(const QString& name);

class NoteText : public QTextDocument {
 public:
  static constexpr qint64 largestImageFile = 4 << 20;  // bytes
  static constexpr int largestImageSide = 4000;        // pixels

  // `folder`: that of the model; empty: it has no file yet, and pictures are not shown. Only files below it
  // are read, given by relative paths.
  NoteText(const QString& markdown, const QString& folder, double width, const QFont& font);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;

 private:
  QString m_folder;
};

}  // namespace fluxion
