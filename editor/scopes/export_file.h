#pragma once
// Where a file goes to that somebody exports: a path whose ending says the format, found again the next time.
#include <QWidget>

class QComboBox;
class QLineEdit;

namespace fluxion {

class ExportFile : public QWidget {
  Q_OBJECT
 public:
  // `name`: of a new file. It lies beside the model of the window that the parent is in; where the last file
  // of that model went to another folder, or where there is none yet, in the folder of the last file.
  ExportFile(const QString& name, QWidget* parent);

  // Formats are endings of names, with what they are called; the first is chosen, or that of the last file.
  void addFormat(const QString& text, const QString& ending);
  void chooseLastFormat();
  QComboBox& formats() { return *m_format; }
  QString format() const;
  void setFormat(const QString& ending);
  QString path() const;
  void setPath(const QString& path);
  // Whether to write now. If not, `question` says what is to be confirmed by asking again.
  bool mayWrite(QString& question);
  void remember() const;

 signals:
  void changed();

 private:
  void browse();
  void settleEnding();

  QComboBox* m_format;
  QLineEdit* m_path;
  QString m_model, m_replaced;  // of the window; the file that may be replaced
};

}  // namespace fluxion
